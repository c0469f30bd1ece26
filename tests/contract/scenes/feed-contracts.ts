import type { Call } from '#calls/call.ts'
import { LINE_FEED, LIVE_FEED } from '#calls/feed.calls.ts'
import { forFeed } from '#server/db/for-feed.ts'
import { createLiveBook } from '#server/feed/live/live-book.ts'
import { type FeedScene, makeFeedScene } from '../../fixtures/feed-scene.ts'
import type { CallContract } from './call-contract.ts'
import { tellDuelPlayers } from './duel-scene.ts'
import type { TestRequest, TestServer } from './test-server.ts'
import { newPlayer } from './test-visitor.ts'
import { asBearer, serviceToken } from './token-scene.ts'

const scenes = new WeakMap<object, Promise<FeedScene>>()

/** The book of a test server, filled once. */
export function feedSceneOf({ database, now }: TestServer): Promise<FeedScene> {
  const scene = scenes.get(database) ?? makeFeedScene(database, now())
  scenes.set(database, scene)
  return scene
}

type Query = (scene: FeedScene) => string

/** Asks with a query that the scene answers, and with one that is refused. */
function contract(wanted: Query, refused: string, refusal: CallContract['refusal']): CallContract {
  return {
    succeed: async (server, path) => server.send(`${path}${wanted(await feedSceneOf(server))}`),
    refuse: async (server, path) => server.send(`${path}${refused}`),
    refusal,
  }
}

const games = contract(() => '?sports=1,4&count=100&partner=1&lng=en', '?count=0', 'request.invalid')
const champ = contract(({ champs }) => `?champId=${champs.E0}`, '?champId=3', 'championship.unknown')
const game = contract((scene) => `?gameId=${scene.games.Northgate}`, '?gameId=3', 'game.unknown')
const search = contract(() => '?text=malaga', `?text=${'x'.repeat(101)}`, 'request.invalid')

const BY_QUERY: Readonly<Record<string, CallContract>> = {
  'feed/offer-query': games,
  'feed/champ-query': champ,
  'feed/game-query': game,
  'feed/search-query': search,
  'feed/favorites-query': contract((scene) => `?games=${scene.games.Northgate}`, '?games=', 'request.invalid'),
  'feed/teams-query': contract(({ teams }) => `?teams=${teams.Vega}`, '?teams=a', 'request.invalid'),
  'feed/opponents-query': contract(
    ({ teams }) => `?oppIds=${teams.Northgate},${teams.Harbour}`,
    '?oppIds=1,,2',
    'request.invalid',
  ),
  'feed/express-day-query': contract(() => '', '?count=5', 'request.invalid'),
}

/** A table that is refused nobody but those who ask under a host of no brand. */
const NOWHERE: CallContract = {
  succeed: (server, path) => server.send(path),
  refuse: (server, path) => server.send(path, { host: 'nobody.example' }),
  refusal: 'brand.unknown_host',
}

/** A call for bearers, with games or championships of a scene in its body. */
function forBearer(request: Pick<TestRequest, 'method'>, bodyOf?: (scene: FeedScene) => object): CallContract {
  return {
    succeed: async (server, path) => {
      const player = await newPlayer(server)
      const body = bodyOf?.(await feedSceneOf(server))
      const bearer = asBearer(await serviceToken(player), player)
      return bearer.send(path, { ...request, ...(body && { body }) })
    },
    refuse: async (server, path) => (await newPlayer(server)).send(path, request),
    refusal: 'access.denied',
  }
}

const oneGame = ({ games }: FeedScene) => ({ games: [games.Northgate] })
const oneChamp = ({ champs }: FeedScene) => ({ champs: [{ champId: champs.E0, kind: 3 }] })
const guestMarks = (scene: FeedScene) => ({ games: [{ gameId: scene.games.Northgate, kind: 3 }], ...oneChamp(scene) })

const FEEDS: readonly Call[] = [...Object.values(LINE_FEED), ...Object.values(LIVE_FEED)]

/** Builds a duel of players who are told for it, and one of players that there are not. */
const duel: CallContract = {
  succeed: async (server, path) => {
    const [home = 0, away = 0] = await tellDuelPlayers(server)
    return server.send(path, { method: 'POST', body: { team1Ids: [home], team2Ids: [away] } })
  },
  refuse: (server, path) => server.send(path, { method: 'POST', body: { team1Ids: [1], team2Ids: [2] } }),
  refusal: 'duel.impossible',
}

/** A horse that is entered for a race. */
async function horseOf(server: TestServer): Promise<number> {
  const door = forFeed(server.database.db)
  const startsAt = new Date(server.now().getTime() + 3_600_000).toISOString()
  const competition = { code: 'meadow', name: 'Meadow Park', sportId: 130 }
  const entrants = [
    { number: 1, name: 'Silver Lantern' },
    { number: 2, name: 'Old Oak' },
  ]
  await createLiveBook({ door, now: server.now }).take({
    producer: 'meadow',
    changes: [
      { kind: 'game', game: 'race', competition, home: 'Opening Stakes', startsAt },
      { kind: 'field', game: 'race', entrants },
    ],
  })
  const horse = await door.read((tx) => tx.selectFrom('feed.horse').select('horse_id').executeTakeFirstOrThrow())
  return horse.horse_id
}

