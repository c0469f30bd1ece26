import type { HistoryLeg } from '#schemas'
import { Badge, type BadgeKind } from '../site/Badge.tsx'
import { useLink } from '../site/link.tsx'
import { useText } from '../site/texts.tsx'
import type { NamedLeg } from './BetCard.tsx'
import styles from './BetLegs.module.css'
import type { CouponLook } from './coupon.selectors.ts'

const BADGES: Readonly<Record<NonNullable<HistoryLeg['result']>, BadgeKind>> = {
  win: 'positive',
  'half-win': 'positive',
  lose: 'negative',
  'half-lose': 'negative',
  void: 'neutral',
  'dead-heat': 'info',
}

/** Props of {@link BetLegs}. */
export interface BetLegsProps {
  readonly legs: readonly NamedLeg[]
  readonly look: CouponLook
  /** False of a bet that was rejected: nothing becomes of its outcomes. */
  readonly isPlaced: boolean
}

/** The outcomes of a bet: what was chosen at what price, how the game stands or ended, and the way to it. */
export function BetLegs({ legs, look, isPlaced }: BetLegsProps) {
  const t = useText()
  const Link = useLink()
  if (legs.length === 0) return null
  return (
    <ul className={styles.legs}>
      {legs.map(({ leg, market, outcome, to }, place) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: outcomes of a bet may be alike, and never change their places
        <li key={place} className={styles.leg}>
          <div>
            <p className={styles.game}>
              {to === null ? (
                <bdi>{leg.gameName}</bdi>
              ) : (
                <Link to={to} className={styles.link}>
                  <bdi>{leg.gameName}</bdi>
                </Link>
              )}
            </p>
            <p className={styles.chosen}>
              <bdi>
                {market}: {outcome}
              </bdi>
            </p>
            <p className={styles.facts}>
              {leg.game?.score ? <bdi>{t('history.score', { score: scoreText(leg.game.score) })}</bdi> : null}
              <time dateTime={leg.startsAt} dir="ltr">
                {look.time(leg.startsAt)}
              </time>
            </p>
          </div>
          <p className={styles.end}>
            <span className={styles.odds} dir="ltr">
              {look.price(leg.odds)}
            </span>
            {isPlaced ? (
              <Badge kind={leg.result ? BADGES[leg.result] : 'neutral'}>
                {t(leg.result ? `history.result_${leg.result.replaceAll('-', '_')}` : 'history.leg_open')}
              </Badge>
            ) : null}
          </p>
        </li>
      ))}
    </ul>
  )
}

/** A score with its periods: `2:1 (1:0, 1:1)`, always from left to right. */
function scoreText({ home, away, periods = [] }: NonNullable<NonNullable<HistoryLeg['game']>['score']>): string {
  const parts = periods.map((period) => `${period.home}:${period.away}`).join(', ')
  return `\u2066${home}:${away}${parts === '' ? '' : ` (${parts})`}\u2069`
}
