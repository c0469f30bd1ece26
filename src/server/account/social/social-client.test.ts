import { createHash, createHmac } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { PROVIDERS, type SocialProvider } from '#machines/site/tables/social-providers.ts'
import { createSocialClient } from './social-client.ts'
import type { SocialSettings } from './social-settings.ts'
import { checkSecretSignature } from './social-tokens.ts'
import { bindingOf } from './social-transactions.ts'

/** One request as the stand-in for a provider got it. */
interface Asked {
  readonly method: string
  readonly url: URL
  readonly authorization: string
  readonly form: URLSearchParams
}

const BINDING = bindingOf('state-of-a-test', 'browser-of-a-test')
const WAY_BACK = 'https://pier.example/socauth/callback/x'
const SECRET = 'hush'

const client = createSocialClient({ clock: () => new Date(), allowsLoopback: true })
let server: Server
let origin = ''
let asked: Asked[] = []
let answers: Readonly<Record<string, { readonly status?: number; readonly body: unknown }>> = {}

beforeAll(async () => {
  server = createServer(async (request, response) => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk as Buffer)
    const url = new URL(request.url ?? '', origin)
    const form = new URLSearchParams(Buffer.concat(chunks).toString())
    const { method = '', headers } = request
    asked.push({ method, url, authorization: headers.authorization ?? '', form })
    const { status = 200, body } = answers[url.pathname] ?? { status: 404, body: {} }
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
})
afterAll(() => {
  server.close()
  server.closeAllConnections()
})
beforeEach(() => {
  asked = []
})

/** A provider of the table with its peculiarities, spoken to at the stand-in. */
function settingsOf(provider: SocialProvider): SocialSettings {
  const known = PROVIDERS[provider]
  if (!known?.userinfoEndpoint) throw new Error(`${provider} has no endpoints`)
  const { search } = new URL(known.userinfoEndpoint)
  return {
    ...known,
    provider,
    clientId: 'id',
    clientSecret: SECRET,
    authorizationEndpoint: `${origin}/authorize`,
    tokenEndpoint: `${origin}/token`,
    userinfoEndpoint: `${origin}/me${search}`,
  }
}

function cameBack(more = ''): URL {
  return new URL(`${WAY_BACK}?code=c0de&state=${BINDING.state}${more}`)
}

function answerWith(tokens: object, told: unknown): void {
  answers = { '/token': { body: { access_token: 't0ken', ...tokens } }, '/me': { body: told } }
}

const md5 = (text: string) => createHash('md5').update(text).digest('hex')

