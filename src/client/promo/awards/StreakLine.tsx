import { useText } from '#renderers/site/texts.tsx'
import type { PlayerBonus } from '#schemas'
import styles from './awards.module.css'

/** The days in a row of a bonus that asks for them, one mark for each. */
export function StreakLine({ bonus: { streak } }: { readonly bonus: Pick<PlayerBonus, 'streak'> }) {
  const t = useText()
  if (!streak) return null
  const { days, of, isTodayDone } = streak
  return (
    <div className={styles.streak}>
      <ol className={styles.days} aria-hidden="true">
        {Array.from({ length: of }, (_, place) => place + 1).map((day) => (
          <li key={day} className={styles.day} data-done={day <= days}>
            {day}
          </li>
        ))}
      </ol>
      <p className={styles.note}>
        <span>{t('promo.streak_days', { days, of })}</span>
        <span>{t(isTodayDone ? 'promo.streak_done' : 'promo.streak_open')}</span>
      </p>
    </div>
  )
}
