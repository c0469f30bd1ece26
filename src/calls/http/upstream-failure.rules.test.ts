import { readFileSync } from 'node:fs'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { CALLS } from '../catalogue.ts'
import { ERROR_STATUS } from '../error-status.ts'
import { readUpstreamFailure, upstreamError } from './upstream-failure.rules.ts'

function read(status: number, body: unknown) {
  const failure = readUpstreamFailure(status, body)
  if (!failure) throw new Error('no failure was read')
  return failure
}

function errorOf(status: number, body: unknown, callId = 'getBalance', retryAfterSeconds?: number) {
  return upstreamError(callId, read(status, body), retryAfterSeconds)
}

describe('messages', () => {
  test('ERR-1: the first errors[].detail wins over the message', () => {
    const body = { message: 'Later', errors: [{ code: 'x' }, { detail: 'No such bonus' }, { detail: 'Another' }] }
    expect(read(404, body).message).toEqual({ text: 'No such bonus' })
  })

  test('ERR-2: without errors[].detail it is the message', () => {
    expect(read(400, { message: 'Bad date', errors: [{}] }).message).toEqual({ text: 'Bad date' })
  })

  test.each([{}, null, undefined, [], 'no JSON', { message: '' }, { message: 7, errors: 'x' }])(
    'ERR-3: %j says neither and leaves it to main_error_server',
    (body) => {
      expect(read(400, body).message).toEqual({ key: 'main_error_server' })
      expect(errorOf(400, body)).toMatchObject({ code: 'main_query_error', params: { textKey: 'main_error_server' } })
      expect(errorOf(500, body)).toMatchObject({ code: 'main_error_server', params: {} })
    },
  )

  test('ERR-4: success false is a failure: message, else detail, else main_query_error', () => {
    expect(read(200, { success: false, message: 'Said', detail: 'Detailed' }).message).toEqual({ text: 'Said' })
    expect(read(200, { success: false, detail: 'Detailed' }).message).toEqual({ text: 'Detailed' })
    expect(read(200, { success: false })).toEqual({ status: 400, message: { key: 'main_query_error' } })
    expect(errorOf(200, { success: false })).toMatchObject({ code: 'main_query_error', params: {} })
  })

  test('ERR-6: data.success false with a text as data.error gives the text', () => {
    expect(read(200, { data: { success: false, error: 'Closed' } })).toEqual({
      status: 400,
      message: { text: 'Closed' },
    })
  })

  test('ERR-7: data.error as an object gives its number and its message', () => {
    const failure = read(200, { data: { error: { code: 1042, message: 'Limit reached' } } })
    expect(failure).toEqual({ status: 400, number: 1042, message: { text: 'Limit reached' } })
    expect(upstreamError('getBalance', failure).params).toEqual({ number: 1042, message: 'Limit reached' })
  })

  test('ERR-7: a number that is an HTTP status is the status', () => {
    expect(read(200, { data: { error: { code: 404, message: 'Gone' } } }).status).toBe(404)
  })

  test('ERR-8: httpCode and message give that code and that message', () => {
    expect(read(200, { httpCode: 403, message: 'Not here' })).toEqual({ status: 403, message: { text: 'Not here' } })
    expect(readUpstreamFailure(200, { httpCode: 200, message: 'Fine' })).toBeNull()
  })

  test('control characters are taken out and a long text is cut', () => {
    expect(read(400, { message: 'a\u0000\r\nb' }).message).toEqual({ text: 'a b' })
    expect(read(400, { message: 'x'.repeat(9000) }).message).toEqual({ text: 'x'.repeat(500) })
  })
})

describe('fields', () => {
  test.each([
    ['a text', { email: 'Taken' }],
    ['a list', { email: ['Taken', 'Wrong'] }],
    ['an object', { email: { message: 'Taken', code: 'their.code' } }],
    ['a list of fields', [{ field: 'email', detail: 'Taken' }]],
  ])('ERR-5: validation_errors are read from %s', (_shape, validation_errors) => {
    const fields = { email: { code: 'value.refused', params: { label: 'email', message: 'Taken' } } }
    expect(read(422, { validation_errors }).fields).toEqual(fields)
    expect(read(200, { validation_errors })).toMatchObject({ status: 422, fields })
    expect(errorOf(422, { validation_errors }, 'postRegistration')).toMatchObject({
      code: 'registration.invalid',
      fields,
    })
  })

  test('ERR-5: a rule of ours is kept with its values', () => {
    const validation_errors = { password: { code: 'min_length', params: { value: 8, label: 'Password', list: [1] } } }
    expect(read(422, { validation_errors }).fields).toEqual({
      password: { code: 'min_length', params: { value: 8, label: 'Password' } },
    })
  })

  test('what names no field or says nothing is left out', () => {
    const validation_errors = {
      __proto__x: 'a',
      '': 'b',
      ['x'.repeat(65)]: 'c',
      email: { code: 'their.code' },
      phone: [],
    }
    expect(read(422, { validation_errors }).fields).toBeUndefined()
    expect(readUpstreamFailure(200, { validation_errors: {} })).toBeNull()
  })
})

