import { useText } from '#renderers/site/texts.tsx'
import type { PlayerBonus } from '#schemas'
import { useApp } from '../../page/app-context.ts'
import { minorText } from '../promo-text.ts'
import { moneyOf } from './award-text.ts'
import styles from './awards.module.css'

/** How far a bonus is played through: a bar, and the same in numbers. */
export function ProgressBar({ bonus }: { readonly bonus: PlayerBonus }) {
  const app = useApp()
  const t = useText()
  const money = moneyOf(bonus)
  const { currentProgress, target, progressPercent } = bonus
  const done = minorText(app, currentProgress, money)
  const text = t('promo.progress_of', { done, target: minorText(app, target, money) })
  return (
    <div className={styles.progress}>
      <progress aria-label={t('promo.progress')} max={100} value={progressPercent} />
      <span>{text}</span>
    </div>
  )
}
