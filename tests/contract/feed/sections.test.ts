import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { GamesAnswer } from '#schemas'
import type { FeedScene } from '../../fixtures/feed-scene.ts'
import { CONTRACT_SECRETS } from '../scenes/call-contracts.ts'
import { feedSceneOf } from '../scenes/feed-contracts.ts'
import { HAS_PAGES, startTestServer, type TestServer } from '../scenes/test-server.ts'

/** Names of markets as pages write them. */
const RESULT = '>Match result<'
const TOTAL = '>Total'
const FOOTBALL = { sports: [1] }
const SECTIONS = {
  dashboardGamesLimit: 3,
  asianViewCountries: ['th'],
  homeSections: {
    betsonyour: { games: { isVisitorCountry: true } },
    laliga: { games: { championshipNames: ['la LIGA'], countries: ['es'] } },
    champions: { games: { championshipNames: ['Premier League'] } },
    politics: { isAvailable: false },
    marble: { games: FOOTBALL },
    team: { games: FOOTBALL },
    epl: { games: { championshipNames: ['Premier League'], teams: ['ashdown'] } },
    recommendation: { list: 'top', games: { startsWithinHours: 3 } },
  },
  furtherSections: {
    cricket: { games: { sports: [4] } },
    champions_final: { order: 40, games: { teams: ['Northgate'] } },
  },
}

let server: TestServer
let scene: FeedScene
beforeAll(async () => {
  server = await startTestServer({
    environment: { ...CONTRACT_SECRETS, LIVERY_COUNTRY_HEADER: 'x-country', LIVERY_TRUSTED_PROXIES: '10.0.0.1' },
    prepare: async ({ write }) => {
      await write('pier/config/betting.json', SECTIONS)
      await write('pier/config/boolean.json', { isAsianViewAllowed: true })
      await write('pier/config/application.json', { cardsInFormMode: 'cards-in-form', viewMode: 'compact' })
    },
  })
  scene = await feedSceneOf(server)
})
afterAll(() => server.close())

const homesOf = async (query: string, feed = 'line'): Promise<(string | undefined)[]> => {
  const answer = await server.send(`/web-api/main-${feed}-feed/sport1x2?${query}`)
  return answer.json<GamesAnswer>().items.map(({ participants: [home] }) => home?.name)
}

describe('the games of a section', () => {
  test('SPORT-12: are those of its filter, whatever else is asked for', async () => {
    expect(await homesOf('section=laliga')).toEqual(['Málaga Süd'])
    expect(await homesOf('section=laliga', 'live')).toEqual(['Castro'])
    expect(await homesOf('section=epl')).toEqual(['Millbrook'])
    expect(await homesOf('section=cricket')).toEqual(['Ivanova'])
    expect(await homesOf('section=cricket&sports=1')).toEqual([])
    expect(await homesOf(`section=champions&champs=${scene.champs.SP1}`)).toEqual([])
  })

  test('SPORT-12: are none while the brand has not configured it', async () => {
    for (const id of ['nhl-finals', 'politics', 'nobody', 'constructor']) {
      expect(await homesOf(`section=${id}`), id).toEqual([])
    }
    expect((await server.send('/web-api/main-line-feed/sport1x2?section=A%20B')).statusCode).toBe(400)
  })

  test('SPORT-2: bets on your own are those of the visitor’s country, of which the call tells', async () => {
    expect(await homesOf('section=betsonyour&country=67')).toEqual(['Málaga Süd'])
    expect(await homesOf('section=betsonyour&country=76')).toEqual(['Northgate', 'Millbrook'])
    expect(await homesOf('section=betsonyour')).toEqual([])
  })

  test('LAYOUT-2: a short list has no more games than a dashboard, and those of the hours that it names', async () => {
    expect(await homesOf('section=best&count=100')).toHaveLength(SECTIONS.dashboardGamesLimit)
    expect(await homesOf('count=100')).toHaveLength(4)
    expect(await homesOf('section=recommendation')).toEqual(['Northgate'])
  })
})

