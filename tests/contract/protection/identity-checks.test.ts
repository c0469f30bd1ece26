import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { DocumentsAnswer, ErrorCode, IdentityChallenge, IdentityCheck } from '#schemas'
import { CODES, createIdentityStandIn, reviewed, sumsubWebhook } from '#tests/fixtures/identity/identity-stand-in.ts'
import { expectError } from '../scenes/answer-checks.ts'
import { sendForm } from '../scenes/identification-scene.ts'
import { deposit, wish } from '../scenes/payment-contracts.ts'
import { startTestServer, type TestServer } from '../scenes/test-server.ts'
import { fullAnswers, newPlayer, newVisitor, register, type TestPlayer } from '../scenes/test-visitor.ts'

const BASE = '/verification-api'
const WEBHOOK = '/web-api/verification-api/sumsub/webhook'
const post = (body?: object) => ({ method: 'POST' as const, ...(body ? { body } : {}) })

let server: TestServer
const standIn = createIdentityStandIn()
beforeAll(async () => {
  server = await startTestServer({
    fetch: standIn.fetch,
    prepare: async ({ write }) => {
      await write('pier/config/global.json', { defaultLanguage: 'en', defaultCountry: 'de', defaultCurrency: 'EUR' })
      const bare = {
        id: 'bare',
        name: 'Bare',
        extends: '_base',
        hosts: ['bare.example'],
        schemaVersion: 3,
        revision: 1,
      }
      await write('bare/brand.json', bare)
    },
  })
})
afterAll(() => server.close())

const smartId = (player: TestPlayer, personalCode: string) =>
  player.send(`${BASE}/smart-id/authentication`, post({ personalCode, country: 'ee' }))
const mobileId = (player: TestPlayer, personalCode: string) =>
  player.send(`${BASE}/mobile-id/authentication`, post({ personalCode, phone: '+37200000766' }))
const BEGIN = { 'smart-id': smartId, 'mobile-id': mobileId } as const
type Way = keyof typeof BEGIN

async function outcome(player: TestPlayer, way: Way, personalCode: string): Promise<IdentityCheck> {
  const { sessionId } = (await BEGIN[way](player, personalCode)).json<IdentityChallenge>()
  return (await player.send(`${BASE}/${way}/session?sessionId=${sessionId}`)).json<IdentityCheck>()
}

async function stateOf(player: TestPlayer) {
  return (await player.send('/web-api/BackOffice/documents')).json<DocumentsAnswer>()
}

const review = (applicant: string, answer: 'GREEN' | 'RETRY' | 'FINAL', at: string) =>
  newVisitor(server).send(WEBHOOK, sumsubWebhook(reviewed(applicant, answer, at)))

/** A player whom Sumsub knows. */
async function applicant(): Promise<{ readonly player: TestPlayer; readonly reference: string }> {
  const player = await newPlayer(server)
  const { token } = (await player.send(`${BASE}/sumsub/token`, post())).json<{ token: string }>()
  return { player, reference: token.slice('token-of-'.length) }
}

describe.each(['smart-id', 'mobile-id'] as const)('a check by %s', (way) => {
  test('KYC-5, KYC-9: a signature over our own bytes by a trusted certificate verifies the player', async () => {
    const player = await newPlayer(server)
    const begun = (await BEGIN[way](player, CODES.signs)).json<IdentityChallenge>()
    const query = `?sessionId=${begun.sessionId}`
    const code = await player.send(`${BASE}/${way}/verificationCode${query}`)
    expect(code.json()).toEqual({ verificationCode: begun.verificationCode })
    expect(begun.verificationCode).toMatch(/^\d{4}$/)
    expect((await player.send(`${BASE}/${way}/session${query}`)).json()).toEqual({ state: 'verified' })
    const { identification, history } = await stateOf(player)
    expect(identification.state).toBe('verified')
    expect(history).toMatchObject([{ state: 'verified', by: 'provider' }])
    expect((await player.send(`${BASE}/${way}/session${query}`)).json()).toEqual({ state: 'verified' })
  })

  test.each([
    ['cancels on the phone', 'refuses', 'refused'],
    ['answers too late', 'late', 'expired'],
    ['signs by a certificate that nobody trusts', 'rogue', 'untrusted'],
    ['signs by a certificate that is over', 'old', 'untrusted'],
    ['signs something else', 'otherBytes', 'untrusted'],
  ] as const)('KYC-9: who %s is not verified, and nothing changes', async (_, fate, failure) => {
    const player = await newPlayer(server)
    expect(await outcome(player, way, CODES[fate])).toEqual({ state: 'failed', failure })
    expect((await stateOf(player)).identification.state).toBe('none')
  })

  test('KYC-5: a phone that waits is asked again, and gives up after some minutes', async () => {
    const player = await newPlayer(server)
    const { sessionId } = (await BEGIN[way](player, CODES.waits)).json<IdentityChallenge>()
    const ask = async () => (await player.send(`${BASE}/${way}/session?sessionId=${sessionId}`)).json<IdentityCheck>()
    expect(await ask()).toEqual({ state: 'running' })
    server.wait(421_000)
    expect(await ask()).toEqual({ state: 'failed', failure: 'expired' })
  })

  test.each([
    ['has no account', 'unknown', 'identification.no_account'],
    ['meets a service that is down', 'down', 'identification.provider_silent'],
  ] as const)('KYC-9: who %s gets a clear answer, and no check begins', async (_, fate, code) => {
    await expectError(await BEGIN[way](await newPlayer(server), CODES[fate]), code)
  })

  test('a phone is asked once a minute', async () => {
    const player = await newPlayer(server)
    await BEGIN[way](player, CODES.waits)
    await expectError(await BEGIN[way](player, CODES.waits), 'rate.limited')
  })

  test('a check of another player is unknown', async () => {
    const { sessionId } = (await BEGIN[way](await newPlayer(server), CODES.waits)).json<IdentityChallenge>()
    const stranger = await newPlayer(server)
    for (const path of ['session', 'verificationCode'])
      await expectError(
        await stranger.send(`${BASE}/${way}/${path}?sessionId=${sessionId}`),
        'identification.check_unknown',
      )
  })
})

