import { defineCall, type SchemaName } from './call.ts'
import { FEED_PARAMETERS } from './feed-parameters.ts'

/** The feeds: games before they start, and games that are played (TABLE-2). */
export type FeedName = 'line' | 'live'

/** Bases of the two families of calls (FEED-2). */
const OLD_BASE = { line: 'LineFeed', live: 'LiveFeed' } as const
const MAIN_BASE = { line: 'main-line-feed', live: 'main-live-feed' } as const

/** How long answers of the feed may be reused, in seconds. */
const SHARED_SECONDS = 1

/** A call of the feed: a question with the answer's schema. */
/* @__NO_SIDE_EFFECTS__ */
function ask<const Query extends SchemaName, const Answer extends SchemaName>(
  id: string,
  path: string,
  summary: string,
  schemas: { readonly query: Query; readonly answer: Answer },
) {
  const declared = { query: FEED_PARAMETERS }
  return defineCall({ id, summary, path: `/web-api/${path}`, ...schemas, declared, maxAgeSeconds: SHARED_SECONDS })
}

const OFFER = 'feed/offer-query'
const GAMES = { query: OFFER, answer: 'feed/games-answer' } as const
const CHAMPS = { query: OFFER, answer: 'feed/champs-answer' } as const
const SPORTS = { query: OFFER, answer: 'feed/sports-answer' } as const
const CHAMP = { query: 'feed/champ-query', answer: 'feed/champ-answer' } as const
const GAME = { query: 'feed/game-query', answer: 'feed/game-answer' } as const
const SEARCH = { query: 'feed/search-query', answer: 'feed/search-answer' } as const

/** The calls of the older family (FEED-4, FEED-5) and their Asian variants (FEED-6), which tell handicaps and totals alone. */
/* @__NO_SIDE_EFFECTS__ */
function oldFamily(feed: FeedName) {
  const at = OLD_BASE[feed]
  const teams = { query: 'feed/teams-query', answer: 'feed/games-answer' } as const
  const favorites = { query: 'feed/favorites-query', answer: 'feed/games-answer' } as const
  const expresses = { query: 'feed/express-day-query', answer: 'feed/express-day-answer' } as const
  return {
    get1x2: ask(`${feed}Get1x2`, `${at}/Get1x2_VZip`, `A board of the ${feed} feed.`, GAMES),
    getChamps: ask(`${feed}GetChamps`, `${at}/GetChampsZip`, `Championships of the ${feed} feed.`, CHAMPS),
    getChamp: ask(`${feed}GetChamp`, `${at}/GetChampZip`, `A championship of the ${feed} feed.`, CHAMP),
    getSports: ask(`${feed}GetSports`, `${at}/GetSportsShortZip`, `Sports of the ${feed} feed.`, SPORTS),
    getGame: ask(`${feed}GetGame`, `${at}/GetGameZip`, `A game of the ${feed} feed.`, GAME),
    getFavorites: ask(`${feed}GetFavorites`, `${at}/GetFavoritesZip`, `Marked games of the ${feed} feed.`, favorites),
    getTeamGames: ask(`${feed}GetTeamGames`, `${at}/GetGamesTeamZip`, `Games of teams of the ${feed} feed.`, teams),
    search: ask(`${feed}Search`, `${at}/Web_SearchZip`, `A search of the ${feed} feed.`, SEARCH),
    expressDay: ask(`${feed}ExpressDay`, `${at}/express-day`, `Expresses of the day, ${feed}.`, expresses),
    topGamesStats: ask(`${feed}TopGamesStats`, `${at}/top/games/stats`, `Games in front of the ${feed} feed.`, GAMES),
    topChamps: ask(`${feed}TopChamps`, `${at}/top/champs`, `Championships in front of the ${feed} feed.`, CHAMPS),
    globalChamp: ask(`${feed}GlobalChamp`, `${at}/global/champ`, `The event of the season in the ${feed} feed.`, {
      query: OFFER,
      answer: 'feed/champ-answer',
    }),
    asiaGet1x2: ask(`${feed}AsiaGet1x2`, `${at}/Asia/Get1x2_VZip`, `A board of the ${feed} feed, Asian view.`, GAMES),
    asiaGetChamp: ask(`${feed}AsiaGetChamp`, `${at}/Asia/GetChampZip`, `A championship, ${feed}, Asian view.`, CHAMP),
    asiaGetGame: ask(`${feed}AsiaGetGame`, `${at}/Asia/GetGameZip`, `A game of the ${feed} feed, Asian view.`, GAME),
  }
}

