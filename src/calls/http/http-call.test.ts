import { describe, expect, test } from 'vitest'
import { disconnect } from '../account.calls.ts'
import { AppError } from '../app-error.ts'
import { type CallExtras, callUntil, defineCall } from '../call.ts'
import { getBearerBalance } from '../money.calls.ts'
import { refreshServiceToken } from '../token.calls.ts'
import { createHttpCall, type HttpAnswer, type HttpRequest, requestOf, retryAfterOf } from './http-call.ts'
import { BadRequest, Forbidden, HttpError, NotFound, Unauthorized } from './http-error.ts'

const plain = defineCall({ id: 'plain', summary: '', path: '/web-api/plain', answer: 'defs/done-answer' })

function answerOf(status: number, body: unknown, headers: Record<string, string> = {}): HttpAnswer {
  const json = async () => (typeof body === 'string' ? (JSON.parse(body) as unknown) : body)
  return { ok: status < 300, status, headers: new Headers(headers), json }
}

/** What is thrown for an answer. */
async function thrown(status: number, body: unknown, headers = {}): Promise<HttpError> {
  const call = createHttpCall('en', async () => answerOf(status, body, headers))
  return call(plain, {}).then(
    () => expect.unreachable('nothing was thrown'),
    (error: unknown) => error as HttpError,
  )
}

async function sentBy(call: typeof plain, extras?: CallExtras): Promise<HttpRequest> {
  const sent: HttpRequest[] = []
  const send = createHttpCall('de', async (_address, request) => {
    sent.push(request)
    return answerOf(200, { success: true })
  })
  await send(call, {}, extras)
  return sent[0] as HttpRequest
}

describe('a request', () => {
  test('NET-1, NET-19: is a GET with the credentials of the browser, and without them where the call says notLogin', async () => {
    expect(await sentBy(plain)).toMatchObject({ method: 'GET', credentials: 'same-origin' })
    expect(await sentBy({ ...plain, notLogin: true } as never)).toMatchObject({ credentials: 'omit' })
  })

  test('carries the language, a captcha in x-captcha-token, and an idempotency key', async () => {
    expect((await sentBy(plain)).headers).toEqual({ accept: 'application/json', 'accept-language': 'de' })
    const { headers } = await sentBy(plain, { captchaToken: 'solved', idempotencyKey: 'bet-1' })
    expect(headers).toMatchObject({ 'x-captcha-token': 'solved', 'idempotency-key': 'bet-1' })
  })

  test('NET-18: carries no authorization of its own, whether it is marked or not', async () => {
    for (const call of [plain, getBearerBalance, disconnect]) {
      const { request } = requestOf(call, {}, { language: 'en' })
      expect(request.headers).not.toHaveProperty('authorization')
    }
  })

  test('TOK-16: for another service token is a POST of JSON:API', () => {
    const { address, request } = requestOf(
      refreshServiceToken,
      { body: { data: { type: 'token' } } },
      { language: 'en' },
    )
    expect(address).toBe('/web-api/api/mobile/v1/token/refresh')
    expect(request).toMatchObject({ method: 'POST', headers: { 'content-type': 'application/vnd.api+json' } })
  })

  test('NET-17: GET, HEAD, POST, PUT and DELETE are sent, PATCH is not', () => {
    for (const method of ['GET', 'HEAD', 'POST', 'PUT', 'DELETE'] as const)
      expect(requestOf({ ...plain, method }, {}, { language: 'en' }).request.method).toBe(method)
    expect(() => requestOf({ ...plain, method: 'PATCH' as never }, {}, { language: 'en' })).toThrow('no PATCH')
  })

  test('NET-6: callUntil hands a signal to every sending, beside what else goes with it', async () => {
    const seen: (CallExtras | undefined)[] = []
    const { signal } = new AbortController()
    const call = callUntil(async (_call, _input, extras) => void seen.push(extras) as never, signal)
    await call(plain, {})
    await call(plain, {}, { captchaToken: 't' })
    expect(seen).toEqual([{ signal }, { captchaToken: 't', signal }])
  })
})