/** The contracts of the calls of the feed. */
export const FEED_CONTRACTS: Readonly<Record<string, CallContract>> = {
  ...Object.fromEntries(FEEDS.map((call) => [call.id, BY_QUERY[call.query ?? ''] as CallContract])),
  getResults: contract(() => '?dateFrom=2026-02-01&dateTo=2026-03-01', '?dateFrom=yesterday', 'request.invalid'),
  getResultChamps: contract(() => '?sports=1', '?sports=football', 'request.invalid'),
  getHeadToHead: contract((scene) => `?gameId=${scene.games.Northgate}&count=5`, '?gameId=3', 'game.unknown'),
  getTeamLastGames: contract((scene) => `?gameId=${scene.games.Northgate}`, '?gameId=3', 'game.unknown'),
  getAvailablePlayersForDuel: contract(() => '?sportId=1', '?sportId=x', 'request.invalid'),
  buildDuel: duel,
  getLineUps: contract((scene) => `?gameId=${scene.games.Castro}`, '?gameId=3', 'game.unknown'),
  getShortPlayersInfo: contract((scene) => `?gameId=${scene.games.Castro}`, '?gameId=3', 'game.unknown'),
  getPlayerInfo: {
    succeed: async (server, path) => {
      const [playerId = 0] = await tellDuelPlayers(server, 'player')
      return server.send(`${path}?playerId=${playerId}&lng=de`)
    },
    refuse: (server, path) => server.send(`${path}?playerId=3`),
    refusal: 'player.unknown',
  },
  getTeamPlayers: contract(({ teams }) => `?teamId=${teams.Vega}`, '?teamId=x', 'request.invalid'),
  getHorseRace: contract((scene) => `?gameId=${scene.games.Castro}`, '?gameId=3', 'game.unknown'),
  getHorsesRace: contract(() => '?sportId=130', '?sportId=none', 'request.invalid'),
  getStadiumForGame: contract((scene) => `?gameId=${scene.games.Castro}`, '?gameId=3', 'game.unknown'),
  getStageTable: contract(({ champs }) => `?champId=${champs.E0}`, '?champId=3', 'championship.unknown'),
  getStatisticsOverview: contract(() => '?sportId=1', '?sportId=football', 'request.invalid'),
  getGameStatistics: contract((scene) => `?gameId=${scene.games.Northgate}&sportId=1`, '?gameId=3', 'game.unknown'),
  getTeamStatistics: contract(({ teams }) => `?teamId=${teams.Vega}`, '?teamId=3', 'page.unknown'),
  getSeasonStatistics: contract(
    ({ champs }) => `?champId=${champs.E0}&table=home`,
    '?champId=3',
    'championship.unknown',
  ),
  getRatings: contract(() => '?sportId=1&ratingId=all', '?sportId=77', 'page.unknown'),
  getHorseRecord: {
    succeed: async (server, path) => server.send(`${path}?horseId=${await horseOf(server)}`),
    refuse: (server, path) => server.send(`${path}?horseId=3000`),
    refusal: 'page.unknown',
  },
  getPriceGraph: contract((scene) => `?gameId=${scene.games.Northgate}`, '?gameId=3', 'game.unknown'),
  getGameStatus: contract((scene) => `?gameId=${scene.games.Castro}`, '?gameId=3', 'game.unknown'),
  getCountries: NOWHERE,
  getSportTable: NOWHERE,
  getFavorites: forBearer({}),
  addFavoriteGames: forBearer({ method: 'POST' }, oneGame),
  removeFavoriteGames: forBearer({ method: 'DELETE' }, oneGame),
  addFavoriteChamps: forBearer({ method: 'POST' }, oneChamp),
  removeFavoriteChamps: forBearer({ method: 'DELETE' }, oneChamp),
  migrateFavoriteGames: forBearer({ method: 'POST' }, guestMarks),
  saveGameSubscription: {
    succeed: async (server, path) => {
      const body = { gameId: (await feedSceneOf(server)).games.Northgate, eventTypes: [1, 3] }
      return (await newPlayer(server)).send(path, { method: 'POST', body })
    },
    refuse: async (server, path) =>
      (await newPlayer(server)).send(path, { method: 'POST', body: { gameId: 3, eventTypes: [1] } }),
    refusal: 'game.unknown',
  },
  getGameSubscription: {
    succeed: async (server, path) => (await newPlayer(server)).send(path),
    refuse: async (server, path) => (await newPlayer(server)).send(`${path}?gameId=x`),
    refusal: 'request.invalid',
  },
  getEventTypesByGameId: contract((scene) => `?gameId=${scene.games.Northgate}`, '?gameId=3', 'game.unknown'),
  checkLink: contract(() => '?link=/en', '?link=en', 'request.invalid'),
}
