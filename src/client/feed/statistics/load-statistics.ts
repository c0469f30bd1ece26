import { AppError } from '#calls/app-error.ts'
import {
  getGameStatistics,
  getHorseRecord,
  getPriceGraph,
  getRatings,
  getSeasonStatistics,
  getTeamStatistics,
} from '#calls/feed/statistics.calls.ts'
import { getLineUps, getPlayerInfo, getShortPlayersInfo, getTeamPlayers } from '#calls/feed.calls.ts'
import type { StatisticPlace } from '#machines/feed/statistics/statistics-address.rules.ts'
import type {
  GameStatisticsAnswer,
  HorseAnswer,
  LineUpsAnswer,
  PlayerAnswer,
  PlayersInfoAnswer,
  PriceGraphAnswer,
  RatingsAnswer,
  SeasonAnswer,
  TeamPlayersAnswer,
  TeamStatisticsAnswer,
} from '#schemas'
import type { App } from '../../page/app-context.ts'

type PlaceOf<Kind extends StatisticPlace['kind']> = Extract<StatisticPlace, { readonly kind: Kind }>

/** What a page of statistics shows. */
export type StatisticsContent =
  | {
      readonly kind: 'game'
      readonly place: PlaceOf<'game'>
      readonly answer: GameStatisticsAnswer
      /** On the tab of the table, where the game has a season. */
      readonly season?: SeasonAnswer
      /** On the tab of line-ups. */
      readonly players?: { readonly lineUps: LineUpsAnswer; readonly info: PlayersInfoAnswer }
    }
  | {
      readonly kind: 'team'
      readonly place: PlaceOf<'team'>
      readonly answer: TeamStatisticsAnswer
      readonly players: TeamPlayersAnswer['items']
    }
  | { readonly kind: 'player'; readonly place: PlaceOf<'player'>; readonly answer: PlayerAnswer }
  | { readonly kind: 'stage'; readonly place: PlaceOf<'stage'>; readonly answer: SeasonAnswer }
  | { readonly kind: 'tournament'; readonly place: PlaceOf<'tournament' | 'cyber'>; readonly answer: SeasonAnswer }
  | { readonly kind: 'rating'; readonly place: PlaceOf<'rating'>; readonly answer: RatingsAnswer }
  | { readonly kind: 'horse'; readonly place: PlaceOf<'horse'>; readonly answer: HorseAnswer }
  | { readonly kind: 'graph'; readonly place: PlaceOf<'graph'>; readonly answer: PriceGraphAnswer }

/** Which market a graph is of, as its query says it. */
export interface GraphWish {
  readonly typeId?: number
  readonly parameter?: string
}

/** Loads what a place is about. @throws AppError when there is no such game, side, championship or horse, or it is of another sport */
export async function loadStatistics(app: App, place: StatisticPlace, wish: GraphWish): Promise<StatisticsContent> {
  const { call } = app
  switch (place.kind) {
    case 'game':
      return loadGame(app, place)
    case 'team': {
      const { teamId, sportId } = place
      const [answer, { items }] = await Promise.all([
        call(getTeamStatistics, { query: { teamId, sportId } }),
        call(getTeamPlayers, { query: { teamId } }),
      ])
      return { kind: 'team', place, answer, players: items }
    }
    case 'player': {
      const answer = await call(getPlayerInfo, { query: { playerId: place.playerId } })
      if (answer.sportId !== place.sportId) throw new AppError('player.unknown')
      return { kind: 'player', place, answer }
    }
    case 'stage': {
      const { sportId, stageId: champId, table } = place
      return { kind: 'stage', place, answer: await call(getSeasonStatistics, { query: { champId, sportId, table } }) }
    }
    case 'tournament':
    case 'cyber': {
      const { sportId, tournamentId: champId, seasonId } = place
      const answer = await call(getSeasonStatistics, { query: { champId, sportId, seasonId } })
      return { kind: 'tournament', place, answer }
    }
    case 'rating': {
      const { sportId, ratingId } = place
      return { kind: 'rating', place, answer: await call(getRatings, { query: { sportId, ratingId } }) }
    }
    case 'horse':
      return { kind: 'horse', place, answer: await call(getHorseRecord, { query: { horseId: place.horseId } }) }
    case 'graph': {
      const answer = await call(getPriceGraph, { query: { gameId: place.gameId, ...wish } })
      return { kind: 'graph', place, answer }
    }
  }
}

async function loadGame({ call }: App, place: PlaceOf<'game'>): Promise<StatisticsContent> {
  const { gameId, sportId, tab } = place
  const answer = await call(getGameStatistics, { query: { gameId, sportId } })
  if (tab === 'table' && answer.seasonId !== undefined) {
    const { champId } = answer.game
    const season = await call(getSeasonStatistics, { query: { champId, seasonId: answer.seasonId } }).catch(() => null)
    return { kind: 'game', place, answer, ...(season && { season }) }
  }
  if (tab !== 'line-ups') return { kind: 'game', place, answer }
  const [lineUps, info] = await Promise.all([
    call(getLineUps, { query: { gameId } }),
    call(getShortPlayersInfo, { query: { gameId } }),
  ])
  return { kind: 'game', place, answer, players: { lineUps, info } }
}
