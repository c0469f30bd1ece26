import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { ENGINE_BASE } from '#server/site/brands/brand-store.ts'
import {
  BALANCE,
  BONUSES,
  FIELDS,
  fields,
  LOGIN,
  REGISTRATION,
  TYPES,
  types,
  upstreamScene,
} from '#tests/fixtures/upstream-scene.ts'
import { escapeHtml } from '../pages/plain-page.ts'
import { asSecure } from './upstream-answer.ts'

const scene = upstreamScene()
const { logged, send } = scene

describe('a registration on the operator’s platform', () => {
  test('NET: types, fields, bonuses and the submission are the platform’s', async () => {
    const bonuses = { data: [{ id: 'their_bonus', attributes: { name: 'Theirs' } }] }
    scene.platform.on(`GET ${TYPES}`, { body: types })
    scene.platform.on(`GET ${FIELDS}/their_reg`, { body: fields })
    scene.platform.on(`GET ${BONUSES}`, { body: bonuses })
    scene.platform.on(`POST ${REGISTRATION}`, { body: { userId: 77 } })

    expect((await send('GET', TYPES)).json()).toEqual(types)
    const form = await send('GET', `${FIELDS}/their_reg`)
    expect(form.json()).toMatchObject(fields)
    expect(form.headers['content-type']).toContain('application/vnd.api+json')
    expect((await send('GET', `${BONUSES}?bonus=sport%20%26%20more`)).json()).toEqual(bonuses)
    const payload = { type: 'their_reg', fields: { nickname: 'Ann', 'agree-policy': true } }
    const submitted = await send('POST', `${REGISTRATION}?isWidget=false`, { payload })
    expect(submitted.json()).toEqual({ userId: 77 })
    expect(submitted.headers['cache-control']).toContain('no-store')

    expect(scene.platform.requests.map(({ method, url }) => `${method} ${url}`)).toEqual([
      `GET ${TYPES}`,
      `GET ${FIELDS}/their_reg`,
      `GET ${BONUSES}?bonus=sport+%26+more`,
      `POST ${REGISTRATION}?isWidget=false`,
    ])
    expect(scene.platform.requests.map(({ body }) => body)).toEqual([undefined, undefined, undefined, payload])
  })

  test('the loaders of a page get the same answers in process', async () => {
    scene.platform.on(`GET ${TYPES}`, { body: types, headers: { 'set-cookie': 'seen=1; Path=/' } })
    scene.platform.on(`GET ${FIELDS}/their_reg`, { body: fields })
    const page = await send('GET', '/en/registration', { headers: { cookie: 'sid=abc' } })
    expect(page.statusCode).toBe(200)
    expect(page.body).toContain('their_reg')
    expect(page.body).toContain('Nickname')
    expect([page.headers['set-cookie']].flat()).toContain('seen=1; Path=/')
    const asked = scene.platform.requests.filter(({ url }) => url.startsWith(TYPES) || url.startsWith(FIELDS))
    expect(asked.map(({ headers }) => headers.cookie)).toEqual(['sid=abc', 'sid=abc'])
  })

  test('what a page is made of stays ours', async () => {
    const config = await send('GET', '/web-api/user/getuserconfig', {
      headers: { cookie: 'lng=en; scheme=dark; __Host-browser=abc' },
    })
    expect(config.json()).toMatchObject({ player: null, siteHash: expect.stringMatching(/^[0-9a-f]{32}$/) })
    expect((await send('GET', '/translation-api/by-lang/en')).statusCode).toBe(200)
    expect((await send('GET', '/web-api/content/page/en/no-such-page')).json()).toMatchObject({ code: 'page.unknown' })
    expect(scene.platform.requests).toEqual([])
  })
})

describe('a session of the platform', () => {
  test('signing in passes the visitor on and hands the cookies back without their domain', async () => {
    scene.platform.on(`POST ${LOGIN}`, {
      body: { userId: 5 },
      headers: {
        'set-cookie': [
          'sid=s1; Path=/; Domain=scene.platform.example; HttpOnly; Secure',
          'tier=gold;domain=.x.example',
        ],
      },
    })
    const payload = { login: 'ann@mail.example', password: 'a long sentence of mine' }
    const answer = await send('POST', '/account/login', {
      payload,
      remoteAddress: '10.0.0.7',
      headers: {
        cookie: 'sid=old; lng=en',
        'accept-language': 'de',
        'x-captcha-token': 't0',
        'user-agent': 'Browser/1',
      },
    })
    expect(answer.json()).toEqual({ userId: 5 })
    expect(answer.headers['set-cookie']).toEqual(['sid=s1; Path=/; HttpOnly; Secure', 'tier=gold'])
    const [request] = scene.platform.requests
    expect(request).toMatchObject({ method: 'POST', url: LOGIN, body: payload })
    expect(request?.headers).toMatchObject({
      cookie: 'sid=old; lng=en',
      'accept-language': 'en',
      'x-forwarded-for': '10.0.0.7',
      'x-request-id': answer.headers['x-request-id'],
      'x-captcha-token': 't0',
      'user-agent': 'Browser/1',
      'x-livery-brand': 'harbour',
      'content-type': 'application/json',
    })
    expect(logged.join('')).not.toContain('a long sentence')
  })

  test('calls for signed-in players reach the platform, which knows who is', async () => {
    const currency = { name: 'Euro', iso: 'EUR', symbol: '€', currencyId: 978 }
    const held = { money: 12.5, amountOfUnplacedBets: 0, points: 0 }
    const kind = { idBonus: null, type: 'cash', isActive: true, isBonusAccount: false, isPointsTypeBalance: false }
    const accounts = [{ id: 1, ...currency, ...held, ...kind }]
    scene.platform.on(`POST ${BALANCE}`, ({ headers }) =>
      headers.cookie === 'sid=s1' ? { body: { accounts } } : { status: 401, body: { message: 'Who are you?' } },
    )
    expect((await send('POST', BALANCE, { headers: { cookie: 'sid=s1' } })).json()).toEqual({ accounts })
    const guest = await send('POST', BALANCE)
    expect(guest.statusCode).toBe(401)
    expect(guest.json()).toMatchObject({ code: 'access.denied', message: 'Who are you?' })
  })
})