describe('codes', () => {
  test.each([
    ['login', 401, 'sign_in.wrong_credentials'],
    ['getBalance', 401, 'access.denied'],
    ['activate', 422, 'activation.invalid'],
    ['getBalance', 403, 'main_query_error'],
    ['getBalance', 404, 'route.not_found'],
    ['getBalance', 429, 'rate.limited'],
    ['getBalance', 500, 'main_error_server'],
    ['getBalance', 503, 'upstream.unavailable'],
  ])('%s with %i is %s', (callId, status, code) => {
    expect(errorOf(status, {}, callId).code).toBe(code)
  })

  test('a code of ours is kept when its status agrees', () => {
    const body = { code: 'sign_in.not_activated', params: { userId: 7, nested: {} } }
    expect(errorOf(403, body, 'login')).toMatchObject({ code: 'sign_in.not_activated', params: { userId: 7 } })
    expect(errorOf(500, body, 'login').code).toBe('main_error_server')
    expect(errorOf(403, { code: 'toString' }, 'login').code).toBe('main_query_error')
  })

  test.each([
    [30, 30],
    [0.2, 1],
    [-5, 1],
    [1e9, 86_400],
    [Number.NaN, 60],
    [undefined, 60],
  ])('Retry-After %s of a 429 makes a wait of %i seconds', (header, seconds) => {
    expect(errorOf(429, {}, 'login', header)).toMatchObject({ retryAfterSeconds: seconds, params: { seconds } })
  })
})

const json = fc.jsonValue({ maxDepth: 3 })
const shaped = fc.record(
  {
    success: fc.oneof(fc.boolean(), json),
    message: fc.oneof(fc.string({ unit: 'binary' }), json),
    detail: json,
    errors: fc.oneof(fc.array(fc.record({ detail: fc.oneof(fc.string(), json) }, { requiredKeys: [] })), json),
    data: fc.oneof(fc.record({ success: fc.boolean(), error: json }, { requiredKeys: [] }), json),
    httpCode: fc.oneof(fc.integer({ min: 100, max: 700 }), json),
    validation_errors: fc.oneof(fc.dictionary(fc.string(), json), json),
    code: fc.oneof(fc.constantFrom(...Object.keys(ERROR_STATUS)), json),
    params: fc.oneof(
      fc.dictionary(fc.constantFrom('message', 'textKey', 'userId'), fc.string({ unit: 'binary' })),
      json,
    ),
    retryAfterSeconds: json,
  },
  { requiredKeys: [] },
)

test('ERR-1 to ERR-8: every failing status with any body keeps its class and says something printable', () => {
  const callIds = fc.constantFrom(...CALLS.map(({ id }) => id))
  fc.assert(
    fc.property(
      fc.oneof(fc.constantFrom(400, 401, 403, 422, 502), fc.integer({ min: 400, max: 599 })),
      fc.oneof(shaped, json),
      callIds,
      (status, body, callId) => {
        const failure = read(status, body)
        const error = upstreamError(callId, failure)
        expect(failure.status).toBe(status)
        expect(Math.floor(ERROR_STATUS[error.code] / 100)).toBe(Math.floor(status / 100))
        expect(['main_error_server', undefined]).toContain(error.params.textKey)
        const texts = [error.params, ...Object.values(error.fields ?? {}).map(({ params }) => params)]
        for (const { message } of texts) {
          if (message === undefined) continue
          expect(message).not.toMatch(/\p{Cc}/u)
          expect(String(message).length).toBeLessThanOrEqual(500)
        }
      },
    ),
  )
})

test('ERR-4 to ERR-8: a failure inside a 200 keeps the class of the status that its body names', () => {
  fc.assert(
    fc.property(shaped, (body) => {
      const failure = readUpstreamFailure(200, body)
      if (!failure) return
      expect(failure.status).toBeGreaterThanOrEqual(400)
      expect(failure.status).toBeLessThanOrEqual(599)
      const { code } = upstreamError('getBalance', failure)
      expect(Math.floor(ERROR_STATUS[code] / 100)).toBe(Math.floor(failure.status / 100))
    }),
  )
})

test('no example of an answer is taken for a failure', () => {
  for (const { answer } of CALLS) {
    const file = new URL(`../../../schemas/${answer}.schema.json`, import.meta.url)
    const { examples } = JSON.parse(readFileSync(file, 'utf8')) as { examples: unknown[] }
    expect(examples.length).toBeGreaterThan(0)
    for (const example of examples) expect(readUpstreamFailure(200, example)).toBeNull()
  }
})