/** The calls of the newer family (FEED-7). */
/* @__NO_SIDE_EFFECTS__ */
function mainFamily(feed: FeedName) {
  const at = MAIN_BASE[feed]
  const opponents = { query: 'feed/opponents-query', answer: 'feed/games-answer' } as const
  return {
    gameEvents: ask(`${feed}GameEvents`, `${at}/gameEvents`, `All markets of a game of the ${feed} feed.`, GAME),
    gameInfo: ask(`${feed}GameInfo`, `${at}/gameInfo`, `A game of the ${feed} feed with its main markets.`, GAME),
    sectionTopChamps: ask(
      `${feed}SectionTopChamps`,
      `${at}/sportSection/topChamps`,
      `Top of a sport, ${feed}.`,
      CHAMPS,
    ),
    champsBySport: ask(`${feed}ChampsBySport`, `${at}/champsBySport`, `Championships of a sport, ${feed}.`, CHAMPS),
    sport1x2: ask(`${feed}Sport1x2`, `${at}/sport1x2`, `A board by championships of the ${feed} feed.`, GAMES),
    mainSearch: ask(`${feed}MainSearch`, `${at}/search`, `A search of the ${feed} feed.`, SEARCH),
    gamesByChamp: ask(`${feed}GamesByChamp`, `${at}/gamesByChamp`, `Games of a championship, ${feed}.`, CHAMP),
    gamesByOpp: ask(`${feed}GamesByOpp`, `${at}/gamesByOpp`, `Games of sides against each other, ${feed}.`, opponents),
    broadcasts: ask(`${feed}Broadcasts`, `${at}/broadcasts`, `Games of the ${feed} feed that can be watched.`, {
      query: OFFER,
      answer: 'feed/broadcasts-answer',
    }),
    sliderGames: ask(`${feed}SliderGames`, `${at}/sliderGames`, `Games for the slider of the ${feed} feed.`, GAMES),
  }
}

/** The calls of the line feed, both families. */
export const LINE_FEED = { ...oldFamily('line'), ...mainFamily('line') }

/** The calls of the live feed, both families. */
export const LIVE_FEED = { ...oldFamily('live'), ...mainFamily('live') }

/** Games that are over. */
export const getResults = ask('getResults', 'results/games', 'Games that are over, the latest first.', {
  query: 'feed/results-query',
  answer: 'feed/results-answer',
})

/** Championships of games that are over. */
export const getResultChamps = ask('getResultChamps', 'results/champs', 'Championships of which there are results.', {
  query: 'feed/results-query',
  answer: 'feed/result-champs-answer',
})

/** How the sides of a game have played each other (FEED-16). */
export const getHeadToHead = defineCall({
  id: 'getHeadToHead',
  summary: 'How the sides of a game have played each other.',
  path: '/web-api/statistics/h2h',
  alsoAt: '/web-api/statistics/HeadToHead',
  query: 'feed/statistics-query',
  answer: 'feed/head-to-head-answer',
  maxAgeSeconds: SHARED_SECONDS,
})

/** How the sides of a game have played last (FEED-16). */
export const getTeamLastGames = defineCall({
  id: 'getTeamLastGames',
  summary: 'How the sides of a game have played last.',
  path: '/web-api/statistics/TeamLastGames',
  query: 'feed/statistics-query',
  answer: 'feed/team-last-games-answer',
  maxAgeSeconds: SHARED_SECONDS,
})

/** Where a game stands (FEED-16). */
export const getGameStatus = defineCall({
  id: 'getGameStatus',
  summary: 'Where a game stands: status, score and clock.',
  path: '/web-api/statistics/Status',
  query: 'feed/statistics-query',
  answer: 'feed/game-status-answer',
  maxAgeSeconds: SHARED_SECONDS,
})

/** Who plays in a game, and what the players did (FEED-16). */
export const getLineUps = defineCall({
  id: 'getLineUps',
  summary: 'Who plays in a game, and what the players did.',
  path: '/web-api/statistics/LineUps',
  query: 'feed/statistics-query',
  answer: 'feed/line-ups-answer',
  maxAgeSeconds: SHARED_SECONDS,
})

