import { generateKeyPairSync } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { createSocialClient } from '#server/account/social/social-client.ts'
import type { SocialSettings } from '#server/account/social/social-settings.ts'
import { bindingOf } from '#server/account/social/social-transactions.ts'
import { forBrand } from '#server/db/for-brand.ts'
import { expectError } from './answer-checks.ts'
import { CLIENT_ID, CLIENT_SECRET, type OpenidProvider, type Person, startOpenidProvider } from './openid-provider.ts'
import { ORIGIN, startTestServer, type TestServer } from './test-server.ts'
import { newPending, newPlayer, newVisitor, PASSWORD, register, type TestVisitor } from './test-visitor.ts'

const CALLBACK = `${ORIGIN}/socauth/callback/google`
const START = '/web-api/oauth/auth'
const READ = '/web-api/socauth/auth'
const PROFILE = '/web-api/v1/user-information'
const ACTIVATE = '/web-api/api/internal/v1/user/activate'
const FORM_PAGE = '/en/registration/soc_reg'
const MINUTE_MS = 60_000
/** Two more brands with the same providers; the second lets nobody sign in. */
const QUAY = 'quay.example'
const SHUT = 'shut.example'

let provider: OpenidProvider
let server: TestServer
let people = 0

beforeAll(async () => {
  process.env.LIVERY_SOCIAL_TEST_SECRET = CLIENT_SECRET
  provider = await startOpenidProvider([CALLBACK, `http://${QUAY}/socauth/callback/google`])
  server = await startTestServer({
    prepare: async ({ write }) => {
      await write('pier/config/auth.json', {
        types: { google: { order: 50, isAvailable: true }, discord: { order: 60, isAvailable: true } },
        socialClientIds: { google: CLIENT_ID, discord: 'an-id-without-a-secret' },
        socialClientSecrets: { google: 'LIVERY_SOCIAL_TEST_SECRET', discord: 'LIVERY_SOCIAL_NOT_SET' },
        socialProviders: { google: { issuer: provider.issuer } },
      })
      await write('pier/config/registration.json', { types: { soc_reg: { order: 40, isAvailable: true } } })
      await write('quay/brand.json', brandOf('quay', QUAY))
      await write('shut/brand.json', brandOf('shut', SHUT))
      await write('shut/config/boolean.json', { isAuthAllowed: false })
    },
  })
})
afterAll(async () => {
  await server?.close()
  await provider?.close()
  delete process.env.LIVERY_SOCIAL_TEST_SECRET
})
beforeEach(() => {
  people += 1
  provider.sitting = person()
})

function brandOf(id: string, host: string): object {
  const rest = { schemaVersion: 2, revision: 1, operator: 'contract-fixtures' }
  return { id, name: id, extends: 'pier', hosts: [host], ...rest }
}

function person(more: Partial<Person> = {}): Person {
  return {
    sub: `person-${people}`,
    given_name: 'Anna',
    family_name: 'Keller',
    email: `p${people}@mail.example`,
    ...more,
  }
}

async function start(visitor: TestVisitor, more: object = {}): Promise<URL> {
  const body = { provider: 'google', purpose: 'sign_in', ...more }
  const answer = await visitor.send(START, { method: 'POST', body })
  expect(answer.statusCode, answer.body).toBe(200)
  return new URL(answer.json<{ location: string }>().location)
}

/** The path and query at which the provider sends the browser back. */
async function goThere(location: URL): Promise<string> {
  const back = await provider.walk(location.href)
  expect(back.startsWith(`${CALLBACK}?`)).toBe(true)
  return back.slice(ORIGIN.length)
}

/** From the button to the page on which the visitor ends. */
async function comeBack(visitor: TestVisitor, more: object = {}): Promise<string> {
  const answer = await visitor.send(await goThere(await start(visitor, more)))
  expect(answer.statusCode, answer.body).toBe(303)
  return String(answer.headers.location)
}

const isSignedIn = async (visitor: TestVisitor) => (await visitor.send(PROFILE)).statusCode === 200
const read = async (visitor: TestVisitor) =>
  (await visitor.send(READ, { method: 'POST' })).json<{ identity?: object }>()
const answers = (more: object = {}) => ({
  social_types_id: 'google',
  name: 'Anna',
  surname: 'Keller',
  birthday: '1990-05-17',
  'agree-policy': true,
  ...more,
})

