import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { FeedScene } from '../../fixtures/feed-scene.ts'
import { feedSceneOf } from '../scenes/feed-contracts.ts'
import { htmlMarks } from '../scenes/html-skeleton.ts'
import { HAS_PAGES, startTestServer, type TestServer } from '../scenes/test-server.ts'

const FRIEND = 'https://news.example'

let server: TestServer
let scene: FeedScene
beforeAll(async () => {
  server = await startTestServer({
    prepare: async ({ write }) => {
      await write('pier/config/iframe.json', { statisticsOrigins: [FRIEND] })
      const jetty = { name: 'Jetty', extends: 'pier', schemaVersion: 2, revision: 1, operator: 'contract-fixtures' }
      await write('jetty/brand.json', { id: 'jetty', hosts: ['jetty.example'], ...jetty })
      await write('jetty/config/iframe.json', { statisticsOrigins: [] })
    },
  })
  scene = await feedSceneOf(server)
})
afterAll(() => server.close())

const frame = (rest: string, headers: Record<string, string> = {}, host?: string) =>
  server.send(`/en/statisticpopup/${rest}`, { ...(host ? { host } : {}), headers: { accept: 'text/html', ...headers } })
const game = () => `game/1/${scene.games.Northgate}`

describe.skipIf(!HAS_PAGES)('statistics in a frame', () => {
  test('WID-1, WID-7: a game is shown by its tab, main without one, and says that it is 280 px high at least', async () => {
    for (const rest of [game(), `${game()}/main`, `${game()}/form`]) {
      const { statusCode, body } = await frame(rest)
      expect([rest, statusCode]).toEqual([rest, 200])
      const main = htmlMarks(body).find(({ name }) => name === 'main')
      expect(main?.attributes['data-frame-min-height']).toBe('280')
      expect(main?.attributes['data-frame-origins']).toBe(FRIEND)
    }
  })

  test.each([
    'nonsense/1/2',
    'GAME/1/2',
    '__proto__/1',
    'constructor/1/1',
    'game/1',
    'game/1/abc',
    'game/1/-1',
    'game/1/1e3',
    'game/1/99999999999999999999',
    'game/1/999999999',
    'team/1/0',
    'team/1/1/2',
    'stage/1/1/1',
    'cyber/1/1/2024-25',
    'rating/1/..%2f..',
    'horse/x',
    'graph/1/roman',
    'tournament/1/1/%3Cscript%3E',
  ])('WID-2, WID-6: %s is no page: 404 as a page, and nothing of the address is in it', async (rest) => {
    const { statusCode, body, headers } = await frame(rest)
    expect(statusCode).toBe(404)
    expect(headers['content-type']).toContain('text/html')
    expect(body).not.toContain('<script>')
    expect(
      htmlMarks(body).filter(
        ({ kind, name, attributes }) => kind === 'start' && name === 'script' && !attributes.nonce,
      ),
    ).toEqual([])
  })

  test('WID-1, WID-3, WID-4: a tab, a table and a way to write prices that are none are no pages', async () => {
    const champ = scene.champs.E0
    for (const rest of [
      `${game()}/lineups`,
      `${game()}/main/more`,
      `stage/1/${champ}?tt=middle`,
      `graph/${scene.games.Northgate}/roman`,
    ])
      expect([rest, (await frame(rest)).statusCode]).toEqual([rest, 404])
    expect((await frame(`graph/${scene.games.Northgate}`)).statusCode).toBe(200)
  })

  test('a theme that is none is refused', async () => {
    for (const theme of ['pink', 'LIGHT', '', 'light%22%3E%3Cscript%3E', 'constructor'])
      expect([theme, (await frame(`${game()}?theme=${theme}`)).statusCode]).toEqual([theme, 400])
    for (const theme of ['light', 'dark', 'system'])
      expect((await frame(`${game()}?theme=${theme}`)).statusCode).toBe(200)
  })

  test('WID-11, SEC-10: only the named sites may frame it', async () => {
    const within = { 'sec-fetch-dest': 'iframe', 'sec-fetch-site': 'cross-site' }
    const named = await frame(game(), { ...within, referer: `${FRIEND}/story` })
    expect(named.statusCode).toBe(200)
    expect(named.headers['content-security-policy']).toContain(`frame-ancestors ${FRIEND};`)
    expect(named.headers['x-frame-options']).toBeUndefined()
    for (const referer of [
      'https://evil.example/',
      `${FRIEND}.evil.example/`,
      'http://news.example/',
      'news.example',
      '',
    ])
      expect([referer, (await frame(game(), { ...within, referer })).statusCode]).toEqual([referer, 403])
    const closed = await frame(game(), {}, 'jetty.example')
    expect(closed.headers['content-security-policy']).toContain("frame-ancestors 'none'")
    expect(closed.headers['x-frame-options']).toBe('DENY')
  })
})
