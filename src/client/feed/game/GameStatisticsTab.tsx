import { useCallback, useMemo, useState } from 'react'
import type { CallPort } from '#calls/call.ts'
import {
  getHeadToHead,
  getLineUps,
  getShortPlayersInfo,
  getStadiumForGame,
  getTeamLastGames,
} from '#calls/feed.calls.ts'
import { gameInsights } from '#machines/feed/statistics/insights.rules.ts'
import { LineUps } from '#renderers/feed/game/LineUps.tsx'
import { GameStatistics } from '#renderers/feed/results/GameStatistics.tsx'
import { Tabs } from '#renderers/site/Tabs.tsx'
import { useText } from '#renderers/site/texts.tsx'
import type { BoardGame } from '#schemas'
import { useApp } from '../../page/app-context.ts'
import { useTimeZone } from '../../page/player.tsx'
import { Asked } from '../Asked.tsx'
import { ChampTable } from '../board/ChampTable.tsx'
import { playerPath } from '../board/section.selectors.ts'
import { startOf } from '../feed.selectors.ts'
import { StatisticsPopupLink } from '../statistics/StatisticsPopupLink.tsx'

/** Games of each list. */
const GAMES = 5
const SHOWN = ['games', 'line_ups', 'table'] as const
const LABELS = { games: 'board.last_games_tab', line_ups: 'board.line_ups', table: 'board.table' } as const

/** Props of {@link GameStatisticsTab}. */
export interface GameStatisticsTabProps {
  readonly game: Pick<BoardGame, 'gameId' | 'sportId' | 'champId' | 'participants'>
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
      {shown === 'table' && (
        <ChampTable champId={game.champId} marked={game.participants.map(({ participantId }) => participantId)} />
      )}
      <StatisticsPopupLink place={{ kind: 'game', sportId: game.sportId, gameId: game.gameId, tab: TABS[shown] }} />
    </Tabs>
  )
}

/** The tab of the statistics that shows more of the same. */
const TABS = { games: 'main', line_ups: 'line-ups', table: 'table' } as const

type Part = Pick<GameStatisticsTabProps, 'game'>

const namesOf = ({ participants }: Part['game']) => [participants[0]?.name ?? '', participants[1]?.name ?? ''] as const

function LastGames({ game, nowMs }: GameStatisticsTabProps) {
  const app = useApp()
  const timeZone = useTimeZone()
  const start = useMemo(() => startOf(app, timeZone, nowMs), [app, timeZone, nowMs])
  const { gameId } = game
  const { isInsightsShown } = app.site.config.boolean
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
        <GameStatistics
          names={namesOf(game)}
          headToHead={headToHead}
          last={last}
          insights={isInsightsShown ? gameInsights(game.participants, last, headToHead) : []}
          startOf={start}
        />
      )}
    </Asked>
  )
}

function GameLineUps({ game }: Part) {
  const app = useApp()
  const { gameId, sportId } = game
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
        <LineUps
          names={namesOf(game)}
          lineUps={lineUps}
          info={info}
          stadium={stadium}
          pathOf={(player) => playerPath(app, sportId, player)}
        />
      )}
    </Asked>
  )
}
