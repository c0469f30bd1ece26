import { expect, test } from 'vitest'
import { createHttpCall } from '../http/http-call.ts'
import { serviceTokenActors } from './service-token.actors.ts'

const DATE = 'Sun, 01 Mar 2026 12:00:00 GMT'
const attributes = { userToken: 'a.b.c', expireDate: '2026-03-01T12:15:00.000Z' }

function fetched(status: number, body: unknown, headers: Record<string, string> = { date: DATE }, isRenewal = false) {
  const sent: string[] = []
  const call = createHttpCall('en', async (address, { method, headers: { accept } }) => {
    sent.push(`${method} ${address} ${accept}`)
    return { ok: status < 300, status, headers: new Headers(headers), json: async () => body }
  })
  let nowMs = 1000
  const nextMs = () => {
    nowMs += 100
    return nowMs
  }
  return { sent, answer: serviceTokenActors.fetchToken(call, { isRenewal, nowMs: nextMs }) }
}

test('TOK-4, TOK-15: the token and its end are read of the attributes, with the clocks of both sides', async () => {
  const { sent, answer } = fetched(200, { data: { attributes } })
  expect(await answer).toEqual({
    userToken: 'a.b.c',
    expiresAtMs: Date.parse(attributes.expireDate),
    serverDateMs: Date.parse(DATE),
    sentAtMs: 1100,
    receivedAtMs: 1200,
  })
  expect(sent).toEqual(['GET /web-api/api/mobile/v1/token/ application/vnd.api+json, application/json'])
})

test('TOK-16: another token is asked for by the refresh', async () => {
  const { sent, answer } = fetched(200, { data: { attributes } }, { date: DATE }, true)
  await answer
  expect(sent[0]).toMatch(/^POST \/web-api\/api\/mobile\/v1\/token\/refresh /)
})

test('TOK-6, TOK-12: a missing Date and a missing token are reported as such', async () => {
  expect(await fetched(200, { data: { attributes } }, {}).answer).toMatchObject({ serverDateMs: null })
  expect(await fetched(200, { data: { attributes } }, { date: 'yesterday' }).answer).toMatchObject({
    serverDateMs: null,
  })
  expect(await fetched(200, { data: { attributes: { ...attributes, userToken: '' } } }).answer).toMatchObject({
    userToken: null,
  })
})

test('TOK-11, TOK-13: a refusal keeps its status, by which the machine tells a 403 from the rest', async () => {
  await expect(fetched(403, {}).answer).rejects.toMatchObject({ httpStatus: 403 })
  await expect(fetched(401, {}).answer).rejects.toMatchObject({ httpStatus: 401 })
})
