import { ButtonLink } from '#renderers/site/Button.tsx'
import { useText } from '#renderers/site/texts.tsx'
import type { PlayerBonus } from '#schemas'
import { useApp } from '../../page/app-context.ts'
import { offeredPath } from '../../page/paths.ts'
import { minorText } from '../promo-text.ts'
import { moneyOf } from './award-text.ts'
import styles from './awards.module.css'

/** What is left of the free rounds of a bonus, what they have won, and the way to their game; nothing of any other bonus. */
export function RoundsLeft({ bonus }: { readonly bonus: PlayerBonus }) {
  const app = useApp()
  const t = useText()
  const { freeRounds, terms } = bonus
  if (!freeRounds || !terms.freeRounds) return null
  const { gameId, game } = terms.freeRounds
  const to = freeRounds.left > 0 ? offeredPath(app, 'casino_game', { game: gameId }) : null
  return (
    <div className={styles.rounds}>
      <p className={styles.note}>
        <span>{t('promo.free_rounds_left', { count: freeRounds.left })}</span>
        <span>{t('promo.free_rounds_won', { amount: minorText(app, freeRounds.won, moneyOf(bonus)) })}</span>
      </p>
      {to ? (
        <ButtonLink to={to} kind="primary" size="small">
          {t('promo.free_rounds_play', { game })}
        </ButtonLink>
      ) : null}
    </div>
  )
}
