import { type ReactNode, useCallback, useEffect, useMemo, useState } from 'react'
import type { CallPort } from '#calls/call.ts'
import {
  getHeadToHead,
  getLineUps,
  getShortPlayersInfo,
  getStadiumForGame,
  getStageTable,
  getTeamLastGames,
} from '#calls/feed.calls.ts'
import { readFailure } from '#machines/shell/failure.rules.ts'
import { GameStatistics } from '#renderers/feed/GameStatistics.tsx'
import { LineUps } from '#renderers/feed/LineUps.tsx'
import { StageTable } from '#renderers/feed/StageTable.tsx'
import { ErrorState } from '#renderers/site/ErrorState.tsx'
import { Skeleton } from '#renderers/site/Skeleton.tsx'
import { Tabs } from '#renderers/site/Tabs.tsx'
import { useText } from '#renderers/site/texts.tsx'
import type { BoardGame } from '#schemas'
import { useApp } from '../app/app-context.ts'
import { useTimeZone } from '../app/player.tsx'
import { useCall } from '../app/use-call.ts'
import { startOf } from './feed.selectors.ts'

/** Games of each list. */
const GAMES = 5
const SHOWN = ['games', 'line_ups', 'table'] as const
const LABELS = { games: 'board.last_games_tab', line_ups: 'board.line_ups', table: 'board.table' } as const

/** Props of {@link GameStatisticsTab}. */
export interface GameStatisticsTabProps {
  readonly game: Pick<BoardGame, 'gameId' | 'champId' | 'participants'>
  readonly nowMs: number
}

/** The statistics of a game, each asked for when somebody wants to see it (FEED-16). */
export function GameStatisticsTab({ game, nowMs }: GameStatisticsTabProps) {
  const t = useText()
  const [shown, setShown] = useState<(typeof SHOWN)[number]>('games')
  return (
    <Tabs
      label={t('board.statistics')}
      tabs={SHOWN.map((id) => ({ id, label: t(LABELS[id]) }))}
      selectedId={shown}
      onSelect={(id) => setShown(SHOWN.find((one) => one === id) ?? 'games')}
    >
      {shown === 'games' && <LastGames game={game} nowMs={nowMs} />}
      {shown === 'line_ups' && <GameLineUps game={game} />}
      {shown === 'table' && <GameTable game={game} />}
    </Tabs>
  )
}

type Part = Pick<GameStatisticsTabProps, 'game'>

const namesOf = ({ participants }: Part['game']) => [participants[0]?.name ?? '', participants[1]?.name ?? ''] as const

function LastGames({ game, nowMs }: GameStatisticsTabProps) {
  const app = useApp()
  const timeZone = useTimeZone()
  const start = useMemo(() => startOf(app, timeZone, nowMs), [app, timeZone, nowMs])
  const { gameId } = game
  const ask = useCallback(
    (call: CallPort) => {
      const query = { gameId, count: GAMES }
      return Promise.all([call(getHeadToHead, { query }), call(getTeamLastGames, { query })])
    },
    [gameId],
  )
  return (
    <Asked ask={ask}>
      {([headToHead, last]) => (
        <GameStatistics names={namesOf(game)} headToHead={headToHead} last={last} startOf={start} />
      )}
    </Asked>
  )
}

function GameLineUps({ game }: Part) {
  const { gameId } = game
  const ask = useCallback(
    (call: CallPort) => {
      const query = { gameId }
      return Promise.all([
        call(getLineUps, { query }),
        call(getShortPlayersInfo, { query }),
        call(getStadiumForGame, { query }),
      ])
    },
    [gameId],
  )
  return (
    <Asked ask={ask}>
      {([lineUps, info, { stadium }]) => (
        <LineUps names={namesOf(game)} lineUps={lineUps} info={info} stadium={stadium} />
      )}
    </Asked>
  )
}

function GameTable({ game }: Part) {
  const { champId, participants } = game
  const ask = useCallback((call: CallPort) => call(getStageTable, { query: { champId } }), [champId])
  return (
    <Asked ask={ask}>
      {(table) => <StageTable table={table} marked={participants.map(({ participantId }) => participantId)} />}
    </Asked>
  )
}

interface AskedProps<Answer> {
  /** Stays the same while the same is asked. */
  readonly ask: (call: CallPort) => Promise<Answer>
  readonly children: (answer: Answer) => ReactNode
}

/** What is asked for when it is shown: a stand-in first, then the answer, or why there is none and a button to ask again. */
function Asked<Answer>({ ask, children }: AskedProps<Answer>) {
  const call = useCall()
  const t = useText()
  const [found, setFound] = useState<{ readonly answer?: Answer; readonly failure?: string }>({})
  const [attempt, setAttempt] = useState(0)
  useEffect(() => {
    let isCurrent = attempt >= 0
    ask(call).then(
      (answer) => isCurrent && setFound({ answer }),
      (error: unknown) => isCurrent && setFound({ failure: readFailure(error).code }),
    )
    return () => {
      isCurrent = false
    }
  }, [ask, call, attempt])
  const retry = () => {
    setFound({})
    setAttempt(attempt + 1)
  }
  if (found.failure) return <ErrorState title={t(found.failure)} onRetry={retry} />
  return found.answer === undefined ? <StatisticsSkeleton /> : children(found.answer)
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
