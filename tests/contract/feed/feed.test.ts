import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Call, InputOf } from '#calls/call.ts'
import { getCountries, getSportTable, LINE_FEED, LIVE_FEED } from '#calls/feed.calls.ts'
import { FEED_PARAMETERS } from '#calls/feed-parameters.ts'
import { buildRequest } from '#calls/http/request-builder.ts'
import { normaliseParameters, RENAMED_PARAMETERS } from '#machines/site/routes/normalise-parameters.rules.ts'
import { isMenuSection } from '#machines/site/tables/tables.ts'
import type { BoardGame, SearchAnswer } from '#schemas'
import type { FeedScene } from '../../fixtures/feed-scene.ts'
import { expectError } from '../scenes/answer-checks.ts'
import { CONTRACT_SECRETS } from '../scenes/call-contracts.ts'
import { feedSceneOf } from '../scenes/feed-contracts.ts'
import { startTestServer, type TestServer } from '../scenes/test-server.ts'
import { newPlayer } from '../scenes/test-visitor.ts'

/** A brand that searches by ten characters at most. */
const CURT = { id: 'curt', name: 'Curt', extends: 'pier', hosts: ['curt.example'] }
let server: TestServer
let scene: FeedScene
beforeAll(async () => {
  server = await startTestServer({
    environment: CONTRACT_SECRETS,
    prepare: async ({ write }) => {
      await write('curt/brand.json', { ...CURT, schemaVersion: 2, revision: 1 })
      await write('curt/config/other.json', { searchMaxLength: 10 })
    },
  })
  scene = await feedSceneOf(server)
})
afterAll(() => server.close())

/** Sends a call as a page does. */
const ask = async <const C extends Call>(call: C, query: InputOf<C> extends { query: infer Q } ? Q : never) => {
  const { address } = buildRequest(call, { query: query as Readonly<Record<string, unknown>> })
  return server.send(address)
}
const homesOf = (items: readonly BoardGame[]) => items.map(({ participants: [home] }) => home?.name)

test('every parameter of a board is declared, so that pages can send it', async () => {
  const { default: schema } = await import('#schemas/feed/offer-query.schema.json', { with: { type: 'json' } })
  const sent = new Set(
    Object.keys(normaliseParameters(FEED_PARAMETERS, { playState: 'level', section: 'a', text: 'b' })),
  )
  expect(sent).toEqual(new Set(['playState', 'section', 'text']))
  const wire = (name: string) => Object.entries(RENAMED_PARAMETERS).find(([, renamed]) => renamed === name)?.[0] ?? name
  const names = Object.keys(schema.properties).map(wire)
  expect(names.filter((name) => !Object.hasOwn(FEED_PARAMETERS, name))).toEqual([])
})

test('FEED-1: the names of the specification are declared, and each can be sent', async () => {
  const names = [
    ...['sports', 'champs', 'games', 'subGames', 'teams', 'gameId', 'champId', 'sportId', 'countryId', 'regionId'],
    ...['groupId', 'groupMode', 'stageId', 'oppIds', 'marketType', 'marginCode', 'countEvents', 'favoriteGroups'],
    ...['topChamps', 'pinnedGames', 'gameTypes', 'visibleSports', 'menuSection', 'lineDisallowSport'],
    ...['liveDisallowSport', 'lng', 'lang', 'country', 'cfview', 'dateFrom', 'dateTo', 'tsFrom', 'tsTo', 'page'],
    ...['count', 'limit', 'partner', 'coefViewId', 'userId'],
  ] as const
  expect(names.filter((name) => !Object.hasOwn(FEED_PARAMETERS, name))).toEqual([])
  const common = { lng: 'de', lang: 'de', partner: 7, country: 76, groupId: 5, groupMode: 4, coefViewId: 2, cfview: 2 }
  const who = { userId: 10_000_001, marginCode: 2, lineDisallowSport: [9], liveDisallowSport: [9] }
  const lists = { sports: [4, 1, 4], champs: [scene.champs.E0 ?? 0], pinnedGames: [1], gameTypes: [2, 1], limit: 100 }
  const narrow = { visibleSports: [1], topChamps: false, countryId: 76, tsFrom: 1, tsTo: 99_999_999_999, count: 100 }
  const answer = await ask(LINE_FEED.get1x2, { ...common, ...who, ...lists, ...narrow, dateFrom: '2026-01-01' })
  expect(homesOf(answer.json<{ items: BoardGame[] }>().items)).toEqual(['Northgate', 'Millbrook'])
  const page = {
    ...common,
    ...who,
    gameId: scene.games.Northgate,
    subGames: [1],
    countEvents: 250,
    favoriteGroups: [5],
  }
  expect((await ask(LINE_FEED.getGame, page)).json()).toMatchObject({ groups: [{ groupId: 5 }, {}, {}, {}] })
  const none = await ask(LINE_FEED.get1x2, { stageId: 4 })
  expect(none.json()).toEqual({ items: [], total: 0 })
})

