import {
  addFavoriteChamps,
  addFavoriteGames,
  getEventTypesByGameId,
  getFavorites,
  getGameSubscription,
  migrateFavoriteGames,
  removeFavoriteChamps,
  removeFavoriteGames,
  saveGameSubscription,
} from '#calls/favorites.calls.ts'
import type { PlayerGames } from '#server/feed/player-games.ts'
import { type AnyHandler, answer, type CallScope, playerOf } from '../http/call-scope.ts'

/** The calls of what players choose of the feed. */
export function favoritesHandlers(games: PlayerGames): AnyHandler[] {
  const who = (scope: CallScope) => [scope.site.brandId, playerOf(scope).accountId] as const
  return [
    answer(getFavorites, (_input, scope) => games.favorites(...who(scope))),
    answer(addFavoriteGames, ({ body }, scope) => games.add(...who(scope), body.games)),
    answer(removeFavoriteGames, ({ body }, scope) => games.remove(...who(scope), body.games)),
    answer(addFavoriteChamps, ({ body }, scope) => games.addChamps(...who(scope), body.champs)),
    answer(removeFavoriteChamps, ({ body }, scope) => games.removeChamps(...who(scope), body.champs)),
    answer(migrateFavoriteGames, ({ body }, scope) => games.migrate(...who(scope), body)),
    answer(saveGameSubscription, async ({ body }, scope) => ({ items: await games.subscribe(...who(scope), body) })),
    answer(getGameSubscription, async ({ query }, scope) => ({
      items: await games.subscriptions(...who(scope), query.gameId),
    })),
    answer(getEventTypesByGameId, ({ query }) => games.newsTypes(query.gameId)),
  ]
}
