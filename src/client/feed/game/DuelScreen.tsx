import { useState } from 'react'
import { useLoaderData } from 'react-router'
import { buildDuel, getAvailablePlayersForDuel } from '#calls/feed.calls.ts'
import { readFailure } from '#machines/shell/failure.rules.ts'
import { DuelPicker, type DuelSide, type DuelTeams } from '#renderers/feed/game/DuelPicker.tsx'
import { GameMarkets } from '#renderers/feed/game/GameMarkets.tsx'
import { Button } from '#renderers/site/Button.tsx'
import { EmptyState } from '#renderers/site/EmptyState.tsx'
import { ErrorState } from '#renderers/site/ErrorState.tsx'
import { useText } from '#renderers/site/texts.tsx'
import type { BoardGame, DuelPlayer, DuelPlayersAnswer } from '#schemas'
import { useApp } from '../../page/app-context.ts'
import { useBoardView } from '../../page/board/board-preferences.ts'
import { useTimeZone } from '../../page/player.tsx'
import type { LoadedScreen, ScreenData, ScreenRequest } from '../../page/screen.ts'
import { useCall } from '../../page/use-call.ts'
import { FeedHead } from '../FeedHead.tsx'
import { startOf } from '../feed.selectors.ts'

interface DuelData {
  readonly answer: DuelPlayersAnswer
  readonly nowMs: number
}

/** Loads the players available for building duels (FEED-14). */
export async function loadScreen({ app }: ScreenRequest): Promise<LoadedScreen<DuelData>> {
  const query = { lng: app.state.visitor.language }
  const answer = await app.call(getAvailablePlayersForDuel, { query })
  return { meta: () => ({ title: app.texts.t('board.duels_title') }), data: { answer, nowMs: Date.now() } }
}

const NOBODY: DuelTeams = { home: [], away: [] }

interface Built {
  readonly game?: BoardGame
  readonly failure?: string
  readonly isBuilding?: boolean
}

/** A duel is built of two teams of players, and bet on (SPORT-14, FEED-13). */
export function Screen() {
  const app = useApp()
  const call = useCall()
  const t = useText()
  const timeZone = useTimeZone()
  const { data } = useLoaderData<ScreenData<DuelData>>()
  const { format } = useBoardView()
  const [teams, setTeams] = useState(NOBODY)
  const [built, setBuilt] = useState<Built>({})
  const change = (side: DuelSide, team: readonly DuelPlayer[]) => {
    setTeams({ ...teams, [side]: team })
    setBuilt({})
  }
  const build = async () => {
    setBuilt({ isBuilding: true })
    const idsOf = (team: readonly DuelPlayer[]) => team.map(({ playerId }) => playerId)
    const body = { team1Ids: idsOf(teams.home), team2Ids: idsOf(teams.away) }
    setBuilt(await call(buildDuel, { body }).catch((error: unknown) => ({ failure: readFailure(error).code })))
  }
  const { game, failure, isBuilding = false } = built
  const isReady = teams.home.length > 0 && teams.away.length > 0
  return (
    <>
      <FeedHead title={t('board.duels_title')} />
      {data.answer.games.length === 0 ? (
        <EmptyState icon="users" title={t('board.duel_empty')} text={t('board.duel_empty_text')} />
      ) : (
        <DuelPicker
          games={data.answer.games}
          teams={teams}
          onChange={change}
          startOf={startOf(app, timeZone, data.nowMs)}
        >
          {game ? (
            <GameMarkets
              key={game.gameId}
              game={game}
              groups={game.markets.map(({ groupId, typeId }) => ({ groupId, typeIds: [typeId] }))}
              format={format}
              isInTwoColumns={false}
            />
          ) : (
            <Button disabled={!isReady || isBuilding} onClick={() => void build()}>
              {t('board.duel_build')}
            </Button>
          )}
          {failure && <ErrorState title={t(failure)} />}
        </DuelPicker>
      )}
    </>
  )
}
