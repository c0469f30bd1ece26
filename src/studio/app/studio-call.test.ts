import { expect, test } from 'vitest'
import type { HttpAnswer, HttpRequest } from '#calls/http/http-call.ts'
import { signInToStudio } from '#calls/studio/studio-access.calls.ts'
import { getStudioDocument } from '#calls/studio/studio-draft.calls.ts'
import { failureText } from './failure-text.ts'
import { createStudioCall, StudioCallFailure } from './studio-call.ts'

function answering(status: number, body: unknown) {
  const sent: { readonly address: string; readonly request: HttpRequest }[] = []
  const answer: HttpAnswer = {
    ok: status < 400,
    status,
    headers: { get: () => null },
    json: async () => body,
  }
  const call = createStudioCall(async (address, request) => {
    sent.push({ address, request })
    return answer
  })
  return { call, sent }
}

const body = { email: 'anna@operator.example', password: 'x' }

test('a call is a request, and its answer the value', async () => {
  const { call, sent } = answering(200, { path: 'config/header.json' })
  const input = { segments: { brand: 'northstar' }, query: { path: 'config/header.json' } }
  expect(await call(getStudioDocument, input)).toEqual({ path: 'config/header.json' })
  expect(sent[0]?.address).toBe('/studio-api/document/northstar?path=config%2Fheader.json')
  expect(sent[0]?.request.credentials).toBe('same-origin')
})

test('a refusal says why, with what its text names', async () => {
  const { call } = answering(429, { code: 'access.too_many', params: { seconds: 120 }, requestId: 'r' })
  const failure = await call(signInToStudio, { body }).catch((error: unknown) => error)
  expect(failure).toMatchObject({ code: 'access.too_many', requestId: 'r' })
  expect(failureText(failure)).toMatch(/^Too many attempts\. Try again .*2 minutes.*\.$/)
})

test('a server that does not answer, or answers something else, is said so', async () => {
  const offline = createStudioCall(() => Promise.reject(new TypeError('fetch failed')))
  await expect(offline(signInToStudio, { body })).rejects.toMatchObject({ code: 'request.offline' })
  const { call } = answering(502, null)
  await expect(call(signInToStudio, { body })).rejects.toMatchObject({ code: 'server.failed' })
  expect(failureText(new Error('bug'))).toMatch(/error of its own/)
  expect(failureText(new StudioCallFailure('request.offline'))).toMatch(/does not answer/)
})