async function newSocialPlayer(visitor = newVisitor(server)): Promise<{ visitor: TestVisitor; userId: number }> {
  expect(await comeBack(visitor)).toBe(FORM_PAGE)
  const answer = await register(visitor, 'soc_reg', answers())
  expect(answer.statusCode, answer.body).toBe(200)
  return { visitor, userId: answer.json<{ userId: number }>().userId }
}

async function mailTo(recipient: string): Promise<string> {
  const messages = await server.identity.delivery.listMessages('pier')
  return messages.find((message) => message.recipient === recipient)?.body ?? ''
}

async function identities(subject: string) {
  return forBrand(server.database.db, 'pier').transaction((tx) =>
    tx.select('social_identity').selectAll().where('subject', '=', subject).execute(),
  )
}

const activate = (visitor: TestVisitor, attributes: object) =>
  visitor.send(ACTIVATE, { method: 'POST', body: { data: { attributes } } })
const codeOf = (mail: string) => /\b(\d{6})\b/.exec(mail)?.[1] ?? ''

describe('what is offered', () => {
  test('AUTH-3: a provider without its secret in the environment is not offered, nor begun', async () => {
    const visitor = newVisitor(server)
    const offered = (await visitor.send('/web-api/socauth/providers')).json()
    expect(offered).toEqual({ providers: [{ id: 'google', name: 'Google' }] })
    const refused = await visitor.send(START, { method: 'POST', body: { provider: 'discord', purpose: 'sign_in' } })
    await expectError(refused, 'social.not_offered')
  })

  test('AUTH-5: where signing in is not allowed, no provider is offered, nor a registration by one', async () => {
    const request = { host: SHUT } as const
    const visitor = newVisitor(server)
    expect((await visitor.send('/web-api/socauth/providers', request)).json()).toEqual({ providers: [] })
    const types = (await visitor.send('/web-api/api/web/registration/v1/types', request)).json()
    expect(types.data.attributes.types).not.toContain('soc_reg')
    const body = { provider: 'google', purpose: 'registration' }
    await expectError(await visitor.send(START, { ...request, method: 'POST', body }), 'social.not_offered')
  })

  test('REG-31: the social types field of soc_reg has the offered providers as its options', async () => {
    const form = await newVisitor(server).send('/web-api/api/web/registration/v1/fields/soc_reg')
    const fields = form.json<{ data: { attributes: { fields: { id: string; type: string; options?: object[] }[] } } }>()
    const field = fields.data.attributes.fields.find(({ id }) => id === 'social_types_id')
    expect(field).toMatchObject({ type: 'social_types', options: [{ value: 'google', title: 'Google' }] })
  })

  test('REG-2, REG-7: social registration is offered; its tab has the id soc_reg and the name google', async () => {
    const visitor = newVisitor(server)
    const types = (await visitor.send('/web-api/api/web/registration/v1/types')).json()
    expect(types.data.attributes.types).toContain('soc_reg')
    const { tabs } = (await visitor.send('/web-api/registration', { method: 'POST', body: {} })).json()
    expect(tabs).toContainEqual({ id: 'soc_reg', name: 'google' })
  })
})

describe('the way to the provider', () => {
  test('asks for a code with PKCE, state and nonce, and for the exact way back', async () => {
    const { searchParams } = await start(newVisitor(server))
    expect(searchParams.get('redirect_uri')).toBe(CALLBACK)
    expect(searchParams.get('response_type')).toBe('code')
    expect(searchParams.get('code_challenge_method')).toBe('S256')
    for (const name of ['state', 'nonce', 'code_challenge']) expect(searchParams.get(name)).toMatch(/^[\w-]{43}$/)
  })

  test('SEC-6: it is limited', async () => {
    const visitor = newVisitor(server)
    for (let begun = 0; begun < 20; begun++) await start(visitor)
    const refused = await visitor.send(START, { method: 'POST', body: { provider: 'google', purpose: 'sign_in' } })
    await expectError(refused, 'rate.limited')
  })
})