test('KYC-9: by Smart-ID a certificate below the level that was asked for is not enough', async () => {
  expect(await outcome(await newPlayer(server), 'smart-id', CODES.weak)).toEqual({
    state: 'failed',
    failure: 'untrusted',
  })
})

test('KYC-9: an answer that is none leaves the check where it is', async () => {
  const player = await newPlayer(server)
  const { sessionId } = (await smartId(player, CODES.nonsense)).json<IdentityChallenge>()
  const answer = await player.send(`${BASE}/smart-id/session?sessionId=${sessionId}`)
  expect(answer.json()).toEqual({ state: 'failed', failure: 'unusable' })
})

test('KYC-9: a person of another name than the account is not the player', async () => {
  const visitor = newVisitor(server)
  const person = { ...fullAnswers('somebody-else@example.com'), name: 'Berta' }
  const { userId } = (await register(visitor, 'full_reg', person)).json<{ userId: number }>()
  const mails = await server.identity.delivery.listMessages('pier')
  const code = /\b(\d{6})\b/.exec(
    mails.find(({ recipient }) => recipient === 'somebody-else@example.com')?.body ?? '',
  )?.[1]
  await visitor.send('/web-api/api/internal/v1/user/activate', post({ data: { attributes: { userId, code } } }))
  const player = { ...visitor, userId, password: '' }
  expect(await outcome(player, 'smart-id', CODES.signs)).toEqual({ state: 'failed', failure: 'other_person' })
  expect((await stateOf(player)).identification.state).toBe('none')
})

describe('Sumsub', () => {
  test('KYC-6: a token is asked for by a signed request, for the same applicant each time', async () => {
    const { player, reference } = await applicant()
    const asked = standIn.asked.at(-1)
    expect(asked?.body).toEqual({ userId: reference, levelName: 'basic', ttlInSecs: 600 })
    expect(asked?.headers.get('x-app-token')).toBe('sbx:token-of-the-app')
    expect(asked?.headers.get('x-app-access-sig')).toMatch(/^[0-9a-f]{64}$/)
    const again = (await player.send(`${BASE}/sumsub/token`, post())).json<{ token: string }>()
    expect(again.token).toBe(`token-of-${reference}`)
  })

  test('KYC-9: a verdict that worsens holds withdrawals back and keeps the money; a better one lets them go', async () => {
    const { player, reference } = await applicant()
    await deposit(server, player)
    expect((await review(reference, 'GREEN', '2026-03-01 12:00:01.000')).json()).toEqual({ outcome: 'applied' })
    expect((await stateOf(player)).identification.state).toBe('verified')
    expect((await review(reference, 'FINAL', '2026-03-01 12:00:02.000')).json()).toEqual({ outcome: 'applied' })
    const { identification } = await stateOf(player)
    expect(identification).toMatchObject({ state: 'rejected' })
    expect(JSON.stringify(identification)).not.toContain('fraudster')
    const withdraw = () => player.send('/web-api/payments/withdrawal', post(wish({ amount: 50 })))
    await expectError(await withdraw(), 'payment.frozen')
    await review(reference, 'GREEN', '2026-03-01 12:00:03.000')
    expect((await stateOf(player)).identification.state).toBe('verified')
    expect((await withdraw()).statusCode).toBe(200)
  })

  test('KYC-9: of two verdicts the later one by its clock counts, however often and in whatever order they come', async () => {
    const { player, reference } = await applicant()
    await review(reference, 'RETRY', '2026-03-01 12:00:05.000')
    for (const at of ['2026-03-01 12:00:04.000', '2026-03-01 12:00:05.000'])
      expect((await review(reference, 'GREEN', at)).json()).toEqual({ outcome: 'ignored' })
    expect((await stateOf(player)).identification.state).toBe('requested')
  })

  test.each([
    ['has no digest', { ...sumsubWebhook({}), headers: {} }, 'identification.webhook_unsigned'],
    ['is signed by somebody else', sumsubWebhook({}, { secret: 'guessed' }), 'identification.webhook_wrong_signature'],
    ['was changed on its way', { ...sumsubWebhook('{}'), body: '{ }' }, 'identification.webhook_wrong_signature'],
    ['is no JSON', sumsubWebhook('reviewed'), 'identification.webhook_malformed'],
    ['lacks its time', sumsubWebhook({ ...reviewed('x', 'GREEN', 'now') }), 'identification.webhook_malformed'],
  ] as const)('KYC-9: an event that %s is refused', async (_, request, code) => {
    await expectError(await newVisitor(server).send(WEBHOOK, request), code as ErrorCode)
  })

  test('an address whose events are refused time and again has to wait, and what is signed right is still taken', async () => {
    const forger = newVisitor(server)
    const forged = sumsubWebhook({}, { secret: 'guessed' })
    for (let count = 0; count < 60; count++) await forger.send(WEBHOOK, forged)
    await expectError(await forger.send(WEBHOOK, forged), 'rate.limited')
    const right = sumsubWebhook(reviewed('x', 'GREEN', '2026-03-01 12:00:00'))
    expect((await forger.send(WEBHOOK, right)).json()).toEqual({ outcome: 'ignored' })
  })

  test('KYC-9: events that decide nothing, and of applicants whom nobody knows, change nothing', async () => {
    for (const event of [
      { type: 'applicantPending', externalUserId: 'x' },
      reviewed('x', 'GREEN', '2026-03-01 12:00:00'),
    ])
      expect((await newVisitor(server).send(WEBHOOK, sumsubWebhook(event))).json()).toEqual({ outcome: 'ignored' })
  })
})

