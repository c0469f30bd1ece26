import { useMemo } from 'react'
import { redirect, useLoaderData } from 'react-router'
import { getPlayerInfo } from '#calls/feed.calls.ts'
import { byChampionship } from '#machines/feed/board/board-sections.rules.ts'
import { idOfSegment } from '#machines/site/routes/slug.rules.ts'
import { gameName } from '#renderers/feed/board/BoardRow.tsx'
import { GameMarkets } from '#renderers/feed/game/GameMarkets.tsx'
import { PlayerCard } from '#renderers/feed/game/PlayerCard.tsx'
import { PlayerGames } from '#renderers/feed/game/PlayerGames.tsx'
import { ButtonLink } from '#renderers/site/Button.tsx'
import { EmptyState } from '#renderers/site/EmptyState.tsx'
import { SectionHeading } from '#renderers/site/SectionHeading.tsx'
import { useText } from '#renderers/site/texts.tsx'
import type { BoardGame, PlayerAnswer } from '#schemas'
import { type App, useApp } from '../../page/app-context.ts'
import { useBoardView } from '../../page/board/board-preferences.ts'
import { offeredPath } from '../../page/paths.ts'
import { useTimeZone } from '../../page/player.tsx'
import type { LoadedScreen, ScreenData, ScreenRequest } from '../../page/screen.ts'
import { FeedBoard } from '../board/FeedBoard.tsx'
import { playerPath } from '../board/section.selectors.ts'
import { FeedHead } from '../FeedHead.tsx'
import { FeedDuel, FeedMore, FeedSection } from '../FeedParts.tsx'
import { feedOf, gamePath, sportPath, startOf, teamPath } from '../feed.selectors.ts'
import { refreshMs } from '../feed-calls.ts'
import { statisticsPath } from '../statistics/statistics-paths.ts'
import { useFresh } from '../stream/use-fresh.ts'

interface PlayerData {
  readonly playerId: number
  readonly answer: PlayerAnswer
  readonly nowMs: number
}

/** Loads what is known of a player (SPORT-9). The id decides; another slug, or the page of another sport, leads to the player's own
 *  address. @throws AppError player.unknown */
export async function loadScreen({ app, params, url }: ScreenRequest): Promise<LoadedScreen<PlayerData>> {
  const playerId = idOfSegment(params.player ?? '') ?? 0
  const [answer] = await Promise.all([loadPlayer(app, playerId), app.texts.need(['sport'])])
  const path = playerPath(app, answer.sportId, answer.player)
  if (path && path !== url.pathname) throw redirect(path + url.search, 301)
  const { name } = answer.player
  return {
    meta: () => ({ title: name }),
    facts: () => ({
      description: app.texts.t('seo.player', { player: name, sport: app.texts.t(`sport.${answer.sportId}`) }),
    }),
    data: { playerId, answer, nowMs: Date.now() },
  }
}

function loadPlayer(app: App, playerId: number): Promise<PlayerAnswer> {
  return app.call(getPlayerInfo, { query: { playerId, lng: app.state.visitor.language } })
}

/** A player: who it is, the games of the team that come, duels that can be bet on, and what the player did. */
export function Screen() {
  const app = useApp()
  const t = useText()
  const timeZone = useTimeZone()
  const { data } = useLoaderData<ScreenData<PlayerData>>()
  const { playerId, nowMs } = data
  const answer = useFresh(data.answer, () => loadPlayer(app, playerId), refreshMs(app, 'line'))
  const { player, sportId, team, games, next, duels } = answer
  const start = useMemo(() => startOf(app, timeZone, nowMs), [app, timeZone, nowMs])
  const teamPage = teamPath(app, team)
  const trail = [
    { id: 'sport', label: t(`sport.${sportId}`), to: sportPath(app, 'line', sportId) },
    ...(teamPage ? [{ id: 'team', label: team.name, to: teamPage }] : []),
  ]
  return (
    <>
      <FeedHead title={player.name} trail={trail} />
      <PlayerCard player={player} sportId={sportId} team={team.name} teamPath={teamPage} />
      {next.length > 0 && (
        <FeedSection>
          <SectionHeading title={t('player.next', { team: team.name })} />
          <FeedBoard
            sections={byChampionship(next)}
            feed={feedOf(next[0] ?? { kind: 0 })}
            label={t('player.next', { team: team.name })}
            nowMs={nowMs}
          />
        </FeedSection>
      )}
      <PlayerDuels duels={duels} />
      <FeedSection>
        <SectionHeading title={t('player.own_games')} />
        {games.length === 0 ? (
          <EmptyState icon="calendar" title={t('board.line_ups_empty')} text={t('board.line_ups_empty_text')} />
        ) : (
          <PlayerGames games={games} pathOf={(game) => playedGamePath(app, game)} startOf={start} />
        )}
      </FeedSection>
    </>
  )
}

/** Where a game of the player is described: with the statistics, since it was played, where the brand has them. */
function playedGamePath(app: App, game: Parameters<typeof gamePath>[1]): string {
  const place = { kind: 'game', sportId: game.sportId, gameId: game.gameId, tab: 'main' } as const
  return statisticsPath(app, place, { isFrame: false }) ?? gamePath(app, game)
}

/** Duels that can be bet on, and the way to build another. */
function PlayerDuels({ duels }: { readonly duels: readonly BoardGame[] }) {
  const app = useApp()
  const t = useText()
  const { format } = useBoardView()
  const build = offeredPath(app, 'duels')
  if (duels.length === 0) return build ? <PlayerDuelLink to={build} /> : null
  return (
    <FeedSection>
      <SectionHeading title={t('player.duels')} />
      {duels.map((game) => (
        <FeedSection key={game.gameId} aria-label={gameName(game)}>
          <FeedDuel>
            <bdi>{gameName(game)}</bdi>
          </FeedDuel>
          <GameMarkets
            game={game}
            groups={game.markets.map(({ groupId, typeId }) => ({ groupId, typeIds: [typeId] }))}
            format={format}
            isInTwoColumns={false}
            isPlain
          />
        </FeedSection>
      ))}
      {build && <PlayerDuelLink to={build} />}
    </FeedSection>
  )
}

function PlayerDuelLink({ to }: { readonly to: string }) {
  const t = useText()
  return (
    <FeedMore>
      <ButtonLink to={to}>{t('player.duel_build')}</ButtonLink>
    </FeedMore>
  )
}