describe('registration and sign-in', () => {
  test('REG-2, REG-31: the first visit fills the form with what the provider told, and the answers make a player', async () => {
    const visitor = newVisitor(server)
    expect(await comeBack(visitor, { purpose: 'registration' })).toBe(FORM_PAGE)
    expect(await isSignedIn(visitor)).toBe(false)
    const { email = '' } = provider.sitting ?? {}
    const told = { provider: 'google', providerName: 'Google', name: 'Anna', surname: 'Keller', email }
    expect(await read(visitor)).toEqual({ identity: told })
    const answer = await register(visitor, 'soc_reg', answers())
    expect(answer.json()).toEqual({ userId: expect.any(Number), isSignedIn: true })
    expect(await isSignedIn(visitor)).toBe(true)
    expect(await read(visitor)).toEqual({})
  })

  test('AUTH-3: the next visit, in any browser, signs in and goes on to the page that was asked for', async () => {
    const { userId } = await newSocialPlayer()
    const other = newVisitor(server)
    expect(await comeBack(other, { returnUrl: '/en/about?tab=1' })).toBe('/en/about?tab=1')
    const profile = (await other.send(PROFILE)).json<{ data: { id: string } }>()
    expect(profile.data.id).toBe(String(userId))
  })

  test('an identity that has an account in one brand is unknown in another', async () => {
    await newSocialPlayer()
    const visitor = newVisitor(server)
    const body = { provider: 'google', purpose: 'sign_in' }
    const begun = await visitor.send(START, { method: 'POST', body, host: QUAY })
    const back = new URL(await provider.walk(begun.json<{ location: string }>().location))
    expect(back.origin).toBe(`http://${QUAY}`)
    const answer = await visitor.send(back.pathname + back.search, { host: QUAY })
    expect(answer.headers.location).toBe(FORM_PAGE)
    expect((await visitor.send(PROFILE, { host: QUAY })).statusCode).toBe(401)
  })

  test('SEC-8: a page of another site is not gone on to', async () => {
    await newSocialPlayer()
    expect(await comeBack(newVisitor(server), { returnUrl: 'https://evil.example/' })).toBe('/en')
  })

  test('the player of the form must be of age and agree, as in every form', async () => {
    const visitor = newVisitor(server)
    await comeBack(visitor)
    const answer = await register(visitor, 'soc_reg', answers({ birthday: '2020-05-17', 'agree-policy': false }))
    await expectError(answer, 'registration.invalid')
    expect(Object.keys(answer.json<{ validation_errors: object }>().validation_errors).sort()).toEqual([
      'agree-policy',
      'birthday',
    ])
  })

  test('REG-31: without a confirmed identity the form is refused at its field', async () => {
    const answer = await register(newVisitor(server), 'soc_reg', answers())
    await expectError(answer, 'registration.invalid')
    expect(answer.json()).toMatchObject({ validation_errors: { social_types_id: { code: 'social.not_confirmed' } } })
  })

  test('an identity makes one account: the confirmed identity is used up', async () => {
    const { visitor } = await newSocialPlayer()
    await expectError(await register(visitor, 'soc_reg', answers()), 'registration.invalid')
    expect(await identities(`person-${people}`)).toHaveLength(1)
  })

  test('a confirmed identity is forgotten when the form is left too long', async () => {
    const visitor = newVisitor(server)
    await comeBack(visitor)
    server.wait(31 * MINUTE_MS)
    expect(await read(visitor)).toEqual({})
    await expectError(await register(visitor, 'soc_reg', answers()), 'registration.invalid')
  })
})

