import { describe, expect, test } from 'vitest'
import { expectError } from '../scenes/answer-checks.ts'
import {
  answers,
  CALLBACK,
  codeOf,
  FORM_PAGE,
  MINUTE_MS,
  PROFILE,
  QUAY,
  SHUT,
  START,
  socialScene,
} from '../scenes/social-scene.ts'
import { newPending, newPlayer, newVisitor, PASSWORD, register, type TestVisitor } from '../scenes/test-visitor.ts'

const scene = socialScene()
const { person, start, comeBack, isSignedIn, read, newSocialPlayer, mailTo, identities, activate } = scene

describe('what is offered', () => {
  test('AUTH-3: a provider without its secret in the environment is not offered, nor begun', async () => {
    const visitor = newVisitor(scene.server)
    const offered = (await visitor.send('/web-api/socauth/providers')).json()
    expect(offered).toEqual({ providers: [{ id: 'google', name: 'Google' }] })
    const refused = await visitor.send(START, { method: 'POST', body: { provider: 'discord', purpose: 'sign_in' } })
    await expectError(refused, 'social.not_offered')
  })

  test('AUTH-5: where signing in is not allowed, no provider is offered, nor a registration by one', async () => {
    const request = { host: SHUT } as const
    const visitor = newVisitor(scene.server)
    expect((await visitor.send('/web-api/socauth/providers', request)).json()).toEqual({ providers: [] })
    const types = (await visitor.send('/web-api/api/web/registration/v1/types', request)).json()
    expect(types.data.attributes.types).not.toContain('soc_reg')
    const body = { provider: 'google', purpose: 'registration' }
    await expectError(await visitor.send(START, { ...request, method: 'POST', body }), 'social.not_offered')
  })

  test('REG-31: the social types field of soc_reg has the offered providers as its options', async () => {
    const form = await newVisitor(scene.server).send('/web-api/api/web/registration/v1/fields/soc_reg')
    const fields = form.json<{ data: { attributes: { fields: { id: string; type: string; options?: object[] }[] } } }>()
    const field = fields.data.attributes.fields.find(({ id }) => id === 'social_types_id')
    expect(field).toMatchObject({ type: 'social_types', options: [{ value: 'google', title: 'Google' }] })
  })

  test('REG-2, REG-7: social registration is offered; its tab has the id soc_reg and the name google', async () => {
    const visitor = newVisitor(scene.server)
    const types = (await visitor.send('/web-api/api/web/registration/v1/types')).json()
    expect(types.data.attributes.types).toContain('soc_reg')
    const { tabs } = (await visitor.send('/web-api/registration', { method: 'POST', body: {} })).json()
    expect(tabs).toContainEqual({ id: 'soc_reg', name: 'google' })
  })
})

describe('the way to the provider', () => {
  test('asks for a code with PKCE, state and nonce, and for the exact way back', async () => {
    const { searchParams } = await start(newVisitor(scene.server))
    expect(searchParams.get('redirect_uri')).toBe(CALLBACK)
    expect(searchParams.get('response_type')).toBe('code')
    expect(searchParams.get('code_challenge_method')).toBe('S256')
    for (const name of ['state', 'nonce', 'code_challenge']) expect(searchParams.get(name)).toMatch(/^[\w-]{43}$/)
  })

  test('SEC-6: it is limited', async () => {
    const visitor = newVisitor(scene.server)
    for (let begun = 0; begun < 20; begun++) await start(visitor)
    const refused = await visitor.send(START, { method: 'POST', body: { provider: 'google', purpose: 'sign_in' } })
    await expectError(refused, 'rate.limited')
  })
})

