import { defineCall } from './call.ts'

/** What the player has marked (FEED-8). It takes the extra authorization header (FEED-12). */
export const getFavorites = defineCall({
  id: 'getFavorites',
  summary: 'The games and championships that the player has marked.',
  path: '/web-api/service-api/favorites/Favorite',
  alsoAt: '/service-api/favorites/Favorite',
  answer: 'feed/favorites-answer',
  access: 'bearer',
})

/** Marks games (FEED-9). */
export const addFavoriteGames = defineCall({
  id: 'addFavoriteGames',
  summary: 'Marks games for the player.',
  method: 'POST',
  path: '/web-api/service-api/favorites/Favorite/Games',
  alsoAt: '/service-api/favorites/Favorite/Games',
  body: 'feed/favorite-games-body',
  answer: 'feed/favorites-answer',
  access: 'bearer',
})

/** Marks games no longer (FEED-10). */
export const removeFavoriteGames = defineCall({
  id: 'removeFavoriteGames',
  summary: 'Takes the marks of games away for the player.',
  method: 'DELETE',
  path: '/web-api/service-api/favorites/Favorite/Games',
  alsoAt: '/service-api/favorites/Favorite/Games',
  body: 'feed/favorite-games-body',
  answer: 'feed/favorites-answer',
  access: 'bearer',
})

/** Carries over what a guest has marked in this browser (FEED-11). */
export const migrateFavoriteGames = defineCall({
  id: 'migrateFavoriteGames',
  summary: 'Adds what a guest has marked to the marks of the player.',
  method: 'POST',
  path: '/web-api/service-api/favorites/Favorite/migrate/Games',
  alsoAt: '/service-api/favorites/Favorite/migrate/Games',
  body: 'feed/favorites-migrate-body',
  answer: 'feed/favorites-answer',
  access: 'bearer',
})

/** Marks championships in a feed. */
export const addFavoriteChamps = defineCall({
  id: 'addFavoriteChamps',
  summary: 'Marks championships of a feed for the player.',
  method: 'POST',
  path: '/web-api/service-api/favorites/Favorite/Champs',
  alsoAt: '/service-api/favorites/Favorite/Champs',
  body: 'feed/favorite-champs-body',
  answer: 'feed/favorites-answer',
  access: 'bearer',
})

/** Marks championships in a feed no longer. */
export const removeFavoriteChamps = defineCall({
  id: 'removeFavoriteChamps',
  summary: 'Takes the marks of championships of a feed away for the player.',
  method: 'DELETE',
  path: '/web-api/service-api/favorites/Favorite/Champs',
  alsoAt: '/service-api/favorites/Favorite/Champs',
  body: 'feed/favorite-champs-body',
  answer: 'feed/favorites-answer',
  access: 'bearer',
})

/** Saves which news of a game the player wants to hear (FEED-17). */
export const saveGameSubscription = defineCall({
  id: 'saveGameSubscription',
  summary: 'Saves which news of a game the player wants to hear.',
  method: 'POST',
  path: '/web-api/GamesSubscription/save',
  body: 'feed/game-subscription',
  answer: 'feed/game-subscriptions-answer',
  access: 'authorized',
})

/** The news that the player wants to hear (FEED-17). */
export const getGameSubscription = defineCall({
  id: 'getGameSubscription',
  summary: 'The news that the player wants to hear, of one game or of all.',
  path: '/web-api/GamesSubscription/GetGameSubscription',
  query: 'feed/game-subscription-query',
  answer: 'feed/game-subscriptions-answer',
  access: 'authorized',
})

/** The kinds of news of a game (FEED-17). */
export const getEventTypesByGameId = defineCall({
  id: 'getEventTypesByGameId',
  summary: 'The kinds of news that a game still has.',
  path: '/web-api/GamesSubscription/GetEventTypesByGameId',
  query: 'feed/news-types-query',
  answer: 'feed/news-types-answer',
})