describe('SEC-5: a way back that nobody here began', () => {
  test('a wrong state changes nothing; the true way back still works', async () => {
    const visitor = newVisitor(server)
    const back = await goThere(await start(visitor))
    const wrong = await visitor.send(back.replace(/state=[\w-]+/, `state=${'x'.repeat(43)}`))
    expect(wrong.headers.location).toBe('/en/login?social=social.expired')
    expect((await visitor.send(back)).headers.location).toBe(FORM_PAGE)
  })

  test('another browser is refused, and the one that began goes on', async () => {
    const visitor = newVisitor(server)
    const back = await goThere(await start(visitor))
    const stranger = newVisitor(server)
    await start(stranger)
    for (const other of [stranger, newVisitor(server)]) {
      expect((await other.send(back)).headers.location).toBe('/en/login?social=social.other_browser')
      expect(await read(other)).toEqual({})
    }
    expect((await visitor.send(back)).headers.location).toBe(FORM_PAGE)
  })

  test('a replayed way back is refused, before and after the registration', async () => {
    const visitor = newVisitor(server)
    const back = await goThere(await start(visitor))
    expect((await visitor.send(back)).headers.location).toBe(FORM_PAGE)
    expect((await visitor.send(back)).headers.location).toBe('/en/login?social=social.expired')
    expect((await read(visitor)).identity).toBeDefined()
  })

  test('of two ways back at once, one is taken', async () => {
    const visitor = newVisitor(server)
    const back = await goThere(await start(visitor))
    const ends = await Promise.all([visitor.send(back), visitor.send(back)])
    const pages = ends.map(({ headers }) => String(headers.location)).sort()
    expect(pages).toEqual(['/en/login?social=social.expired', FORM_PAGE].sort())
  })

  test('an ID token with another nonce is refused', async () => {
    const visitor = newVisitor(server)
    const location = await start(visitor)
    location.searchParams.set('nonce', 'of somebody else')
    const answer = await visitor.send(await goThere(location))
    expect(answer.headers.location).toBe('/en/login?social=social.failed')
    expect(await read(visitor)).toEqual({})
  })

  test('a code that was asked for with another verifier is refused', async () => {
    const visitor = newVisitor(server)
    const location = await start(visitor)
    location.searchParams.set('code_challenge', 'A'.repeat(43))
    const answer = await visitor.send(await goThere(location))
    expect(answer.headers.location).toBe('/en/login?social=social.failed')
  })

  test('a way back after ten minutes is refused', async () => {
    const visitor = newVisitor(server)
    const back = await goThere(await start(visitor))
    server.wait(10 * MINUTE_MS)
    expect((await visitor.send(back)).headers.location).toBe('/en/login?social=social.expired')
  })

  test('a refusal at the provider is told on the page where it began', async () => {
    provider.sitting = null
    expect(await comeBack(newVisitor(server))).toBe('/en/login?social=social.denied')
    expect(await comeBack(newVisitor(server), { purpose: 'registration' })).toBe(`${FORM_PAGE}?social=social.denied`)
  })

  test('SEC-9: neither code nor state is in the log, the next address or a referrer', async () => {
    const visitor = newVisitor(server)
    const back = await goThere(await start(visitor))
    const answer = await visitor.send(back)
    const { searchParams } = new URL(back, ORIGIN)
    for (const name of ['code', 'state']) {
      const value = searchParams.get(name) ?? ''
      expect(value.length).toBeGreaterThan(20)
      expect(server.log()).not.toContain(value)
      expect(String(answer.headers.location)).not.toContain(value)
    }
    expect(answer.headers['referrer-policy']).toBe('no-referrer')
    expect(answer.headers['cache-control']).toContain('no-store')
    expect(server.log()).toContain('"audit":"social.identified"')
  })
})

describe('AUTH-3: providers with habits of their own about keys', () => {
  async function identify(provider: OpenidProvider, more: Partial<SocialSettings>) {
    const client = createSocialClient({ clock: () => new Date(), allowsLoopback: true })
    const claims = { subject: '/sub', name: '/given_name' }
    const common = { provider: 'line', scopes: ['openid', 'profile'], claims, issuer: provider.issuer } as const
    const settings = { ...common, clientId: CLIENT_ID, clientSecret: CLIENT_SECRET, ...more }
    const binding = bindingOf('a state', 'a browser')
    const back = await provider.walk(await client.authorizationUrl(settings, CALLBACK, binding))
    return client.identify(settings, new URL(back), binding)
  }

  test('one signs its ID tokens with the client’s secret, as LINE does', async () => {
    const line = await startOpenidProvider([CALLBACK], { idTokenAlgorithm: 'HS256' })
    line.sitting = person()
    const told = await identify(line, { idTokenAlgorithm: 'HS256' })
    expect(told).toEqual({ subject: line.sitting.sub, name: 'Anna' })
    await line.close()
  })

  test('one knows the client by its keys and encrypts for it, as itsme does', async () => {
    const keys = [newKey('sig', 'RS256'), newKey('enc', 'RSA-OAEP')]
    const itsme = await startOpenidProvider([CALLBACK], { publicKeys: keys.map((key) => key.public) })
    itsme.sitting = person()
    const clientSecret = JSON.stringify({ keys: keys.map((key) => key.private) })
    const told = await identify(itsme, { clientSecret, clientAuthentication: 'private-keys' })
    expect(told).toEqual({ subject: itsme.sitting.sub, name: 'Anna' })
    const other = JSON.stringify({ keys: [newKey('sig', 'RS256').private] })
    const refused = identify(itsme, { clientSecret: other, clientAuthentication: 'private-keys' })
    await expect(refused).rejects.toMatchObject({ code: 'social.unavailable' })
    const broken = identify(itsme, { clientSecret: 'no keys', clientAuthentication: 'private-keys' })
    await expect(broken).rejects.toMatchObject({ code: 'social.unavailable' })
    await itsme.close()
  })
})

let keysMade = 0

function newKey(use: 'sig' | 'enc', alg: string) {
  const pair = generateKeyPairSync('rsa', { modulusLength: 2048 })
  keysMade += 1
  const named = { use, alg, kid: `${use}-${keysMade}` }
  return {
    public: { ...pair.publicKey.export({ format: 'jwk' }), ...named },
    private: { ...pair.privateKey.export({ format: 'jwk' }), ...named },
  }
}