describe('registration and sign-in', () => {
  test('REG-2, REG-31: the first visit fills the form with the data of the provider, and the answers make a player', async () => {
    const visitor = newVisitor(scene.server)
    expect(await comeBack(visitor, { purpose: 'registration' })).toBe(FORM_PAGE)
    expect(await isSignedIn(visitor)).toBe(false)
    const { email = '' } = scene.provider.sitting ?? {}
    const told = { provider: 'google', providerName: 'Google', name: 'Anna', surname: 'Keller', email }
    expect(await read(visitor)).toEqual({ identity: told })
    const answer = await register(visitor, 'soc_reg', answers())
    expect(answer.json()).toEqual({ userId: expect.any(Number), isSignedIn: true })
    expect(await isSignedIn(visitor)).toBe(true)
    expect(await read(visitor)).toEqual({})
  })

  test('AUTH-3: the next visit, in any browser, signs in and leads to the page that was asked for', async () => {
    const { userId } = await newSocialPlayer()
    const other = newVisitor(scene.server)
    expect(await comeBack(other, { returnUrl: '/en/about?tab=1' })).toBe('/en/about?tab=1')
    const profile = (await other.send(PROFILE)).json<{ data: { id: string } }>()
    expect(profile.data.id).toBe(String(userId))
  })

  test('an identity that has an account in one brand is unknown in another', async () => {
    await newSocialPlayer()
    const visitor = newVisitor(scene.server)
    const body = { provider: 'google', purpose: 'sign_in' }
    const begun = await visitor.send(START, { method: 'POST', body, host: QUAY })
    const back = new URL(await scene.provider.walk(begun.json<{ location: string }>().location))
    expect(back.origin).toBe(`http://${QUAY}`)
    const answer = await visitor.send(back.pathname + back.search, { host: QUAY })
    expect(answer.headers.location).toBe(FORM_PAGE)
    expect((await visitor.send(PROFILE, { host: QUAY })).statusCode).toBe(401)
  })

  test('SEC-8: a page of another site is not gone on to', async () => {
    await newSocialPlayer()
    expect(await comeBack(newVisitor(scene.server), { returnUrl: 'https://evil.example/' })).toBe('/en')
  })

  test('the player of the form must be of age and agree, as in every form', async () => {
    const visitor = newVisitor(scene.server)
    await comeBack(visitor)
    const answer = await register(visitor, 'soc_reg', answers({ birthday: '2020-05-17', 'agree-policy': false }))
    await expectError(answer, 'registration.invalid')
    expect(Object.keys(answer.json<{ validation_errors: object }>().validation_errors).sort()).toEqual([
      'agree-policy',
      'birthday',
    ])
  })

  test('REG-31: without a confirmed identity the form is refused at its field', async () => {
    const answer = await register(newVisitor(scene.server), 'soc_reg', answers())
    await expectError(answer, 'registration.invalid')
    expect(answer.json()).toMatchObject({ validation_errors: { social_types_id: { code: 'social.not_confirmed' } } })
  })

  test('an identity makes one account: the confirmed identity is used up', async () => {
    const { visitor } = await newSocialPlayer()
    await expectError(await register(visitor, 'soc_reg', answers()), 'registration.invalid')
    expect(await identities(`person-${scene.people}`)).toHaveLength(1)
  })

  test('a confirmed identity is forgotten when the form is left too long', async () => {
    const visitor = newVisitor(scene.server)
    await comeBack(visitor)
    scene.server.wait(31 * MINUTE_MS)
    expect(await read(visitor)).toEqual({})
    await expectError(await register(visitor, 'soc_reg', answers()), 'registration.invalid')
  })
})

