import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { ownSignatureFault } from '#server/casino/providers/own-protocol/own-signature.ts'
import { readBalance } from '#server/casino/wallet/balance.ts'
import { forBrand } from '#server/db/for-brand.ts'
import { proveLedger } from '#server/money/ledger-proof.ts'
import { playerWithMoney, wish } from '../scenes/payment-contracts.ts'
import { startTestServer, type TestServer } from '../scenes/test-server.ts'
import type { TestPlayer } from '../scenes/test-visitor.ts'

const KEY = 'a key that both sides know'
const FRAME = 'https://play.games.example/g/1'

/** A provider of the own protocol that keeps purses of players, and can be made silent or refuse to open games. */
function createProvider(now: () => Date) {
  const purses = new Map<string, number>()
  const done = new Map<string, object>()
  const dials = { isSilent: false, opens: true }
  interface Asked {
    readonly player: string
    readonly transferId: string
    readonly amount: string
  }
  const answers: Readonly<Record<string, (asked: Asked) => object | null>> = {
    launch: () => (dials.opens ? { url: FRAME } : null),
    balance: ({ player }) => ({ balance: String(purses.get(player) ?? 0) }),
    status: ({ transferId }) => done.get(transferId) ?? { state: 'unknown' },
    deposit: (asked) => moved(asked, Number(asked.amount)),
    withdraw: (asked) => moved(asked, -Number(asked.amount)),
  }
  function moved({ player, transferId, amount }: Asked, minor: number): object {
    const former = done.get(transferId)
    if (former) return former
    const after = (purses.get(player) ?? 0) + minor
    const answer = after < 0 ? { state: 'refused' } : { state: 'done', amount }
    if (after >= 0) purses.set(player, after)
    done.set(transferId, answer)
    return answer
  }
  return {
    purses,
    dials,
    fetch: async (url: unknown, init: RequestInit = {}) => {
      if (dials.isSilent) throw new TypeError('fetch failed')
      const body = new TextEncoder().encode(String(init.body))
      const headers = Object.fromEntries(new Headers(init.headers))
      if (ownSignatureFault(KEY, { headers, body, now: now() }) !== null) return new Response('{}', { status: 401 })
      const answer = answers[new URL(String(url)).pathname.slice(1)]?.(JSON.parse(String(init.body)))
      return answer ? Response.json(answer) : new Response('{}', { status: 503 })
    },
  }
}

let server: TestServer
const provider = createProvider(() => server.now())
beforeAll(async () => {
  server = await startTestServer({
    environment: { LIVERY_AWAY_KEY: KEY },
    fetch: provider.fetch as typeof fetch,
    prepare: ({ write }) =>
      write('pier/config/casino.json', {
        providers: {
          away: {
            ...{ name: 'Away Games', protocol: 'livery', wallet: 'transfer', url: 'https://api.games.example' },
            ...{ operatorId: '1', frameOrigins: ['https://play.games.example'], takesBets: true },
          },
        },
        providerApiKeys: { away: 'LIVERY_AWAY_KEY' },
      }),
  })
})
afterAll(() => server.close())

const post = (body: object) => ({ method: 'POST' as const, body })

async function launched(player: TestPlayer): Promise<{ sessionId: string; url: Promise<string> }> {
  const sessionId = crypto.randomUUID()
  const now = server.now()
  await forBrand(server.database.db, 'pier').transaction((tx) =>
    tx
      .insert('casino_session', {
        ...{
          session_id: sessionId,
          account_id: player.userId,
          provider_id: 'away',
          game_id: 'away-book',
          mode: 'real',
        },
        ...{ currency: 'EUR', exponent: 2, country: 'de', device: 'mobile', fun_minor: null, opened_at: now },
        ...{ launched_at: now, expires_at: new Date(now.getTime() + 3_600_000) },
      })
      .execute(),
  )
  const joined = await server.casino.providers.find('pier', 'away')
  if (!joined) throw new Error('the provider is not joined')
  const url = joined.provider.launch({
    ...{ sessionId, gameCode: 'book', accountId: player.userId, mode: 'real', currency: 'EUR', country: 'de' },
    ...{ language: 'en', device: 'mobile', lobbyUrl: 'https://pier.example/en/casino' },
  })
  return { sessionId, url }
}

const purse = ({ userId }: TestPlayer) => provider.purses.get(`player-${userId}`) ?? 0
const plays = ({ userId }: TestPlayer, minor: number) => provider.purses.set(`player-${userId}`, minor)

/** What the player can stake and withdraw here. */
async function cash({ userId }: TestPlayer): Promise<number> {
  const minor = await forBrand(server.database.db, 'pier').transaction((tx) => readBalance(tx, userId, 'EUR'))
  return minor ?? 0
}

describe('a transfer wallet on the server', () => {
  test('CAS-13: money goes to the provider with the launch, and comes back before a withdrawal', async () => {
    const { player } = await playerWithMoney(server)
    const { url } = await launched(player)
    expect(await url).toBe(FRAME)
    expect([await cash(player), purse(player)]).toEqual([0, 5000])
    plays(player, 6000)
    const payment = await player.send('/web-api/payments/withdrawal', post(wish({ amount: 60 })))
    expect(payment.statusCode).toBe(200)
    expect([await cash(player), purse(player)]).toEqual([0, 0])
  })

  test('a game that does not open gives the money back, and one whose provider is silent takes none for good', async () => {
    const { player } = await playerWithMoney(server)
    provider.dials.opens = false
    await expect((await launched(player)).url).rejects.toMatchObject({ code: 'casino.provider_failed' })
    provider.dials.opens = true
    expect([await cash(player), purse(player)]).toEqual([5000, 0])
    provider.dials.isSilent = true
    await expect((await launched(player)).url).rejects.toMatchObject({ code: 'casino.provider_failed' })
    provider.dials.isSilent = false
    server.wait(60_000)
    await server.casino.rounds.run()
    server.wait(60_000)
    await server.casino.rounds.run()
    expect([await cash(player), purse(player)]).toEqual([5000, 0])
  })

  test('money comes back when the game is closed and when the player signs out, and the books are right', async () => {
    for (const end of ['close', 'signOut'] as const) {
      const { player } = await playerWithMoney(server)
      const { sessionId, url } = await launched(player)
      await url
      if (end === 'close') await player.send('/web-api/casino/close', post({ sessionId }))
      else
        await forBrand(server.database.db, 'pier').transaction((tx) =>
          tx.update('session', { ended_at: server.now() }).where('account_id', '=', player.userId).execute(),
        )
      server.wait(60_000)
      await server.casino.rounds.run()
      expect([await cash(player), purse(player)]).toEqual([5000, 0])
    }
    const { breaks } = await forBrand(server.database.db, 'pier').transaction((tx) => proveLedger(tx))
    expect(breaks).toEqual([])
  })

  test('a provider of the transfer wallet may not ask the wallet here', async () => {
    const { statusCode } = await server.send('/web-api/casino/wallet/away', post({ sessionId: 's', currency: 'EUR' }))
    expect(statusCode).toBe(404)
  })
})