test('FEED-3: id lists are sorted and joined, and what is as ever is left out', () => {
  const { address } = buildRequest(LINE_FEED.get1x2, {
    query: { sports: [4, 1, 4], champs: [], count: 50, partner: 1, coefViewId: 0, pinnedGames: [9], lng: 'de' },
  })
  expect(decodeURIComponent(address)).toBe('/web-api/LineFeed/Get1x2_VZip?sports=1,4&topGames=9&lng=de')
})

test('FEED-4 to FEED-7: every call is at its path, for line and live', () => {
  const paths = (calls: Readonly<Record<string, Call>>) => Object.values(calls).map(({ path }) => path)
  const below = (old: string, main: string) =>
    [
      ...['Get1x2_VZip', 'GetChampsZip', 'GetChampZip', 'GetSportsShortZip', 'GetGameZip', 'GetFavoritesZip'],
      ...['GetGamesTeamZip', 'Web_SearchZip', 'express-day', 'top/games/stats', 'top/champs', 'global/champ'],
      ...['Asia/Get1x2_VZip', 'Asia/GetChampZip', 'Asia/GetGameZip'],
    ]
      .map((name) => `/web-api/${old}/${name}`)
      .concat(
        [
          ...['gameEvents', 'gameInfo', 'sportSection/topChamps', 'champsBySport', 'sport1x2', 'search'],
          ...['gamesByChamp', 'gamesByOpp', 'broadcasts', 'sliderGames'],
        ].map((name) => `/web-api/${main}/${name}`),
      )
  expect(paths(LINE_FEED)).toEqual(below('LineFeed', 'main-line-feed'))
  expect(paths(LIVE_FEED)).toEqual(below('LiveFeed', 'main-live-feed'))
})

test('FEED-2: line and live tell each its own games, and both families the same ones', async () => {
  const line = await ask(LINE_FEED.get1x2, {})
  expect(homesOf(line.json<{ items: BoardGame[] }>().items)).toEqual([
    'Northgate',
    'Millbrook',
    'Ivanova',
    'Málaga Süd',
  ])
  const live = await ask(LIVE_FEED.get1x2, {})
  expect(homesOf(live.json<{ items: BoardGame[] }>().items)).toEqual(['Castro'])
  expect((await ask(LIVE_FEED.sport1x2, {})).json()).toEqual(live.json())
  const byChamp = await ask(LINE_FEED.gamesByChamp, { champId: scene.champs.E0 })
  expect(byChamp.json()).toEqual((await ask(LINE_FEED.getChamp, { champId: scene.champs.E0 })).json())
})

test('FEED-5: the event of the season opens its championship, the slider shows no more than a dashboard', async () => {
  expect((await ask(LINE_FEED.globalChamp, {})).json()).toMatchObject({ champ: { champId: 10_001 }, total: 2 })
  expect((await ask(LINE_FEED.sliderGames, { count: 100 })).json<{ items: unknown[] }>().items.length).toBeLessThan(21)
  expect((await ask(LINE_FEED.topChamps, {})).json()).toMatchObject({ items: [{ name: 'Premier League' }, {}, {}] })
})

test('SPORT-5: the expresses of the day are of games that take bets, and stay the same', async () => {
  interface Answer {
    readonly date: string
    readonly items: readonly { readonly legs: readonly { readonly game: BoardGame }[]; readonly odds: string }[]
  }
  const { date, items } = (await ask(LINE_FEED.expressDay, {})).json<Answer>()
  expect(date).toBe('2026-03-01')
  expect(items.map(({ legs, odds }) => [legs.length, odds])).toEqual([[3, expect.stringMatching(/^[45]\.[0-9]{2}$/)]])
  expect(items[0]?.legs.every(({ game }) => game.status === 1 && game.kind === 3)).toBe(true)
  expect((await ask(LINE_FEED.expressDay, { lng: 'de' })).json()).toMatchObject({ items })
})

test('FEED-6: the Asian view has handicaps and totals, on boards and on the page of a game', async () => {
  const asian = (await ask(LINE_FEED.asiaGet1x2, { sports: [1] })).json<{ items: BoardGame[] }>()
  expect(asian.items.map(({ markets }) => markets.map(({ typeId }) => typeId))).toEqual([
    [5, 4],
    [5, 4],
    [5, 4],
  ])
  const page = (await ask(LINE_FEED.asiaGetGame, { gameId: scene.games.Northgate })).json<{ game: BoardGame }>()
  expect(page.game.markets.map(({ typeId }) => typeId)).toEqual([4, 4, 5])
})