describe('SEC-4: an e-mail address that the provider tells proves nothing', () => {
  async function registerWith(email: string) {
    const visitor = newVisitor(scene.server)
    await comeBack(visitor)
    const answer = await register(visitor, 'soc_reg', answers({ email }))
    return { visitor, answer, userId: answer.json<{ userId: number }>().userId }
  }

  test('a free address is proved by the mailed code, and then the provider signs in', async () => {
    const email = `free-${scene.people}@mail.example`
    const { visitor, userId, answer } = await registerWith(email)
    expect(answer.json()).toEqual({ userId, isSignedIn: false, retryAfterSeconds: 60 })
    expect(await isSignedIn(visitor)).toBe(false)
    expect((await activate(visitor, { userId, code: codeOf(await mailTo(email)) })).statusCode).toBe(200)
    expect(await isSignedIn(visitor)).toBe(true)
    const other = newVisitor(scene.server)
    expect(await comeBack(other)).toBe('/en')
    expect(await isSignedIn(other)).toBe(true)
  })

  test('before the proof the provider opens nothing', async () => {
    const email = `unproved-${scene.people}@mail.example`
    await registerWith(email)
    const other = newVisitor(scene.server)
    expect(await comeBack(other)).toBe(FORM_PAGE)
    expect(await isSignedIn(other)).toBe(false)
  })

  test('an address with an owner: same answer; the code joins the identity to the owner’s account', async () => {
    const email = `owner-${scene.people}@mail.example`
    const owner = newVisitor(scene.server)
    const pending = await newPending(scene.server, owner, email)
    expect((await activate(owner, { token: pending.token })).statusCode).toBe(200)
    scene.server.wait(MINUTE_MS)
    scene.provider.sitting = person({ email })
    const { visitor, userId, answer } = await registerWith(email)
    expect(answer.statusCode).toBe(200)
    expect(answer.json()).toEqual({ userId, isSignedIn: false, retryAfterSeconds: 60 })
    expect(userId).not.toBe(pending.userId)
    expect(await isSignedIn(visitor)).toBe(false)
    const other = newVisitor(scene.server)
    expect(await comeBack(other)).toBe(FORM_PAGE)

    const mail = await mailTo(email)
    expect(mail).not.toContain('http')
    const activated = await activate(visitor, { userId, code: codeOf(mail) })
    expect(activated.json()).toEqual({ userId: pending.userId })
    expect((await identities(`person-${scene.people}`)).map(({ account_id }) => account_id)).toEqual([pending.userId])
    const body = { login: String(userId), password: PASSWORD, auth_by_email: false }
    await expectError(
      await newVisitor(scene.server).send('/web-api/account/login', { method: 'POST', body }),
      'sign_in.wrong_credentials',
    )
  })

  test('the mailed code is worth nothing in a browser that the provider has not confirmed the player in', async () => {
    const email = `lured-${scene.people}@mail.example`
    const { visitor, userId } = await registerWith(email)
    const mail = await mailTo(email)
    const lured = newVisitor(scene.server)
    const token = /token=([\w-]+)/.exec(mail)?.[1] ?? ''
    await expectError(await activate(lured, { token }), 'social.other_browser')
    await expectError(await activate(lured, { userId, code: codeOf(mail) }), 'social.other_browser')
    expect((await activate(visitor, { userId, code: codeOf(mail) })).statusCode).toBe(200)
  })

  test('a signed-in player joins the identity to the account, and it belongs to that account alone', async () => {
    const player = await newPlayer(scene.server)
    expect(await comeBack(player)).toBe(FORM_PAGE)
    const join = (visitor: TestVisitor) => visitor.send('/web-api/socauth/join', { method: 'POST' })
    expect((await join(player)).statusCode).toBe(200)
    await expectError(await join(player), 'social.expired')
    const found = await identities(`person-${scene.people}`)
    expect(found.map(({ account_id }) => account_id)).toEqual([player.userId])
    const other = newVisitor(scene.server)
    expect(await comeBack(other)).toBe('/en')
    expect((await other.send(PROFILE)).json<{ data: { id: string } }>().data.id).toBe(String(player.userId))
  })

  test('an identity that two browsers hold at once goes to the first account', async () => {
    const [first, second] = [await newPlayer(scene.server), await newPlayer(scene.server)]
    for (const player of [first, second]) expect(await comeBack(player)).toBe(FORM_PAGE)
    const join = (visitor: TestVisitor) => visitor.send('/web-api/socauth/join', { method: 'POST' })
    expect((await join(first)).statusCode).toBe(200)
    await expectError(await join(second), 'social.taken')
  })
})
