import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { countryIdOf } from '#machines/site/tables/country-table.ts'
import type {
  CasinoRoundsAnswer,
  GameSessionNow,
  GamesActionsAnswer,
  GamesPreviewAnswer,
  GamesPreviewIdsAnswer,
  LaunchedGame,
} from '#schemas'
import { asLines, madeGame } from '#server/casino/catalogue/catalogue.test-support.ts'
import { importCatalogue } from '#server/casino/catalogue/catalogue-import.ts'
import { madeProvider } from '#server/casino/providers/casino-provider.test-support.ts'
import { forBrand } from '#server/db/for-brand.ts'
import { expectError } from '../scenes/answer-checks.ts'
import { playerWithMoney } from '../scenes/payment-contracts.ts'
import { HAS_PAGES, startTestServer, type TestServer } from '../scenes/test-server.ts'
import { newVisitor } from '../scenes/test-visitor.ts'

const LOBBY = '/web-api/service-api/gamespreview'
const AT = '/web-api/casino'
const KEY = 'a key of the brand'
const post = (body: object) => ({ method: 'POST' as const, body })

const game = (code: string, changes: Partial<Parameters<typeof madeGame>[2]> = {}) =>
  madeGame('acme', 0, { code, name: code, category: 'live', features: ['demo', 'jackpot'], order: 1, ...changes })

let server: TestServer
beforeAll(async () => {
  server = await startTestServer({
    environment: { LIVERY_GAMES_KEY: KEY },
    casinoProviders: async () => [madeProvider('acme')],
    prepare: async ({ write }) => {
      await write('pier/config/global.json', { defaultLanguage: 'en', defaultCountry: 'de', defaultCurrency: 'EUR' })
      await write('pier/config/casino.json', {
        gamesPreviewKey: 'LIVERY_GAMES_KEY',
        imageOrigins: ['https://pictures.example'],
        games: { dice: { image: 'art/dice.svg' } },
      })
      await write('pier/assets/art/dice.svg', '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1 1"/>')
    },
  })
  const games = [
    game('open', { image: 'https://pictures.example/open.webp', aspect: '4:3', maximumTimes: 5000 }),
    game('austrian', { blockedCountries: ['de'] }),
    game('dollar', { currencies: ['USD'] }),
  ]
  await forBrand(server.database.db, 'pier').transaction((tx) =>
    importCatalogue(tx, { chunks: [asLines(games)], providers: new Set(['acme']), now: server.now() }),
  )
})
afterAll(() => server.close())

const find = async (query = '') =>
  (await newVisitor(server).send(`${LOBBY}/GetGamesPreviewLight${query}`)).json<GamesPreviewAnswer>()
const codes = async (query = '') => (await find(query)).games.map(({ id }) => id).filter((id) => id.startsWith('acme-'))

describe('games of a catalogue over HTTP', () => {
  test('CAS-15: a game that may not be played is in no list, row or detail, and is not opened', async () => {
    expect(await codes()).toEqual(['acme-open'])
    const rows = (await newVisitor(server).send(`${LOBBY}/GetGamesActions?page=live_casino`)).json<GamesActionsAnswer>()
    expect(rows.rows.flatMap(({ games }) => games.map(({ id }) => id))).toEqual(['acme-open', 'live-roulette'])
    const ids = ['acme-open', 'acme-austrian', 'acme-dollar']
    const details = await newVisitor(server).send(`${LOBBY}/GetGamesPreviewByGameIds`, post({ ids }))
    expect(details.json<GamesPreviewIdsAnswer>().games).toMatchObject([
      {
        game: { id: 'acme-open', tags: expect.arrayContaining(['jackpot']) },
        aspect: '4:3',
        maximumTimes: 5000,
        returnLowest: '94.00',
      },
    ])
    for (const [gameId, code] of [
      ['acme-austrian', 'casino.not_for_country'],
      ['acme-dollar', 'casino.not_for_currency'],
      ['acme-none', 'casino.game_unknown'],
    ] as const)
      await expectError(
        await newVisitor(server).send(`${AT}/launch`, post({ gameId, mode: 'fun', device: 'mobile' })),
        code,
      )
  })

  test('CAS-3: with the key of the brand a partner site lists the games of a country and currency, and a wrong key is refused', async () => {
    const at = (country: string, currency: string, key = KEY) =>
      `?lng=en&partner=1&ref=1&gr=5&country=${countryIdOf(country)}&currency=${currency}&apiKey=${encodeURIComponent(key)}`
    expect(await codes(at('at', 'EUR'))).toEqual(['acme-austrian', 'acme-open'])
    expect(await codes(at('de', 'USD'))).toEqual(['acme-dollar', 'acme-open'])
    expect(await codes(`?country=${countryIdOf('at')}&currency=USD`)).toEqual(['acme-open'])
    for (const call of ['GetGamesPreviewLight', 'GetGamesActions'])
      await expectError(await newVisitor(server).send(`${LOBBY}/${call}${at('at', 'EUR', 'guessed')}`), 'access.denied')
  })

  test('makers, kinds and tags are counted with the first part of an answer alone', async () => {
    const first = await find('?category=live')
    expect(first.categories.find(({ id }) => id === 'live')).toEqual({ id: 'live', count: 2 })
    expect(first.providers.map(({ id }) => id)).toEqual(['livery', 'novomatic'])
    expect((await find('?offset=1')).providers).toEqual([])
  })

  test('pictures come from origins that the brand allows, and from its own assets', async () => {
    const { games } = await find()
    const imageOf = (id: string) => games.find((one) => one.id === id)?.image
    expect(imageOf('acme-open')).toBe('https://pictures.example/open.webp')
    const own = imageOf('dice') ?? ''
    expect(own).toMatch(/^\/brand\/[0-9a-f]{16}\/art\/dice\.svg$/)
    expect((await newVisitor(server).send(own)).statusCode).toBe(200)
    expect(imageOf('roulette')).toBe('')
  })

  test.skipIf(!HAS_PAGES)(
    'CAS-7: pages may frame the providers of the brand and show its pictures, nothing else',
    async () => {
      const policy = String((await server.send('/en')).headers['content-security-policy'])
      expect(policy).toContain("frame-src 'self' https://acme.example;")
      expect(policy).toContain("img-src 'self' data: https://pictures.example;")
    },
  )

  test('CAS-14: a session is opened, read by its player alone, closed, and its game is named in the history', async () => {
    const { player } = await playerWithMoney(server)
    const launched = (
      await player.send(`${AT}/launch`, post({ gameId: 'acme-open', mode: 'real', device: 'desktop' }))
    ).json<LaunchedGame>()
    const { sessionId } = launched
    expect(launched).toMatchObject({
      url: `https://acme.example/play?token=${sessionId}`,
      balanceMinor: 5000,
      open: [],
    })
    expect(launched).not.toHaveProperty('settings')
    const now = async () => (await player.send(`${AT}/session`, post({ sessionId }))).json<GameSessionNow>()
    expect(await now()).toMatchObject({ balanceMinor: 5000, stakeMinor: 0, isOpen: true })
    await expectError(await newVisitor(server).send(`${AT}/session`, post({ sessionId })), 'casino.session_unknown')
    await player.send(`${AT}/close`, post({ sessionId }))
    expect(await now()).toMatchObject({ isOpen: false })
    expect((await player.send(`${AT}/rounds`)).json<CasinoRoundsAnswer>().rounds).toEqual([])
  })
})