test('FEED-6: marks, searches, games in front and games of teams have the markets of the view that asks', async () => {
  const { Northgate = 0 } = scene.games
  const types = (games: readonly BoardGame[]) =>
    new Set(games.flatMap(({ markets }) => markets.map(({ typeId }) => typeId)))
  const lists = [
    { call: LINE_FEED.getFavorites, query: { games: [Northgate] } },
    { call: LINE_FEED.topGamesStats, query: { sports: [1] } },
    { call: LINE_FEED.getTeamGames, query: { teams: [scene.teams.Harbour ?? 0] } },
    { call: LINE_FEED.mainSearch, query: { text: 'Northgate' } },
  ]
  for (const { call, query } of lists) {
    const answer = async (view: object) => {
      const found = (await ask(call as typeof LINE_FEED.get1x2, { ...query, ...view })).json<{
        items?: BoardGame[]
        games?: BoardGame[]
      }>()
      return types(found.items ?? found.games ?? [])
    }
    expect((await answer({})).has(1), call.id).toBe(true)
    expect([...(await answer({ bettingView: 1 }))].sort(), call.id).toEqual([4, 5])
  }
  await expectError(await ask(LINE_FEED.getFavorites, { games: [Northgate], bettingView: 2 }), 'request.invalid')
})

test('FEED-18: a list asks for 50, and for 50 more with each step', async () => {
  const { json } = await ask(LINE_FEED.get1x2, { page: 20 })
  expect(json()).toMatchObject({ total: 4 })
  await expectError(await ask(LINE_FEED.get1x2, { page: 21 }), 'request.invalid')
  await expectError(await ask(LINE_FEED.get1x2, { count: 1001 }), 'request.invalid')
})

test('FEED-21: a player does not see the sports that the settings leave out', async () => {
  const player = await newPlayer(server)
  const body = { lineDisallowSport: [1], liveDisallowSport: [] }
  expect((await player.send('/web-api/disallow-sports', { method: 'POST', body })).statusCode).toBe(200)
  const homes = async (path: string) => homesOf((await player.send(path)).json<{ items: BoardGame[] }>().items)
  expect(await homes('/web-api/LineFeed/Get1x2_VZip')).toEqual(['Ivanova'])
  expect(await homes('/web-api/LiveFeed/Get1x2_VZip')).toEqual(['Castro'])
  await expectError(await player.send(`/web-api/LineFeed/GetGameZip?gameId=${scene.games.Northgate}`), 'game.unknown')
})

test('TABLE-4: a number that is no section of the menu is refused', async () => {
  for (let section = 0; section < 1020; section += section === 40 ? 950 : 1) {
    const answer = await ask(LIVE_FEED.get1x2, { menuSection: section })
    expect([section, answer.statusCode]).toEqual([section, isMenuSection(section) ? 200 : 400])
  }
})

test('FEED-15, TABLE-6: countries, sports and addresses', async () => {
  const countries = (await server.send(getCountries.path)).json<{ items: { countryId: number; code: string }[] }>()
  for (const [countryId, code] of Object.entries({ 3: 'af', 76: 'gb', 251: 'gb-eng', 256: '001' }))
    expect(countries.items).toContainEqual({ countryId: Number(countryId), code })
  expect(countries.items).toHaveLength(290)
  const sports = (await server.send(getSportTable.path)).json<{ items: { sportId: number }[] }>()
  expect(sports.items.length).toBeGreaterThan(300)
  const check = async (link: string) =>
    (await server.send(`/web-api/Web/CheckLink?link=${encodeURIComponent(link)}`)).json<object>()
  expect(await check('/en')).toEqual({ isAvailable: true, route: 'home' })
  const address = `/en/line/1-football/${scene.champs.E0}-premier-league/${scene.games.Northgate}-northgate?x=1`
  expect(await check(address)).toEqual({ isAvailable: true, route: 'game' })
  expect(await check('/en/line/1-football/3-none/5-nobody')).toEqual({ isAvailable: false, route: 'game' })
  expect(await check('/en/no-such-page-anywhere')).toMatchObject({ isAvailable: false })
})

test('a search of more than 100 characters is refused', async () => {
  await expectError(await ask(LINE_FEED.search, { text: 'x'.repeat(101) }), 'request.invalid')
  expect((await ask(LINE_FEED.mainSearch, { text: 'x'.repeat(100) })).statusCode).toBe(200)
})

test('a search goes by as many characters as the brand says', async () => {
  const found = async (text: string, host?: string) => {
    const { address } = buildRequest(LINE_FEED.search, { query: { text } })
    const answer = await server.send(address, host === undefined ? {} : { host })
    return answer.json<SearchAnswer>().champs.map(({ name }) => name)
  }
  expect(await found('Premier Leopard')).toEqual([])
  expect(await found('Premier Leopard', 'curt.example')).toEqual(['Premier League'])
})

test('answers of the feed may be reused for a second', async () => {
  expect((await ask(LINE_FEED.get1x2, {})).headers['cache-control']).toBe('private, max-age=1')
})