describe('documents and liveness by a frame', () => {
  test('KYC-1, KYC-4: a token opens the frame, and its session of liveness is judged', async () => {
    const player = await newPlayer(server)
    expect((await player.send(`${BASE}/verigram/token`)).json()).toMatchObject({
      accessToken: expect.stringMatching(/^frame-of-/) as string,
    })
    standIn.verdicts.set('dark', { verdict: 'again', reason: 'The light is too weak.' })
    const verify = async (veriliveSessionId: string) =>
      (await player.send(`${BASE}/FaceId/verify`, post({ veriliveSessionId }))).json<IdentityCheck>()
    expect(await verify('dark')).toEqual({ state: 'rejected', message: 'The light is too weak.' })
    expect((await stateOf(player)).identification.state).toBe('requested')
    expect(await verify('bright')).toEqual({ state: 'verified' })
    expect((await stateOf(player)).identification.state).toBe('verified')
  })

  test('KYC-2: the form takes the sessions of the frame in place of documents', async () => {
    const player = await newPlayer(server)
    const parts = [
      { name: 'fields', text: '{}' },
      { name: 'documentType', text: 'passport' },
      { name: 'flowType', text: 'documents' },
      { name: 'veridocSessionId', text: 'doc-1' },
      { name: 'veriliveSessionId', text: 'live-1' },
    ]
    const sent = await sendForm(player, '/web-api/identification/data', parts)
    expect(sent.json(), sent.body).toMatchObject({ state: 'verified' })
  })

  test('KYC-9: an adapter that answers no verdict leaves everything as it is', async () => {
    const player = await newPlayer(server)
    standIn.verdicts.set('odd', { verdict: 'perhaps' })
    const answer = await player.send(`${BASE}/FaceId/verify`, post({ veriliveSessionId: 'odd' }))
    await expectError(answer, 'identification.provider_silent')
    expect((await stateOf(player)).identification.state).toBe('none')
  })
})

test('KYC-9: a brand without providers offers none of it', async () => {
  const visitor = newVisitor(server)
  const player: TestPlayer = {
    ...visitor,
    ...{ userId: 0, password: '' },
    send: (url, request = {}) => visitor.send(url, { host: 'bare.example', ...request }),
  }
  const registered = await register(player, 'fast_reg', { adult: true, 'agree-policy': true })
  expect(registered.statusCode, registered.body).toBe(200)
  await expectError(await smartId(player, CODES.signs), 'identification.provider_absent')
  await expectError(await player.send(`${BASE}/sumsub/token`, post()), 'identification.provider_absent')
  await expectError(await player.send(`${BASE}/verigram/token`), 'identification.provider_absent')
  const sessions = [
    { name: 'fields', text: '{}' },
    { name: 'documentType', text: 'passport' },
    { name: 'flowType', text: 'documents' },
    { name: 'veridocSessionId', text: 'doc-1' },
  ]
  const sent = await sendForm(player, '/web-api/identification/data', sessions)
  await expectError(sent, 'identification.provider_absent')
  const config = (await player.send('/web-api/identification/config')).json<{ flowTypes: string[] }>()
  expect(config.flowTypes).toEqual(['documents'])
})
