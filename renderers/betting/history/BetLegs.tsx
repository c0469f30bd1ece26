import type { HistoryLeg } from '#schemas'
import { Badge, type BadgeKind } from '../../site/Badge.tsx'
import { useLink } from '../../site/link.tsx'
import { useText } from '../../site/texts.tsx'
import type { CouponLook } from '../coupon/coupon.selectors.ts'
import styles from './BetLegs.module.css'
import { resultText } from './payout-steps.selectors.ts'

/** An outcome of a bet as a page names it, and where its game is; null when it has no page. */
export interface NamedLeg {
  readonly leg: HistoryLeg
  readonly market: string
  readonly outcome: string
  readonly to: string | null
}

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
  readonly legs: readonly (NamedLeg & { readonly role: string | null })[]
  readonly look: CouponLook
  /** False for a bet that was rejected: its outcomes are never settled. */
  readonly isPlaced: boolean
}

/** The outcomes of a bet: what was chosen at what price, how the game stands or ended, and the way to it. */
export function BetLegs({ legs, look, isPlaced }: BetLegsProps) {
  const t = useText()
  const Link = useLink()
  if (legs.length === 0) return null
  return (
    <ul className={styles.legs}>
      {legs.map(({ leg, market, outcome, to, role }, place) => (
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
              {role === null ? null : <Badge kind="accent">{role}</Badge>}
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
                {leg.result ? resultText(leg.result, t) : t('history.leg_open')}
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