describe('a failed answer', () => {
  test.each([
    [400, BadRequest, 'BadRequest'],
    [401, Unauthorized, 'Unauthorized'],
    [403, Forbidden, 'Forbidden'],
    [404, NotFound, 'NotFound'],
    [405, HttpError, 'HttpError'],
    [451, HttpError, 'HttpError'],
    [502, HttpError, 'HttpError'],
  ])(
    'ERR-17, ERR-18: %i becomes its class, with statusCode, and message and title of the body',
    async (status, type, name) => {
      const error = await thrown(status, { message: 'No', title: 'Not so' })
      expect(error).toBeInstanceOf(type)
      expect(error).toBeInstanceOf(AppError)
      expect(error).toMatchObject({ name, statusCode: status, message: 'No', title: 'Not so', resultStatus: 2 })
    },
  )

  test('in our own shape keeps its code, its values and its fields', async () => {
    const body = {
      statusCode: 422,
      code: 'registration.invalid',
      title: 'Unprocessable Entity',
      message: 'Check the marked fields.',
      errors: [{ code: 'email.dot', detail: 'No dot.' }],
      validation_errors: { email: { code: 'email.dot', params: { at: 3 }, message: 'No dot.' } },
      requestId: 'r1',
      params: { left: 2 },
    }
    const error = await thrown(422, body, { 'retry-after': '7' })
    expect(error).toMatchObject({
      code: 'registration.invalid',
      params: { left: 2, requestId: 'r1', seconds: 7 },
      fields: body.validation_errors,
      retryAfterSeconds: 7,
      message: 'No dot.',
      title: 'Unprocessable Entity',
    })
  })

  test.each([
    ['ERR-1', 404, { errors: [{ detail: 'Gone' }], message: 'No' }, 'Gone'],
    ['ERR-2', 409, { message: 'Twice' }, 'Twice'],
    ['ERR-4', 200, { success: false, detail: 'Closed' }, 'Closed'],
    ['ERR-6', 200, { data: { success: false, error: 'Spent' } }, 'Spent'],
    ['ERR-8', 200, { httpCode: 404, message: 'Absent' }, 'Absent'],
  ])('%s: of another back end is read too: %i %j', async (_id, status, body, message) => {
    expect(await thrown(status, body)).toMatchObject({ message })
  })

  test('ERR-3, ERR-5, ERR-7: keys of texts, errors of fields, and numbers reach the page', async () => {
    expect(await thrown(500, {})).toMatchObject({ code: 'main_error_server', statusCode: 500 })
    expect(await thrown(200, { success: false })).toMatchObject({ code: 'main_query_error' })
    const fields = await thrown(422, { validation_errors: { nickname: ['Taken'] } })
    expect(fields.fields).toEqual({
      nickname: { code: 'value.refused', params: { label: 'nickname', message: 'Taken' } },
    })
    const numbered = await thrown(200, { data: { error: { code: 12, message: 'Limit' } } })
    expect(numbered).toMatchObject({ params: { number: 12 }, message: 'Limit' })
  })

  test.each([
    [502, '<h1>Bad gateway</h1>'],
    [404, 'null'],
    [500, '"text"'],
  ])('that is no JSON object is a fault of the server: %i %s', async (status, body) => {
    expect(await thrown(status, body)).toMatchObject({ code: 'main_error_server', statusCode: status })
  })

  test('that never came is offline, one that breaks off is no answer', async () => {
    const offline = createHttpCall('en', () => Promise.reject(new TypeError('Failed to fetch')))
    await expect(offline(plain, {})).rejects.toMatchObject({ code: 'request.offline', params: { call: 'plain' } })
    const broken = { ...answerOf(200, null), json: () => Promise.reject(new TypeError('network error')) }
    await expect(createHttpCall('en', async () => broken)(plain, {})).rejects.toThrow('network error')
  })
})

test('Retry-After is a number of seconds or a date', () => {
  const wait = (value: string) => retryAfterOf({ headers: new Headers({ 'retry-after': value }) })
  expect(wait('7')).toBe(7)
  expect(wait(new Date(Date.now() + 60_000).toUTCString())).toBeGreaterThan(50)
  expect(wait('Thu, 01 Jan 1970 00:00:00 GMT')).toBe(0)
  expect(wait('soon')).toBeUndefined()
  expect(retryAfterOf({ headers: new Headers() })).toBeUndefined()
})
