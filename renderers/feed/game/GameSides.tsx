import { leader } from '#machines/feed/simulator/game-clock.rules.ts'
import type { BoardGame } from '#schemas'
import styles from './GameSides.module.css'

/** Props of {@link GameSides}. */
export interface GameSidesProps {
  readonly game: Pick<BoardGame, 'participants' | 'score'>
  /** Whether the points of each period are shown beside the score. */
  readonly hasPeriods: boolean
  /** Name of the championship, where nothing else says it. */
  readonly champ?: string | undefined
}

const SIDES = ['home', 'away'] as const
/** Most periods that fit beside a score. */
const PERIODS_MOST = 5

/** Both names in full width, the score aligned to them; the leader's name and score are heavier. */
export function GameSides({ game, hasPeriods, champ }: GameSidesProps) {
  const { participants, score } = game
  const ahead = leader(game)
  const periods = hasPeriods ? (score?.periods ?? []).slice(-PERIODS_MOST) : []
  return (
    <span className={styles.sides}>
      {SIDES.slice(0, participants.length).map((side, place) => (
        <span key={side} className={styles.side} data-leads={ahead === side || undefined}>
          <span className={styles.name}>
            <bdi>{participants[place]?.name ?? ''}</bdi>
          </span>
          {periods.map((period, number) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: a period is known by its place alone
            <span key={number} className={styles.period} data-wide={isWide(period) || undefined}>
              {period[side]}
            </span>
          ))}
          {score && (
            <span className={styles.score} data-wide={isWide(score) || undefined}>
              {score[side]}
            </span>
          )}
        </span>
      ))}
      {champ && (
        <span className={styles.champ}>
          <bdi>{champ}</bdi>
        </span>
      )}
    </span>
  )
}

/** Whether one of two numbers below each other has three figures, as runs in cricket and points in basketball have. */
function isWide({ home, away }: { readonly home: number; readonly away: number }): boolean {
  return Math.max(home, away) > 99
}