describe.runIf(HAS_PAGES)('pages of sections', () => {
  const open = async (path: string, country = 'de', cookie = '') => {
    const told = { accept: 'text/html', 'x-country': country, 'x-forwarded-for': '203.0.113.9', cookie }
    const { statusCode, body, headers } = await server.send(path, { headers: told })
    const title = /<title>([^<]*)/.exec(body)?.[1]?.split(' · ')[0]
    return { statusCode, body, title, location: headers.location }
  }

  test.each([
    ['SPORT-1', '/en/multi-live', 'Several games at once', 'Castro'],
    ['SPORT-1', '/en/line', 'Sports', 'Ivanova'],
    ['SPORT-1', '/en/line/4-tennis', 'Tennis', 'Ivanova'],
    ['SPORT-3', '/en/cyber', 'Cyber sports', 'There are no games here'],
    ['SPORT-3', '/en/cyber/shooters', 'Shooters', 'There are no games here'],
    ['SPORT-4', '/en/marble', 'Marbles', 'Northgate'],
    ['SPORT-4', '/en/best', 'Best games', 'Northgate'],
    ['SPORT-6', '/en/team', 'Teams', 'Ashdown'],
    ['SPORT-7', '/en/top-game', 'Top games', 'Northgate'],
    ['SPORT-8', '/en/champions', 'Champions', 'Millbrook'],
    ['SPORT-8', '/en/champions/final', 'Final', 'Northgate'],
    ['SPORT-8', '/en/champions/favorites', 'Champions: Favourites', 'Champions'],
    ['SPORT-9', '/en/cricket', 'Cricket', 'Ivanova'],
    ['SPORT-9', '/en/cricket/champions', 'Cricket: All championships', 'ATP Málaga'],
    ['SPORT-9', '/en/cricket/events', 'Cricket: All games', 'Ivanova'],
    ['SPORT-9', '/en/cricket/favorites', 'Cricket: Favourites', 'Cricket'],
    ['SPORT-9', '/en/cricket/search?text=ivan', 'Search games', 'Ivanova'],
    ['SPORT-10', '/en/top-events', 'Top events', 'Northgate'],
    ['SPORT-10', '/en/top-events/favorites', 'Top events: Favourites', 'Top events'],
    ['SPORT-12', '/en/section/laliga', 'LaLiga', 'Málaga Süd'],
  ])('%s: %s is there with its games', async (_requirement, path, title, name) => {
    const page = await open(path)
    expect(page.statusCode).toBe(200)
    expect(page.title).toBe(title)
    expect(page.body).toContain(name)
  })

  test('SPORT-2, SPORT-4, SPORT-8, SPORT-9: games and championships open inside their section, by their ids', async () => {
    const { Northgate, Ivanova } = scene.games
    const wrong = await open(`/en/marble/${Northgate}-wrong`)
    expect([wrong.statusCode, wrong.location]).toEqual([301, `/en/marble/${Northgate}-northgate-harbour`])
    const game = await open(String(wrong.location))
    expect(game.title).toBe('Northgate – Harbour')
    expect(game.body).toContain('href="/en/marble"')
    const elsewhere = await open(`/en/marble/${Ivanova}`)
    expect([elsewhere.statusCode, elsewhere.location]).toEqual([
      302,
      `/en/line/4-tennis/${scene.champs.atp}-atp-malaga/${Ivanova}-ivanova-nunez`,
    ])
    expect((await open(`/en/cricket/champions/${scene.champs.atp}-atp-malaga`)).title).toBe('ATP Málaga')
    expect((await open(`/en/champions/event/${scene.champs.E0}-premier-league`)).title).toBe('Premier League')
    expect((await open(`/en/champions/event/${scene.champs.SP1}-la-liga`)).statusCode).toBe(404)
    expect((await open(`/en/bets-on-your/${Northgate}-northgate-harbour`)).statusCode).toBe(302)
  })

  test('FEED-6, CFG-28: in the Asian view boards and games have handicaps and totals alone', async () => {
    const { Northgate = 0 } = scene.games
    const championship = `/en/line/1-football/${scene.champs.E0}-premier-league`
    const game = `${championship}/${Northgate}-northgate-harbour`
    for (const path of ['/en/line', '/en/line/1-football', championship, '/en/marble', game]) {
      const [european, asian] = [await open(path), await open(path, 'th')]
      expect(european.body, path).toContain(RESULT)
      expect(asian.body, path).toContain('Northgate')
      expect(asian.body, path).toContain(TOTAL)
      expect(asian.body, path).not.toContain(RESULT)
    }
    // A visitor's own choice counts where both views are offered, and a choice that is not offered counts for nothing.
    expect((await open(championship, 'th', 'board=v0')).body).toContain(RESULT)
    expect((await open(championship, 'de', 'board=v1')).body).toContain(RESULT)
  })

  test('LAYOUT-12: a page says whether its forms show groups as cards', async () => {
    expect((await open('/en/line')).body).toMatch(/<html[^>]* data-form="cards"/)
  })

  test('LAYOUT-11: boards are as dense as the brand has them, until a visitor has chosen', async () => {
    expect((await open('/en/line')).body).toContain('data-compact="true"')
    expect((await open('/en/line', 'en', 'board=c0')).body).not.toContain('data-compact')
  })

  test('SPORT-6: the page of a team has its games and its results', async () => {
    const team = scene.teams.Harbour ?? 0
    const page = await open(`/en/team/${team}-harbour`)
    expect(page.title).toBe('Harbour')
    expect(page.body).toContain('Northgate')
    expect(page.body).toContain('Oldtown')
    expect((await open(`/en/team/${team}`)).location).toBe(`/en/team/${team}-harbour`)
    expect((await open('/en/team/999999')).statusCode).toBe(404)
  })

  test('SPORT-1, LAYOUT-2: several live games are side by side as the address says', async () => {
    const { body } = await open(`/en/multi-live?games=${scene.games.Castro},${scene.games.Northgate}`)
    expect(body).toContain(`data-game="${scene.games.Castro}"`)
    expect(body).not.toContain(`data-game="${scene.games.Northgate}"`)
  })

  test('SPORT-12, SPORT-13: what is not configured has no page and no place in the menu; a section has one address', async () => {
    for (const path of ['/en/politics', '/en/section/scf', '/en/section/nobody', '/en/cyber/nobody', '/en/olympics'])
      expect((await open(path)).statusCode, path).toBe(404)
    const { body } = await open('/en/line')
    expect(body).toContain('href="/en/section/laliga"')
    expect(body).toContain('href="/en/favorites"')
    expect(body).not.toContain('href="/en/politics"')
    expect(body).not.toContain('/section/scf')
    expect((await open('/en/section/marble')).location).toBe('/en/marble')
  })

  test('SPORT-15: the global event has an entry that opens its championship', async () => {
    const { body } = await open('/en/line')
    expect(body).toMatch(/href="\/en\/line\/1-football\/10001-premier-league"/)
  })
})
