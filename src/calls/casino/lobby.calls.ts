import { defineCall } from '../call.ts'
import { WEB_API } from '../http/base-paths.ts'

/** Games of the lobby (CAS-3). */
export const getGamesPreviewLight = defineCall({
  id: 'getGamesPreviewLight',
  summary: 'Games that can be played here, by kind, provider, tag or text.',
  path: `${WEB_API}/service-api/gamespreview/GetGamesPreviewLight`,
  alsoAt: '/service-api/gamespreview/GetGamesPreviewLight',
  query: 'casino/preview-query',
  answer: 'casino/preview-answer',
})

/** Rows of the lobby (CAS-3, CAS-6). */
export const getGamesActions = defineCall({
  id: 'getGamesActions',
  summary: 'Rows of games of a page of the casino, and what was won lately.',
  path: `${WEB_API}/service-api/gamespreview/GetGamesActions`,
  alsoAt: '/service-api/gamespreview/GetGamesActions',
  query: 'casino/actions-query',
  answer: 'casino/actions-answer',
})

/** The game at the head of the lobby (CAS-4). */
export const getGamesBanner = defineCall({
  id: 'getGamesBanner',
  summary: 'The game that the lobby shows first.',
  path: `${WEB_API}/service-api/gamespreview/getbanner`,
  alsoAt: '/service-api/gamespreview/getbanner',
  answer: 'casino/banner-answer',
})

/** Jackpots as they are now (CAS-12). */
export const getJackpots = defineCall({
  id: 'getJackpots',
  summary: 'Jackpots with what would be won now, and what the signed-in player has won lately.',
  path: `${WEB_API}/casino/jackpots`,
  query: 'casino/jackpots-query',
  answer: 'casino/jackpots-answer',
})

/** Details of games (CAS-5). */
export const getGamesPreviewByGameIds = defineCall({
  id: 'getGamesPreviewByGameIds',
  summary: 'What a player can know of games before playing them: return, bounds of stakes, how far prizes are apart.',
  method: 'POST',
  path: `${WEB_API}/service-api/gamespreview/GetGamesPreviewByGameIds`,
  alsoAt: '/service-api/gamespreview/GetGamesPreviewByGameIds',
  body: 'casino/preview-ids-body',
  answer: 'casino/preview-ids-answer',
})

/** Marks a game, or takes the mark away (CAS-6). */
export const markGame = defineCall({
  id: 'markGame',
  summary: 'Marks a game for the signed-in player, or takes the mark away.',
  method: 'POST',
  path: `${WEB_API}/casino/favorite`,
  body: 'casino/favorite-body',
  answer: 'casino/favorite-answer',
  access: 'authorized',
})