describe('failures', () => {
  test.each([
    ['ERR-1', 404, { errors: [{ detail: 'Gone' }], message: 'No' }, 404, 'Gone'],
    ['ERR-2', 409, { message: 'Twice' }, 400, 'Twice'],
    ['ERR-3', 400, {}, 400, /^Something went wrong/],
    ['ERR-3', 500, '<html>', 500, /^Something went wrong/],
    ['ERR-4', 200, { success: false, message: 'Closed' }, 400, 'Closed'],
    ['ERR-4', 200, { success: false }, 400, /^This could not be done/],
    ['ERR-6', 200, { data: { success: false, error: 'Spent' } }, 400, 'Spent'],
    ['ERR-7', 200, { data: { error: { code: 12, message: 'Limit' } } }, 400, 'Limit'],
    ['ERR-8', 200, { httpCode: 404, message: 'Absent' }, 404, 'Absent'],
  ])('%s: an answer %i %j', async (_id, status, body, sent, message) => {
    scene.platform.on(`POST ${BALANCE}`, { status, body })
    const answer = await send('POST', BALANCE)
    expect(answer.statusCode).toBe(sent)
    expect(answer.json()).toMatchObject({ message: expect.stringMatching(message), statusCode: sent })
    expect(answer.json().errors[0].detail).toMatch(message)
  })

  test('SEC-9: an error page never shows what the platform said, a call’s answer does', async () => {
    const said = 'ORA-00942 <img src=x onerror=alert(1)>'
    scene.platform.on(`GET ${TYPES}`, { status: 500, body: { message: said } })
    const page = await send('GET', '/en', { headers: { accept: 'text/html' } })
    const call = await send('GET', TYPES, { headers: { accept: 'text/html' } })
    expect([page.statusCode, call.statusCode]).toEqual([500, 500])
    for (const shown of [page, call]) {
      expect(shown.headers['content-type']).toMatch(/^text\/html/)
      expect(shown.body).not.toContain('ORA-00942')
      expect(shown.body).toContain(await errorText('main_error_server'))
    }
    expect((await send('GET', TYPES)).json()).toMatchObject({ message: said })
  })

  test('SEC-2: over HTTPS a cookie of the platform becomes Secure', async () => {
    scene.platform.on(`GET ${TYPES}`, {
      body: types,
      headers: { 'set-cookie': ['sid=s1; Secure', 'tier=gold; Path=/'] },
    })
    const over = async (scheme: string) =>
      (await send('GET', TYPES, { headers: { 'x-forwarded-proto': scheme } })).headers['set-cookie']
    expect(await over('https')).toEqual(['sid=s1; Secure', 'tier=gold; Path=/; Secure'])
    expect(await over('http')).toEqual(['sid=s1; Secure', 'tier=gold; Path=/'])
    expect(asSecure('tier=gold; Path=/')).toBe('tier=gold; Path=/; Secure')
    expect(asSecure('secure=1')).toBe('secure=1; Secure')
    expect(asSecure('sid=1; SECURE; Path=/')).toBe('sid=1; SECURE; Path=/')
  })

  test('ERR-5: errors of fields keep the platform’s words', async () => {
    scene.platform.on(`POST ${REGISTRATION}`, {
      status: 422,
      headers: { 'set-cookie': 'try=1' },
      body: { validation_errors: { nickname: ['Taken'] } },
    })
    const answer = await send('POST', REGISTRATION, { payload: { type: 'their_reg', fields: { nickname: 'Ann' } } })
    expect(answer.statusCode).toBe(422)
    expect(answer.json()).toMatchObject({
      code: 'registration.invalid',
      validation_errors: { nickname: { code: 'value.refused', message: 'Taken' } },
    })
    expect(answer.headers['set-cookie']).toBe('try=1')
  })

  test('a refused sign-in says so, and waiting times are kept', async () => {
    scene.platform.on(`POST ${LOGIN}`, { status: 401, body: {} })
    const payload = { login: 'ann', password: 'x' }
    expect((await send('POST', LOGIN, { payload })).json()).toMatchObject({ code: 'sign_in.wrong_credentials' })
    scene.platform.on(`POST ${LOGIN}`, { status: 429, headers: { 'retry-after': '90' }, body: {} })
    const waiting = await send('POST', LOGIN, { payload })
    expect([waiting.statusCode, waiting.headers['retry-after']]).toEqual([429, '90'])
  })
})

/** The English text of an error, escaped as in HTML. */
async function errorText(code: string): Promise<string> {
  const texts = JSON.parse(await readFile(join(ENGINE_BASE, 'locales/en/errors.json'), 'utf8')) as Record<
    string,
    string
  >
  return escapeHtml(texts[code] ?? '')
}
