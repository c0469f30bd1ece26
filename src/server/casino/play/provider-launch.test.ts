import { expect, test } from 'vitest'
import { AppError } from '#calls/app-error.ts'
import type { CatalogueGame } from '#schemas'
import { describeOnQuickestEngine } from '#server/db/engines.test-support.ts'
import { createTestCasino } from '../casino.test-support.ts'
import { asLines, madeGame } from '../catalogue/catalogue.test-support.ts'
import { catalogueGameId } from '../catalogue/catalogue-game-id.ts'
import { importCatalogue } from '../catalogue/catalogue-import.ts'
import { madeProvider } from '../providers/casino-provider.test-support.ts'
import type { CasinoProvider } from '../providers/casino-provider.ts'
import type { AskedFrame } from './provider-launch.ts'

await describeOnQuickestEngine('opening games of providers', (database) => {
  async function scene(brandId: string, changes: Partial<CasinoProvider> = {}, game: Partial<CatalogueGame> = {}) {
    const provider = madeProvider('aggregator', changes)
    const casino = createTestCasino(database().db, brandId, { providers: async () => [provider] })
    const entry = madeGame('aggregator', 1, { code: 'book:1', features: ['demo'], ...game })
    await casino.door.transaction((tx) =>
      importCatalogue(tx, { chunks: [asLines([entry])], providers: new Set(['aggregator']), now: casino.now() }),
    )
    const gameId = catalogueGameId('aggregator', 'book:1')
    const gamer = { brandId, accountId: await casino.newPlayer(1000) }
    const asked: AskedFrame = {
      ...{ gameId, mode: 'real', device: 'mobile', currency: 'EUR', country: 'de', language: 'en' },
      lobbyUrl: 'https://brand.example/en/casino',
    }
    const sessions = () =>
      casino.door.transaction((tx) => tx.select('casino_session').selectAll('casino_session').execute())
    return { ...casino, provider, gamer, asked, gameId, sessions }
  }

  test('CAS-7: a session of its own is opened for brand, player, game, currency and device, and the address is handed out', async () => {
    const { casino, provider, gamer, asked, sessions, gameId } = await scene('f-open')
    const opened = await casino.launchFrame(gamer, asked)
    const [session] = await sessions()
    expect(session).toMatchObject({
      ...{ account_id: gamer.accountId, provider_id: 'aggregator', game_id: gameId, mode: 'real', currency: 'EUR' },
      ...{ device: 'mobile', country: 'de', launched_at: expect.any(Date), closed_at: null },
    })
    expect(opened).toMatchObject({ balanceMinor: 1000, url: expect.stringContaining(session?.session_id ?? '?') })
    expect(provider.asked).toEqual([
      {
        ...{
          sessionId: session?.session_id,
          gameCode: 'book:1',
          accountId: gamer.accountId,
          mode: 'real',
          currency: 'EUR',
        },
        ...{ country: 'de', language: 'en', device: 'mobile', lobbyUrl: asked.lobbyUrl },
      },
    ])
  })

  test('CAS-7: while the provider is asked the session takes no action and nothing is locked', async () => {
    const { casino, gamer, asked, apply, balance, gameId } = await scene('f-early', {
      launch: async ({ sessionId }) => {
        early.push(await act(sessionId))
        return 'https://aggregator.example/play'
      },
    })
    const early: unknown[] = []
    const act = (sessionId: string) => apply({ sessionId, gameId, actionId: 'b1', kind: 'bet', amountMinor: 100 })
    const opened = await casino.launchFrame(gamer, asked)
    expect(early).toEqual([expect.objectContaining({ verdict: 'blocked', reason: 'session_not_launched' })])
    const after = await apply({
      ...{ sessionId: opened?.session.session_id ?? '', gameId },
      actionId: 'b2',
      kind: 'bet',
      amountMinor: 100,
    })
    expect(after).toMatchObject({ verdict: 'applied' })
    expect(await balance(gamer.accountId)).toBe(900)
  })

  test.each([
    ['does not answer', async () => Promise.reject(new Error('timed out'))],
    ['refuses', async () => Promise.reject(new AppError('casino.provider_failed'))],
    ['gives an address of somebody else', async () => 'https://elsewhere.example/play'],
    ['gives no address', async () => 'javascript:alert(1)'],
  ])('CAS-7: where the provider %s, the session is closed and the player sees why', async (why, launch) => {
    const { casino, gamer, asked, sessions } = await scene(`f-fails-${why.replaceAll(' ', '-')}`, { launch })
    await expect(casino.launchFrame(gamer, asked)).rejects.toMatchObject({ code: 'casino.provider_failed' })
    expect(await sessions()).toMatchObject([{ launched_at: null, closed_at: expect.any(Date) }])
  })

  test.each([
    ['in a country where it is blocked', { blockedCountries: ['de'] }, {}, 'casino.not_for_country'],
    ['in a currency that it does not have', { currencies: ['USD'] }, {}, 'casino.not_for_currency'],
    ['with a return outside of the bounds of the brand', { returnE4: 100 }, {}, 'casino.game_unknown'],
    ['for fun where it has no demo', { features: [] }, { mode: 'fun' }, 'casino.game_unknown'],
  ] as const)('CAS-15: a game is not opened %s, and no session is left', async (why, game, changes, code) => {
    const { casino, gamer, asked, sessions, provider } = await scene(
      `f-no-${why.slice(-12).replaceAll(' ', '-')}`,
      {},
      game as Partial<CatalogueGame>,
    )
    await expect(casino.launchFrame(gamer, { ...asked, ...changes })).rejects.toMatchObject({ code })
    expect([await sessions(), provider.asked]).toEqual([[], []])
  })

  test('a guest plays a demo, and for money not at all; a game that nobody knows is left to the own games', async () => {
    const { casino, brandId, asked, provider } = await scene('f-guest')
    const guest = { brandId, accountId: null }
    await expect(casino.launchFrame(guest, asked)).rejects.toMatchObject({ code: 'access.denied' })
    expect(await casino.launchFrame(guest, { ...asked, mode: 'fun' })).toMatchObject({ session: { mode: 'fun' } })
    expect(provider.asked).toMatchObject([{ mode: 'fun', accountId: null }])
    expect(await casino.launchFrame(guest, { ...asked, gameId: 'roulette' })).toBeNull()
    expect(await casino.launchFrame(guest, { ...asked, gameId: 'toString' })).toBeNull()
  })

  test('CAS-14: a session says what it has come to, to its player alone, and that it has ended', async () => {
    const { casino, gamer, asked, apply, newPlayer, gameId } = await scene('f-now')
    const sessionId = (await casino.launchFrame(gamer, asked))?.session.session_id ?? ''
    await apply({ sessionId, gameId, actionId: 'b1', kind: 'bet', amountMinor: 300 })
    await apply({ sessionId, gameId, actionId: 'w1', kind: 'win', amountMinor: 50, endsRound: true })
    const now = { sums: { stakeMinor: 300, payoutMinor: 50 }, balanceMinor: 750, isOpen: true }
    expect(await casino.sessionNow(gamer, sessionId)).toMatchObject(now)
    const stranger = { ...gamer, accountId: await newPlayer(100) }
    await expect(casino.sessionNow(stranger, sessionId)).rejects.toMatchObject({ code: 'casino.session_unknown' })
    await casino.close(gamer, sessionId)
    expect(await casino.sessionNow(gamer, sessionId)).toMatchObject({ ...now, isOpen: false })
    expect((await casino.namesOf(gamer.brandId))(gameId, 'aggregator').name).not.toBe(gameId)
  })
})
