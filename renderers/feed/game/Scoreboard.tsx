import type { ReactNode } from 'react'
import { periodText } from '#machines/feed/markets/market-texts.rules.ts'
import { leader } from '#machines/feed/simulator/game-clock.rules.ts'
import { FEED_KIND } from '#machines/site/tables/tables.ts'
import type { BoardGame } from '#schemas'
import { useText } from '../../site/texts.tsx'
import { gameName } from '../board/BoardRow.tsx'
import { GameCounts } from './GameCounts.tsx'
import { GameTime } from './GameTime.tsx'
import styles from './Scoreboard.module.css'

/** Props of {@link Scoreboard}. */
export interface ScoreboardProps {
  readonly game: BoardGame
  readonly start: { readonly day: string; readonly time: string }
  readonly showsGameId: boolean
  /** Without periods and statistics: for slow devices. */
  readonly isLight: boolean
  /** What can be done with the game as a whole. */
  readonly action?: ReactNode
}

const SIDES = ['home', 'away'] as const

/** The head of a game's page: who plays, how it stands, when or at what minute, and each period by itself. */
export function Scoreboard({ game, start, showsGameId, isLight, action }: ScoreboardProps) {
  const { participants, score } = game
  const isLive = game.kind === FEED_KIND.live
  const ahead = leader(game)
  return (
    <section className={styles.board} data-live={isLive || undefined} aria-label={gameName(game)}>
      {action && <div className={styles.action}>{action}</div>}
      <div className={styles.middle}>
        <GameTime game={game} start={start} showsGameId={showsGameId} />
      </div>
      {participants.length === 1 && <bdi className={styles.event}>{participants[0]?.name}</bdi>}
      {participants.length > 1 && (
        <div className={styles.sides} dir="ltr">
          {SIDES.map((side, place) => (
            <bdi key={side} className={styles.side} data-side={side} data-leads={ahead === side || undefined}>
              {participants[place]?.name}
            </bdi>
          ))}
          {score ? (
            <span className={styles.score}>
              <span>{score.home}</span>
              <span className={styles.colon}>:</span>
              <span>{score.away}</span>
            </span>
          ) : (
            <span className={styles.versus} aria-hidden="true">
              –
            </span>
          )}
        </div>
      )}
      {!isLight && <Periods game={game} />}
      {!isLight && (
        <div className={styles.counts}>
          <GameCounts game={game} />
        </div>
      )}
    </section>
  )
}

function Periods({ game }: { readonly game: BoardGame }) {
  const t = useText()
  const periods = game.score?.periods ?? []
  if (periods.length === 0) return null
  return (
    <ol className={styles.periods}>
      {periods.map((period, index) => {
        const { key, values } = periodText(game.sportId, index + 1)
        return (
          // biome-ignore lint/suspicious/noArrayIndexKey: a period is known by its place alone
          <li key={index} className={styles.period}>
            <span className={styles.periodName}>{t(key, values)}</span>
            <bdi className={styles.periodScore} dir="ltr">
              {period.home}:{period.away}
            </bdi>
          </li>
        )
      })}
    </ol>
  )
}
