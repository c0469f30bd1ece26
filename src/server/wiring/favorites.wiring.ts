import {
  addFavoriteGames,
  getEventTypesByGameId,
  getFavorites,
  getGameSubscription,
  migrateFavoriteGames,
  removeFavoriteGames,
  saveGameSubscription,
} from '#calls/favorites.calls.ts'
import type { PlayerGames } from '#server/feed/player-games.ts'
import { type AnyHandler, answer, type CallScope, playerOf } from './call-scope.ts'

/** The calls of what players choose of the feed. */
export function favoritesHandlers(games: PlayerGames): AnyHandler[] {
  const who = (scope: CallScope) => [scope.site.brandId, playerOf(scope).accountId] as const
  return [
    answer(getFavorites, async (_input, scope) => ({ items: await games.favorites(...who(scope)) })),
    answer(addFavoriteGames, async ({ body }, scope) => ({ items: await games.add(...who(scope), body.games) })),
    answer(removeFavoriteGames, async ({ body }, scope) => ({ items: await games.remove(...who(scope), body.games) })),
    answer(migrateFavoriteGames, async ({ body }, scope) => ({
      items: await games.migrate(...who(scope), body.games),
    })),
    answer(saveGameSubscription, async ({ body }, scope) => ({ items: await games.subscribe(...who(scope), body) })),
    answer(getGameSubscription, async ({ query }, scope) => ({
      items: await games.subscriptions(...who(scope), query.gameId),
    })),
    answer(getEventTypesByGameId, ({ query }) => games.newsTypes(query.gameId)),
  ]
}