/** What the results count of the players of a game (FEED-16). */
export const getShortPlayersInfo = defineCall({
  id: 'getShortPlayersInfo',
  summary: 'The players of a game in short: games, goals and cards.',
  path: '/web-api/statistics/ShortPlayersInfo',
  query: 'feed/statistics-query',
  answer: 'feed/players-info-answer',
  maxAgeSeconds: SHARED_SECONDS,
})

/** What is known of a player (SPORT-9). */
export const getPlayerInfo = defineCall({
  id: 'getPlayerInfo',
  summary: 'A player: the team, what the player did, the games to come and what can be bet on.',
  path: '/web-api/statistics/PlayerInfo',
  query: 'feed/player-query',
  answer: 'feed/player-answer',
  maxAgeSeconds: SHARED_SECONDS,
})

/** The players of a team. */
export const getTeamPlayers = defineCall({
  id: 'getTeamPlayers',
  summary: 'The players of a team in short: games, goals and cards.',
  path: '/web-api/statistics/TeamPlayers',
  query: 'feed/team-players-query',
  answer: 'feed/team-players-answer',
  maxAgeSeconds: SHARED_SECONDS,
})

/** Where a game is played (FEED-16). */
export const getStadiumForGame = defineCall({
  id: 'getStadiumForGame',
  summary: 'Where a game is played.',
  path: '/web-api/statistics/GetStadiumForGame_2',
  query: 'feed/statistics-query',
  answer: 'feed/stadium-answer',
  maxAgeSeconds: SHARED_SECONDS,
})

/** The card of a race or of another event of many (FEED-16). */
export const getHorseRace = defineCall({
  id: 'getHorseRace',
  summary: 'The card of a race: its runners, and where they came in.',
  path: '/web-api/statistics/HorseRace',
  query: 'feed/statistics-query',
  answer: 'feed/horse-race-answer',
  maxAgeSeconds: SHARED_SECONDS,
})

/** Meetings with their races (FEED-16). */
export const getHorsesRace = defineCall({
  id: 'getHorsesRace',
  summary: 'Meetings of horse races: those to come, and those of the last twelve hours.',
  path: '/web-api/statistics/HorsesRace',
  query: 'feed/horses-race-query',
  answer: 'feed/horses-race-answer',
  maxAgeSeconds: SHARED_SECONDS,
})

/** The table of a championship (FEED-16). */
export const getStageTable = defineCall({
  id: 'getStageTable',
  summary: 'The table of a championship in a season.',
  path: '/web-api/statistics/StageTable',
  query: 'feed/stage-table-query',
  answer: 'feed/stage-table-answer',
  maxAgeSeconds: SHARED_SECONDS,
})

/** The players available for building duels (FEED-14). */
export const getAvailablePlayersForDuel = defineCall({
  id: 'getAvailablePlayersForDuel',
  summary: 'The players available for building duels.',
  path: '/web-api/LineFeed/GetAvailablePlayersForDuel',
  query: 'feed/duel-players-query',
  answer: 'feed/duel-players-answer',
  maxAgeSeconds: SHARED_SECONDS,
})

/** Two teams of players against each other, with prices (FEED-13). */
export const buildDuel = defineCall({
  id: 'buildDuel',
  summary: 'Sets two teams of players against each other: which scores more goals?',
  method: 'POST',
  path: '/web-api/LineFeed/BuildDuel',
  body: 'feed/duel-body',
  answer: 'feed/duel-answer',
})

/** How long tables may be reused, in seconds. */
const TABLE_SECONDS = 900

/** The countries of the brand (FEED-15). */
export const getCountries = defineCall({
  id: 'getCountries',
  summary: 'Countries by their ids.',
  path: '/web-api/Web/GetCountries',
  answer: 'feed/countries-answer',
  maxAgeSeconds: TABLE_SECONDS,
})

/** All sports (FEED-15). */
export const getSportTable = defineCall({
  id: 'getSportTable',
  summary: 'Sports and cyber disciplines by their ids.',
  path: '/web-api/Web/Sports',
  answer: 'feed/sport-table-answer',
  maxAgeSeconds: TABLE_SECONDS,
})

/** Whether an address of the site leads to a page (FEED-15). */
export const checkLink = defineCall({
  id: 'checkLink',
  summary: 'Whether an address of the site leads to a page.',
  path: '/web-api/Web/CheckLink',
  query: 'feed/link-query',
  answer: 'feed/link-answer',
})
