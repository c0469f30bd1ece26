import { createHmac, generateKeyPairSync, verify } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import type { CasinoProviderSettings } from '#schemas'
import { silentLog } from '#server/db/silent-log.test-support.ts'
import type { ProviderLaunch } from './casino-provider.ts'
import { createJoinedCasinoProviders } from './joined-casino-providers.ts'
import { ownSignatureFault } from './own-protocol/own-signature.ts'

const NOW = new Date('2026-03-01T12:00:00Z')
const KEY = 'a key of the brand'
const { publicKey, privateKey } = generateKeyPairSync('rsa', {
  modulusLength: 2048,
  publicKeyEncoding: { type: 'spki', format: 'pem' },
  privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
})
const FRAME = 'https://play.games.example/g/1?s=2'

const ASKED: ProviderLaunch = {
  ...{ sessionId: 'session-1', gameCode: 'book-7', accountId: 4711, mode: 'real', currency: 'EUR', country: 'de' },
  ...{ language: 'pt-BR', device: 'mobile', lobbyUrl: 'https://brand.example/pt/casino' },
}
const FOR_FUN: ProviderLaunch = { ...ASKED, accountId: null, mode: 'fun' }

type Answer = () => Promise<Response> | Response
interface Sent {
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  readonly text: string
  readonly body: Record<string, unknown>
}

/** A provider of a protocol whose answers the test gives, and what was sent to it. */
async function joined(protocol: 'livery' | 'hub88' | 'swipe', answer: Answer) {
  const sent: Sent[] = []
  const settings: CasinoProviderSettings = {
    ...{ name: 'Games', protocol, wallet: 'seamless', url: 'https://api.games.example/v1/', operatorId: '1042' },
    ...{ partnerId: 'pier', publicKey, frameOrigins: ['https://play.games.example'], takesBets: true },
  }
  const providers = createJoinedCasinoProviders({
    casino: async () => ({
      providers: { games: settings },
      providerApiKeys: { games: 'LIVERY_GAMES_KEY' },
      providerWalletSecrets: { games: 'LIVERY_GAMES_KEY' },
    }),
    secretOf: () => (protocol === 'hub88' ? privateKey : KEY),
    clock: () => NOW,
    log: silentLog,
    fetch: async (url, init) => {
      const text = String(init?.body)
      const headers = Object.fromEntries(new Headers(init?.headers))
      sent.push({ url: String(url), headers, text, body: JSON.parse(text) })
      return answer()
    },
  })
  const found = await providers.find('pier', 'games')
  if (!found) throw new Error('the provider is not joined')
  return { sent, launch: found.provider.launch, all: await providers.all('pier') }
}

const opens = (body: object) => () => Response.json(body)

describe('the launch of a game', () => {
  test('the own protocol names the session and the player, and signs what it says', async () => {
    const { sent, launch, all } = await joined('livery', opens({ url: FRAME }))
    expect(await launch(ASKED)).toBe(FRAME)
    expect(sent[0]).toMatchObject({
      url: 'https://api.games.example/v1/launch',
      body: {
        ...{ operatorId: '1042', sessionId: 'session-1', game: 'book-7', player: 'player-4711', mode: 'real' },
        ...{ currency: 'EUR', country: 'de', language: 'pt-BR', device: 'mobile' },
        lobbyUrl: 'https://brand.example/pt/casino',
      },
    })
    const { headers = {}, text = '' } = sent[0] ?? {}
    expect(ownSignatureFault(KEY, { headers, body: new TextEncoder().encode(text), now: NOW })).toBeNull()
    await launch(FOR_FUN)
    expect(sent[1]?.body).toMatchObject({ mode: 'fun', player: null })
    expect(all.map(({ provider }) => provider.id)).toEqual(['games'])
  })

  test('Hub88 gets a signed request for money, and for fun one in XXX without a player', async () => {
    const { sent, launch } = await joined('hub88', opens({ url: FRAME }))
    expect(await launch(ASKED)).toBe(FRAME)
    const [real] = sent
    expect(real?.url).toBe('https://api.games.example/v1/operator/generic/v2/game/url')
    expect(real?.body).toEqual({
      ...{ operator_id: 1042, sub_partner_id: 'pier', user: 'player-4711', token: 'session-1', game_code: 'book-7' },
      ...{ currency: 'EUR', country: 'DE', lang: 'pt', lobby_url: ASKED.lobbyUrl, platform: 'GPL_MOBILE' },
    })
    const signature = Buffer.from(real?.headers['x-hub88-signature'] ?? '', 'base64')
    expect(verify('RSA-SHA256', Buffer.from(real?.text ?? ''), publicKey, signature)).toBe(true)
    await launch(FOR_FUN)
    expect(sent[1]?.body).toMatchObject({ currency: 'XXX' })
    expect(sent[1]?.body).not.toHaveProperty('user')
    expect(sent[1]?.body).not.toHaveProperty('token')
  })

  test('Swipe Games gets canonical JSON with its HMAC, and for fun neither a session nor a player', async () => {
    const { sent, launch } = await joined('swipe', opens({ gameURL: FRAME, gsID: crypto.randomUUID() }))
    expect(await launch(ASKED)).toBe(FRAME)
    const [real] = sent
    expect(real?.url).toBe('https://api.games.example/v1/create-new-game')
    expect(real?.text).toBe(
      '{"cID":"1042","currency":"EUR","demo":false,"extCID":"pier","gameID":"book-7","locale":"pt_br","platform":"mobile","returnURL":"https://brand.example/pt/casino","sessionID":"session-1","user":{"country":"DE","id":"player-4711"}}',
    )
    expect(real?.headers['x-request-sign']).toBe(
      createHmac('sha256', KEY)
        .update(real?.text ?? '')
        .digest('hex'),
    )
    await launch(FOR_FUN)
    expect(sent[1]?.body).toMatchObject({ demo: true })
    expect(sent[1]?.body).not.toHaveProperty('sessionID')
    expect(sent[1]?.body).not.toHaveProperty('user')
  })

  test.each(['livery', 'hub88', 'swipe'] as const)(
    'refusals, silence, other bodies and frames of foreign origins of %s are a failure that players can read',
    async (protocol) => {
      const answers: Answer[] = [
        () => Response.json({ error: 'no such game' }, { status: 404 }),
        () => Promise.reject(new TypeError('fetch failed')),
        () => new Response('<html>', { status: 200 }),
        opens({}),
        opens({ url: 'https://evil.example/', gameURL: 'https://evil.example/' }),
        opens({ url: 'javascript:alert(1)', gameURL: 'javascript:alert(1)' }),
      ]
      for (const answer of answers) {
        const { launch } = await joined(protocol, answer)
        await expect(launch(ASKED)).rejects.toMatchObject({ code: 'casino.provider_failed' })
      }
    },
  )

  test('a provider whose secret is not in the environment is none', async () => {
    const settings: CasinoProviderSettings = {
      ...{ name: 'Games', protocol: 'livery', wallet: 'seamless', url: 'https://api.games.example', operatorId: '1' },
      ...{ frameOrigins: [], takesBets: true },
    }
    const providers = createJoinedCasinoProviders({
      casino: async () => ({
        providers: { games: settings },
        providerApiKeys: { games: 'LIVERY_GAMES_KEY' },
        providerWalletSecrets: {},
      }),
      ...{ secretOf: () => undefined, clock: () => NOW, log: silentLog, fetch },
    })
    expect(await providers.find('pier', 'games')).toBeUndefined()
    expect(await providers.find('pier', 'toString')).toBeUndefined()
    expect(await providers.all('pier')).toEqual([])
  })
})