describe('AUTH-3: providers without OpenID', () => {
  test.each<[SocialProvider, object, object]>([
    ['facebook', { token_type: 'bearer' }, { id: '7', email: 'a@mail.example', first_name: 'Anna', last_name: 'K' }],
    ['discord', { token_type: 'Bearer' }, { id: '7', email: 'a@mail.example', global_name: 'Anna' }],
    ['twitter', { token_type: 'bearer' }, { data: { id: '7', name: 'Anna' } }],
    ['vk', { token_type: 'Bearer' }, { user: { user_id: 7, first_name: 'Anna', last_name: 'K' } }],
    ['yandex', { token_type: 'bearer' }, { id: '7', default_email: 'a@mail.example', first_name: 'Anna' }],
    ['mailru', {}, { id: '7', email: 'a@mail.example', first_name: 'Anna' }],
    ['ok', { token_type: 'session' }, { uid: '7', first_name: 'Anna' }],
  ])('%s: the code is exchanged with its verifier, and the claims are found', async (provider, tokens, told) => {
    answerWith(tokens, told)
    const profile = await client.identify(settingsOf(provider), cameBack(), BINDING)
    expect(profile).toMatchObject({ subject: '7', name: 'Anna' })
    const [exchange] = asked
    expect(exchange?.form.get('code')).toBe('c0de')
    expect(exchange?.form.get('code_verifier')).toBe(BINDING.codeVerifier)
    expect(exchange?.form.get('redirect_uri')).toBe(WAY_BACK)
  })

  test('the token goes where each provider wants it', async () => {
    answerWith({ token_type: 'bearer' }, { id: '7', data: { id: '7' }, user: { user_id: '7' }, uid: '7' })
    const me = async (provider: SocialProvider) => {
      await client.identify(settingsOf(provider), cameBack('&device_id=d7'), BINDING)
      return asked.at(-1)
    }
    expect((await me('facebook'))?.authorization).toBe('Bearer t0ken')
    expect((await me('yandex'))?.authorization).toBe('OAuth t0ken')
    expect((await me('mailru'))?.url.searchParams.get('access_token')).toBe('t0ken')
    const vk = await me('vk')
    expect([vk?.method, vk?.form.get('access_token'), vk?.form.get('client_id')]).toEqual(['POST', 't0ken', 'id'])
    expect(asked.at(-2)?.form.get('device_id')).toBe('d7')
    const { url } = (await me('ok')) ?? {}
    const signed = `format=jsonmethod=users.getCurrentUser${md5(`t0ken${SECRET}`)}`
    expect(url?.searchParams.get('sig')).toBe(md5(signed))
  })

  test.each<[string, object, string]>([
    ['no subject', { '/me': { body: { name: 'Anna' } } }, 'social.failed'],
    ['a userinfo that is refused', { '/me': { status: 403, body: {} } }, 'social.failed'],
    ['a provider in trouble', { '/me': { status: 503, body: {} } }, 'social.unavailable'],
    ['a code that is refused', { '/token': { status: 400, body: { error: 'invalid_grant' } } }, 'social.failed'],
    [
      'a client that is refused',
      { '/token': { status: 401, body: { error: 'invalid_client' } } },
      'social.unavailable',
    ],
  ])('%s', async (_what, change, code) => {
    answerWith({ token_type: 'bearer' }, { id: '7' })
    answers = { ...answers, ...change }
    await expect(client.identify(settingsOf('discord'), cameBack(), BINDING)).rejects.toMatchObject({ code })
  })

  test('a refusal of the player is told from a fault of the provider', async () => {
    const refusal = (error: string) => new URL(`${WAY_BACK}?error=${error}&state=${BINDING.state}`)
    const identify = (error: string) => client.identify(settingsOf('discord'), refusal(error), BINDING)
    await expect(identify('access_denied')).rejects.toMatchObject({ code: 'social.denied' })
    await expect(identify('server_error')).rejects.toMatchObject({ code: 'social.failed' })
    expect(asked).toEqual([])
  })

  test('SEC-9: what a failure carries for the log holds neither code nor token', async () => {
    answers = { '/token': { status: 400, body: { error: 'invalid_grant', error_description: 'c0de is used' } } }
    const failure: unknown = await client.identify(settingsOf('discord'), cameBack(), BINDING).catch((error) => error)
    const { cause } = failure as { cause: Error }
    expect(cause.message).toContain('invalid_grant')
    expect(JSON.stringify([cause.message, cause.cause ?? null])).not.toContain('c0de')
  })
})

test('a provider at plain HTTP is refused where that is not allowed', async () => {
  const strict = createSocialClient({ clock: () => new Date(), allowsLoopback: false })
  const start = strict.authorizationUrl(settingsOf('discord'), WAY_BACK, BINDING)
  await expect(start).rejects.toMatchObject({ code: 'social.unavailable' })
})

test('a provider that cannot be reached is reported as such', async () => {
  const gone = { ...settingsOf('discord'), issuer: 'http://127.0.0.1:9' }
  await expect(client.authorizationUrl(gone, WAY_BACK, BINDING)).rejects.toMatchObject({ code: 'social.unavailable' })
})

test('LinkedIn gets neither nonce nor code challenge, which it refuses', async () => {
  const { lacksPkce = false } = PROVIDERS.linkedin ?? {}
  const url = new URL(await client.authorizationUrl({ ...settingsOf('discord'), lacksPkce }, WAY_BACK, BINDING))
  expect(lacksPkce).toBe(true)
  expect(url.searchParams.has('code_challenge')).toBe(false)
  expect(url.searchParams.get('state')).toBe(BINDING.state)
})

test('an ID token signed with the secret is checked', () => {
  const body = 'aGVhZA.Ym9keQ'
  const sign = (key: string) => `${body}.${createHmac('sha256', key).update(body).digest('base64url')}`
  expect(() => checkSecretSignature(sign(SECRET), SECRET)).not.toThrow()
  expect(() => checkSecretSignature(sign('another'), SECRET)).toThrow('social.failed')
  expect(() => checkSecretSignature('', SECRET)).toThrow('social.failed')
})

test('state, nonce and verifier of one browser tell nothing of another', () => {
  const other = bindingOf('state-of-a-test', 'another browser')
  expect(other.nonce).not.toBe(BINDING.nonce)
  expect(other.codeVerifier).not.toBe(BINDING.codeVerifier)
  expect(new Set([BINDING.state, BINDING.nonce, BINDING.codeVerifier]).size).toBe(3)
})
