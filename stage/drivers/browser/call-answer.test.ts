import { expect, test } from 'vitest'
import { login } from '#calls/account.calls.ts'
import { AppError } from '#calls/app-error.ts'
import { createHttpCall } from '#calls/http/http-call.ts'
import { getWelcomeBonuses } from '#calls/registration.calls.ts'
import { readFailure } from '#machines/shell/failure.rules.ts'
import { callAnswer } from './call-answer.ts'

const ACTOR = { call: login }

/** What the page makes of an answer. */
async function readByPage(error: unknown): Promise<unknown> {
  const answer = await callAnswer({ do: 'err', value: error }, ACTOR)
  const call = createHttpCall('en', async () => {
    if (answer.kind !== 'answered') throw new Error(answer.kind)
    return {
      ok: answer.status < 400,
      status: answer.status,
      headers: new Headers(),
      json: async () => JSON.parse(answer.body) as unknown,
    }
  })
  const body = { login: 'ann@example.org', password: 'correct horse', auth_by_email: true }
  return call(login, { body }).catch((thrown: unknown) => thrown)
}

test('an output is the body of the answer, or what the acts make of it', async () => {
  expect(await callAnswer({ do: 'ok', value: { userId: 7001 } }, ACTOR)).toEqual({
    kind: 'answered',
    status: 200,
    type: 'application/json',
    body: '{"userId":7001}',
    headers: {},
  })
  const bonuses = { call: getWelcomeBonuses, answer: (output: unknown) => ({ data: output }) }
  expect(await callAnswer({ do: 'ok', value: [] }, bonuses)).toMatchObject({ body: '{"data":[]}' })
})

test('an output that no server gives is reported with what is wrong', async () => {
  expect(await callAnswer({ do: 'ok', value: { userId: 'x', extra: 1 } }, ACTOR)).toEqual({
    kind: 'wrong',
    reason: 'no server answers login so: / must NOT have additional properties; /userId must be integer',
  })
})

test.each([
  { code: 'sign_in.wrong_credentials' },
  { code: 'rate.limited', retryAfterSeconds: 3 },
  { code: 'registration.invalid', fields: { email: { code: 'email.dot', params: { at: 3 } } } },
  { code: 'main_error_server' },
])('the page reads the error that the scenario has written: %j', async (error) => {
  const thrown = await readByPage(error)
  expect(thrown).toBeInstanceOf(AppError)
  const { params: _params, fields, ...read } = readFailure(thrown)
  expect(read).toEqual({ code: error.code, retryAfterSeconds: error.retryAfterSeconds ?? 0 })
  expect(Object.keys(fields)).toEqual(Object.keys(error.fields ?? {}))
})

test('an error without a code is an answer that is no JSON; without a connection there is none', async () => {
  expect(readFailure(await readByPage('no error object')).code).toBe('main_error_server')
  expect(readFailure(await readByPage({ code: 'request.offline' })).code).toBe('request.offline')
})

test('what a scenario leaves out of an error is what the acts say that the server tells', async () => {
  const failure = (error: unknown) => ({ ...(error as object), params: { userId: 7001 } })
  const answer = await callAnswer({ do: 'err', value: { code: 'sign_in.not_activated' } }, { ...ACTOR, failure })
  expect(answer).toMatchObject({ status: 403, body: expect.stringContaining('"params":{"userId":7001}') })
})

test('QA-13: a call that takes too long is not answered', async () => {
  expect(await callAnswer({ do: 'err', value: { code: 'request.timeout' } }, ACTOR)).toEqual({ kind: 'unanswered' })
})

test.each([
  ['captcha.dismissed', 'impossible'],
  ['no.such.code', 'wrong'],
])('%s is %s', async (code, kind) => {
  const answer = await callAnswer({ do: 'err', value: { code } }, ACTOR)
  expect(answer).toMatchObject({ kind, reason: expect.stringContaining(code) })
})
