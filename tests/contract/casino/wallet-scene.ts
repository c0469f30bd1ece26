import { generateKeyPairSync } from 'node:crypto'
import type { Seat, SentCall, WalletRenderer, WalletTarget } from '#server/casino/conformance/conformance-wallet.ts'
import { NotApplicable } from '#server/casino/conformance/conformance-wallet.ts'
import { rendererOf } from '#server/casino/conformance/judged-adapter.ts'
import { playerName } from '#server/casino/providers/wallet-adapter.ts'
import { forBrand } from '#server/db/for-brand.ts'
import { playerWithMoney } from '../scenes/payment-contracts.ts'
import { startTestServer, type TestServer, type TestServerOptions } from '../scenes/test-server.ts'
import type { TestPlayer } from '../scenes/test-visitor.ts'

/** Where providers call. */
export const WALLET_AT = '/web-api/casino/wallet'
const SECRET = 'a secret that both sides know'
const { publicKey, privateKey } = generateKeyPairSync('rsa', {
  modulusLength: 2048,
  publicKeyEncoding: { type: 'spki', format: 'pem' },
  privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
})

const provider = (protocol: string, more: object = {}) => ({
  ...{ name: `Games by ${protocol}`, protocol, wallet: 'seamless', url: 'https://api.games.example' },
  ...{ operatorId: '1042', frameOrigins: ['https://play.games.example'], takesBets: true },
  ...more,
})

const CASINO = {
  providers: { own: provider('livery'), hub: provider('hub88', { publicKey }), swipe: provider('swipe') },
  providerApiKeys: { own: 'LIVERY_WALLET_KEY', hub: 'LIVERY_WALLET_PEM', swipe: 'LIVERY_WALLET_KEY' },
  providerWalletSecrets: { own: 'LIVERY_WALLET_KEY', swipe: 'LIVERY_WALLET_KEY' },
}

/** What a server needs whose brand has joined a provider of each protocol. */
export const JOINED: Required<Pick<TestServerOptions, 'environment' | 'prepare'>> = {
  environment: { LIVERY_WALLET_KEY: SECRET, LIVERY_WALLET_PEM: privateKey.replaceAll('\n', '\\n') },
  prepare: ({ write }) => write('pier/config/casino.json', CASINO),
}

/** A server whose brand has joined a provider of each protocol. */
export function startWalletServer(): Promise<TestServer> {
  return startTestServer(JOINED)
}

/** The providers of the brand, each with what speaks to them. */
export const PROVIDERS = {
  own: rendererOf('livery', SECRET),
  hub: rendererOf('hub88', privateKey),
  swipe: rendererOf('swipe', SECRET),
} as const satisfies Readonly<Record<string, WalletRenderer>>
export type ProviderId = keyof typeof PROVIDERS

/** A player with 50.00 at a game of a provider. */
export async function seatAt(
  server: TestServer,
  providerId: ProviderId,
): Promise<{ readonly player: TestPlayer; readonly seat: Seat }> {
  const { player } = await playerWithMoney(server)
  const sessionId = crypto.randomUUID()
  const now = server.now()
  await forBrand(server.database.db, 'pier').transaction((tx) =>
    tx
      .insert('casino_session', {
        ...{ session_id: sessionId, account_id: player.userId, provider_id: providerId, mode: 'real' },
        game_id: `${providerId}-book`,
        ...{ currency: 'EUR', exponent: 2, country: 'de', device: 'mobile', fun_minor: null, opened_at: now },
        ...{ launched_at: now, expires_at: new Date(now.getTime() + 3_600_000) },
      })
      .execute(),
  )
  const seat = { sessionId, player: playerName(player.userId), game: 'book', currency: 'EUR', exponent: 2 }
  return { player, seat }
}

/** Sends a call of a provider to the server, as it stands. */
export function sendCall(server: TestServer, providerId: string, call: SentCall, address = '10.9.9.9') {
  const path = [WALLET_AT, providerId, call.path].filter((part) => part !== '').join('/')
  const request = { method: call.method, address, headers: { ...call.headers, origin: null, 'sec-fetch-site': null } }
  const body = call.method === 'POST' ? { body: call.body } : {}
  return server.send(call.query === '' ? path : `${path}?${call.query}`, { ...request, ...body })
}

/** The wallet of the server as the suite drives it; each case has a player of its own. */
export function servedWallet(server: TestServer, providerId: ProviderId): WalletTarget {
  let calls = 0
  return {
    ...{ now: server.now, many: 20, controls: null, audit: async () => null },
    async send(call) {
      // Forged calls of one address are counted: each has another.
      const answer = await sendCall(server, providerId, call, `10.8.${(++calls >> 8) & 255}.${calls & 255}`)
      return { status: answer.statusCode, body: answer.json() }
    },
    async open(wish) {
      if (Object.keys(wish).length > 0) throw new NotApplicable('needs players of its own')
      return (await seatAt(server, providerId)).seat
    },
  }
}
