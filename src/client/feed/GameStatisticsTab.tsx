import { useEffect, useMemo, useState } from 'react'
import { getHeadToHead, getTeamLastGames } from '#calls/feed.calls.ts'
import { readFailure } from '#machines/shell/failure.rules.ts'
import { GameStatistics } from '#renderers/feed/GameStatistics.tsx'
import { ErrorState } from '#renderers/site/ErrorState.tsx'
import { Skeleton } from '#renderers/site/Skeleton.tsx'
import { useText } from '#renderers/site/texts.tsx'
import type { BoardGame, HeadToHeadAnswer, TeamLastGamesAnswer } from '#schemas'
import { useApp } from '../app/app-context.ts'
import { useTimeZone } from '../app/player.tsx'
import { useCall } from '../app/use-call.ts'
import { startOf } from './feed.selectors.ts'

/** Games of each list. */
const GAMES = 5

/** Props of {@link GameStatisticsTab}. */
export interface GameStatisticsTabProps {
  readonly game: Pick<BoardGame, 'gameId' | 'participants'>
  readonly nowMs: number
}

interface Found {
  readonly answers?: readonly [HeadToHeadAnswer, TeamLastGamesAnswer]
  readonly failure?: string
}

/** The statistics of a game, asked for when somebody wants to see them (FEED-16). */
export function GameStatisticsTab({ game, nowMs }: GameStatisticsTabProps) {
  const { gameId, participants } = game
  const app = useApp()
  const call = useCall()
  const t = useText()
  const timeZone = useTimeZone()
  const start = useMemo(() => startOf(app, timeZone, nowMs), [app, timeZone, nowMs])
  const [found, setFound] = useState<Found>({})
  const [attempt, setAttempt] = useState(0)
  useEffect(() => {
    let isCurrent = attempt >= 0
    const query = { gameId, count: GAMES }
    Promise.all([call(getHeadToHead, { query }), call(getTeamLastGames, { query })]).then(
      (answers) => isCurrent && setFound({ answers }),
      (error: unknown) => isCurrent && setFound({ failure: readFailure(error).code }),
    )
    return () => {
      isCurrent = false
    }
  }, [call, gameId, attempt])
  const retry = () => {
    setFound({})
    setAttempt(attempt + 1)
  }
  if (found.failure) return <ErrorState title={t(found.failure)} onRetry={retry} />
  if (!found.answers) return <StatisticsSkeleton />
  const [headToHead, last] = found.answers
  const names = [participants[0]?.name ?? '', participants[1]?.name ?? ''] as const
  return <GameStatistics names={names} headToHead={headToHead} last={last} startOf={start} />
}

function StatisticsSkeleton() {
  const t = useText()
  return (
    <div role="status">
      <span className="visually-hidden">{t('shell.loading')}</span>
      {Array.from({ length: GAMES }, (_, place) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the stand-ins are all alike and never change places
        <Skeleton key={place} width="most" />
      ))}
    </div>
  )
}