describe('SEC-4: an e-mail address that the provider tells proves nothing', () => {
  async function registerWith(email: string) {
    const visitor = newVisitor(server)
    await comeBack(visitor)
    const answer = await register(visitor, 'soc_reg', answers({ email }))
    return { visitor, answer, userId: answer.json<{ userId: number }>().userId }
  }

  test('a free address is proved by the mailed code, and then the provider signs in', async () => {
    const email = `free-${people}@mail.example`
    const { visitor, userId, answer } = await registerWith(email)
    expect(answer.json()).toEqual({ userId, isSignedIn: false })
    expect(await isSignedIn(visitor)).toBe(false)
    expect((await activate(visitor, { userId, code: codeOf(await mailTo(email)) })).statusCode).toBe(200)
    expect(await isSignedIn(visitor)).toBe(true)
    const other = newVisitor(server)
    expect(await comeBack(other)).toBe('/en')
    expect(await isSignedIn(other)).toBe(true)
  })

  test('before the proof the provider opens nothing', async () => {
    const email = `unproved-${people}@mail.example`
    await registerWith(email)
    const other = newVisitor(server)
    expect(await comeBack(other)).toBe(FORM_PAGE)
    expect(await isSignedIn(other)).toBe(false)
  })

  test('an address with an owner: same answer; the code joins the identity to the owner’s account', async () => {
    const email = `owner-${people}@mail.example`
    const owner = newVisitor(server)
    const pending = await newPending(server, owner, email)
    expect((await activate(owner, { token: pending.token })).statusCode).toBe(200)
    server.wait(MINUTE_MS)
    provider.sitting = person({ email })
    const { visitor, userId, answer } = await registerWith(email)
    expect(answer.statusCode).toBe(200)
    expect(answer.json()).toEqual({ userId, isSignedIn: false })
    expect(userId).not.toBe(pending.userId)
    expect(await isSignedIn(visitor)).toBe(false)
    const other = newVisitor(server)
    expect(await comeBack(other)).toBe(FORM_PAGE)

    const mail = await mailTo(email)
    expect(mail).not.toContain('http')
    const activated = await activate(visitor, { userId, code: codeOf(mail) })
    expect(activated.json()).toEqual({ userId: pending.userId })
    expect((await identities(`person-${people}`)).map(({ account_id }) => account_id)).toEqual([pending.userId])
    const body = { login: String(userId), password: PASSWORD, auth_by_email: false }
    await expectError(
      await newVisitor(server).send('/web-api/account/login', { method: 'POST', body }),
      'sign_in.wrong_credentials',
    )
  })

  test('the mailed code is worth nothing in a browser that the provider has not confirmed the player in', async () => {
    const email = `lured-${people}@mail.example`
    const { visitor, userId } = await registerWith(email)
    const mail = await mailTo(email)
    const lured = newVisitor(server)
    const token = /token=([\w-]+)/.exec(mail)?.[1] ?? ''
    await expectError(await activate(lured, { token }), 'social.other_browser')
    await expectError(await activate(lured, { userId, code: codeOf(mail) }), 'social.other_browser')
    expect((await activate(visitor, { userId, code: codeOf(mail) })).statusCode).toBe(200)
  })

  test('a signed-in player joins the identity to the account, and it belongs to that account alone', async () => {
    const player = await newPlayer(server)
    expect(await comeBack(player)).toBe(FORM_PAGE)
    const join = (visitor: TestVisitor) => visitor.send('/web-api/socauth/join', { method: 'POST' })
    expect((await join(player)).statusCode).toBe(200)
    await expectError(await join(player), 'social.expired')
    const found = await identities(`person-${people}`)
    expect(found.map(({ account_id }) => account_id)).toEqual([player.userId])
    const other = newVisitor(server)
    expect(await comeBack(other)).toBe('/en')
    expect((await other.send(PROFILE)).json<{ data: { id: string } }>().data.id).toBe(String(player.userId))
  })

  test('an identity that two browsers hold at once goes to the first account', async () => {
    const [first, second] = [await newPlayer(server), await newPlayer(server)]
    for (const player of [first, second]) expect(await comeBack(player)).toBe(FORM_PAGE)
    const join = (visitor: TestVisitor) => visitor.send('/web-api/socauth/join', { method: 'POST' })
    expect((await join(first)).statusCode).toBe(200)
    await expectError(await join(second), 'social.taken')
  })
})
