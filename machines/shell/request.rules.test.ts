import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  answeredOutcome,
  closedResult,
  fullPolicy,
  isInvalid,
  isPassing,
  isRepeatable,
  parallelRule,
  REQUEST_STATUS,
  resultOf,
  TIMED_OUT_DOWNLOADING,
  TIMED_OUT_WAITING,
  timedOutOutcome,
  UNANSWERED,
  unansweredOutcome,
  waitMs,
} from './request.rules.ts'

const answer = { httpStatus: 200, retryAfterSeconds: 0, body: null, failure: null }

test('NET-12: the four statuses of a result have the numbers of the specification', () => {
  expect(REQUEST_STATUS).toEqual({ success: 1, error: 2, networkError: 3, closed: 4 })
})

test('ERR-20, ERR-21: a timeout has one internal status before the answer and another during its download', () => {
  expect([TIMED_OUT_WAITING, TIMED_OUT_DOWNLOADING]).toEqual([1488, 1489])
  expect(timedOutOutcome(TIMED_OUT_DOWNLOADING, null)).toMatchObject({
    httpStatus: 1489,
    failure: { code: 'request.timeout' },
  })
})

test('NET-15: a policy that says nothing is a GET that is sent once, for 30 s at most, and joined', () => {
  expect(fullPolicy({})).toEqual({
    method: 'GET',
    idempotencyKey: null,
    whenParallel: 'join',
    retryCount: 0,
    firstWaitMs: 500,
    longestWaitMs: 60_000,
    spread: 0,
    timeoutMs: 30_000,
  })
  expect(fullPolicy({ retryCount: 2 }).retryCount).toBe(2)
})

test.each([
  ['GET', null, true],
  ['HEAD', null, true],
  ['PUT', null, true],
  ['DELETE', null, true],
  ['POST', null, false],
  ['POST', 'bet-1', true],
] as const)('PLACE-1: %s with the key %s may be sent twice: %s', (method, idempotencyKey, expected) => {
  expect(isRepeatable(fullPolicy({ method, idempotencyKey }))).toBe(expected)
})

test('NET-7: only what may be sent twice is superseded', () => {
  const rule = (policy: Parameters<typeof fullPolicy>[0]) => parallelRule(fullPolicy(policy))
  expect(rule({ whenParallel: 'supersede' })).toBe('supersede')
  expect(rule({ whenParallel: 'supersede', method: 'POST' })).toBe('block')
  expect(rule({ whenParallel: 'join', method: 'POST' })).toBe('join')
  expect(rule({ whenParallel: 'block' })).toBe('block')
})

describe('NET-16: what may pass', () => {
  const outcomeOf = (httpStatus: number) => answeredOutcome({ ...answer, httpStatus })

  test.each([408, 429, 500, 502, 503, 504, UNANSWERED, TIMED_OUT_WAITING, TIMED_OUT_DOWNLOADING])('%i may', (status) =>
    expect(isPassing(outcomeOf(status))).toBe(true),
  )
  test.each([200, 301, 400, 401, 403, 404, 405, 409, 415, 422, 451, 499, 501])('%i does not', (status) =>
    expect(isPassing(outcomeOf(status))).toBe(false),
  )
})

test('ERR-9: 403, 422 and the failed-with-params text are invalid, and nothing else', () => {
  const invalid = (httpStatus: number, failure: unknown) =>
    isInvalid(answeredOutcome({ ...answer, httpStatus, failure }))
  expect(invalid(403, null)).toBe(true)
  expect(invalid(422, null)).toBe(true)
  expect(invalid(500, { code: 'failed-with-params' })).toBe(true)
  expect(invalid(400, { code: 'main_query_error', params: { message: 'failed-with-params' } })).toBe(true)
  expect(invalid(400, { code: 'main_query_error', params: { message: 'failed' } })).toBe(false)
  expect(isInvalid(answeredOutcome(answer))).toBe(false)
})

describe('waits', () => {
  const policies = fc.record({
    firstWaitMs: fc.integer({ min: 1, max: 100_000 }),
    longestWaitMs: fc.integer({ min: 1, max: 120_000 }),
    spread: fc.double({ min: 0, max: 1, noNaN: true }),
  })

  test('NET-16: double from the first on', () => {
    const policy = fullPolicy({ firstWaitMs: 100 })
    expect([1, 2, 3, 4].map((attempt) => waitMs(policy, attempt, 0))).toEqual([100, 200, 400, 800])
  })

  test('SEC-6: are never longer than the longest, nor shorter than the smaller of it and Retry-After', () => {
    fc.assert(
      fc.property(
        policies,
        fc.integer({ min: 1, max: 9 }),
        fc.integer({ min: 0, max: 9000 }),
        (part, attempt, after) => {
          const policy = fullPolicy(part)
          const wait = waitMs(policy, attempt, after)
          expect(wait).toBeLessThanOrEqual(policy.longestWaitMs)
          expect(wait).toBeGreaterThanOrEqual(Math.min(after * 1000, policy.longestWaitMs))
          expect(wait).toBeGreaterThanOrEqual(Math.min(policy.firstWaitMs, policy.longestWaitMs))
        },
      ),
    )
  })

  test('NET-16: do not become shorter from one attempt to the next', () => {
    fc.assert(
      fc.property(policies, fc.integer({ min: 1, max: 30 }), (part, attempt) => {
        const policy = fullPolicy(part)
        expect(waitMs(policy, attempt + 1, 0)).toBeGreaterThanOrEqual(waitMs(policy, attempt, 0))
      }),
    )
  })
})

describe('NET-12: results', () => {
  test('of a success tell the body', () => {
    const outcome = answeredOutcome({ ...answer, body: { balance: '1.00' } })
    expect(resultOf(outcome, null)).toEqual({ status: 1, httpStatus: 200, body: { balance: '1.00' } })
  })

  test('of an error tell the longer of two waits', () => {
    const outcome = answeredOutcome({
      ...answer,
      httpStatus: 429,
      retryAfterSeconds: 7,
      failure: { code: 'rate.limited', retryAfterSeconds: 3 },
    })
    expect(resultOf(outcome, null)).toMatchObject({ status: 2, httpStatus: 429, failure: { retryAfterSeconds: 7 } })
  })

  test('of what nobody answered are network errors, under a code of their own only when it has none', () => {
    expect(resultOf(unansweredOutcome(new TypeError('failed'), null), 'why')).toMatchObject({
      status: 3,
      failure: { code: 'request.offline' },
      reason: 'why',
    })
    expect(unansweredOutcome({ code: 'request.cancelled' }, null).failure?.code).toBe('request.cancelled')
  })

  test('of an answer that broke off after a head with an error are that error, and wait as it asks', () => {
    const outcome = unansweredOutcome(new TypeError('failed'), { httpStatus: 429, retryAfterSeconds: 7 })
    expect(resultOf(outcome, null)).toMatchObject({ status: 2, httpStatus: 429, failure: { retryAfterSeconds: 7 } })
    expect(unansweredOutcome(new TypeError('failed'), { httpStatus: 200, retryAfterSeconds: 0 }).httpStatus).toBe(0)
  })

  test('of what was closed say that it was cancelled', () => {
    expect(closedResult()).toMatchObject({ status: 4, failure: { code: 'request.cancelled' } })
  })
})
