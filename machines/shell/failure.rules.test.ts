import { expect, test } from 'vitest'
import { isRefusal, readFailure } from './failure.rules.ts'

class CallError extends Error {
  readonly code = 'rate.limited'
  readonly params = { seconds: 30 }
  readonly fields = undefined
  readonly retryAfterSeconds = 29.2
}

test('a failed call is read whatever class it has', () => {
  expect(readFailure(new CallError('slow down'))).toEqual({
    code: 'rate.limited',
    params: { seconds: 30 },
    fields: {},
    retryAfterSeconds: 30,
  })
})

test.each([undefined, null, 'text', 7, new Error('bug'), { code: 5, params: 'x', retryAfterSeconds: -1 }])(
  'anything else (%j) is a failure of the server without particulars',
  (thrown) => {
    expect(readFailure(thrown)).toEqual({ code: 'main_error_server', params: {}, fields: {}, retryAfterSeconds: 0 })
  },
)

test.each([
  [{ httpStatus: 409 }, true],
  [{ statusCode: 409 }, true],
  [{ statusCode: 404 }, true],
  [{ statusCode: 401 }, false],
  [{ statusCode: 429 }, false],
  [{ statusCode: 502 }, false],
  [{}, false],
  [null, false],
])('%j is a refusal: %s', (thrown, isRefused) => {
  expect(isRefusal(thrown)).toBe(isRefused)
})
