import { useEffect, useState } from 'react'
import { periodText } from '#machines/feed/markets/market-texts.rules.ts'
import { clockSeconds, clockText } from '#machines/feed/simulator/game-clock.rules.ts'
import { FEED_KIND } from '#machines/site/tables/tables.ts'
import type { BoardGame, Clock } from '#schemas'
import { useText } from '../../site/texts.tsx'
import styles from './GameTime.module.css'

const SECOND_MS = 1000

/** Props of {@link GameTime}. */
export interface GameTimeProps {
  readonly game: Pick<BoardGame, 'gameId' | 'kind' | 'sportId' | 'clock' | 'score' | 'startsAt' | 'hasStartTime'>
  /** The start as the visitor reads it: the day, or an empty text today, and the time. */
  readonly start: { readonly day: string; readonly time: string }
  readonly showsGameId?: boolean
}

/** When a game starts; of a live one, its clock and period. */
export function GameTime({ game, start, showsGameId = false }: GameTimeProps) {
  const isLive = game.kind === FEED_KIND.live
  return (
    <span className={styles.when} data-live={isLive || undefined}>
      {isLive ? <LiveTime game={game} /> : null}
      {isLive ? null : (
        <time className={styles.start} dateTime={game.startsAt}>
          {start.day && <span>{start.day}</span>}
          {game.hasStartTime && <span className={styles.time}>{start.time}</span>}
        </time>
      )}
      {showsGameId && <bdi className={styles.id}>#{game.gameId}</bdi>}
    </span>
  )
}

/** How far a live game has got: by its clock, else by the periods of its score; just that it is live where neither is
 *  known. */
function LiveTime({ game: { sportId, clock, score } }: Pick<GameTimeProps, 'game'>) {
  const t = useText()
  if (clock) return <LiveClock sportId={sportId} clock={clock} />
  const periods = score?.periods?.length ?? 0
  const period = periods > 0 ? periodText(sportId, periods) : null
  return (
    <span className={styles.live}>
      <span className={styles.period}>{period ? t(period.key, period.values) : t('board.live')}</span>
    </span>
  )
}

/** The clock of a live game: it keeps running between updates from the feed, and stops during breaks. */
export function LiveClock({ sportId, clock }: { readonly sportId: number; readonly clock: Clock }) {
  const t = useText()
  const sinceMs = useSince(clock)
  const period = periodText(sportId, clock.periodNumber)
  const text = clockText(sportId, clockSeconds(clock, sinceMs))
  return (
    <span className={styles.live}>
      {text !== null && <bdi className={styles.clock}>{text}</bdi>}
      <span className={styles.period}>
        {clock.isRunning || text === null ? t(period.key, period.values) : t('board.break')}
      </span>
    </span>
  )
}

/** Milliseconds since the last update of the clock. */
function useSince(clock: Clock): number {
  const [since, setSince] = useState({ clock, sinceMs: 0 })
  const { isRunning } = clock
  useEffect(() => {
    if (!isRunning) return
    const toldAtMs = performance.now()
    const timer = setInterval(() => setSince({ clock, sinceMs: performance.now() - toldAtMs }), SECOND_MS)
    return () => clearInterval(timer)
  }, [clock, isRunning])
  return since.clock === clock ? since.sinceMs : 0
}
