import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Call, isForPlayers } from '#calls/call.ts'
import { CALLS } from '#calls/catalogue.ts'
import { expectError, faultsOf } from './scenes/answer-checks.ts'
import type { CallContract } from './scenes/call-contract.ts'
import { CALL_CONTRACTS, CONTRACT_SECRETS } from './scenes/call-contracts.ts'
import { startTestServer, type TestServer } from './scenes/test-server.ts'
import { newPlayer, type TestVisitor } from './scenes/test-visitor.ts'
import { asBearer, serviceToken } from './scenes/token-scene.ts'

let server: TestServer

beforeAll(async () => {
  server = await startTestServer({ environment: CONTRACT_SECRETS })
})
afterAll(() => server.close())

test('every call of the catalogue has a contract, and nothing else has', () => {
  expect(Object.keys(CALL_CONTRACTS).sort()).toEqual(CALLS.map(({ id }) => id).sort())
})

test('NET-10, decision 72: calls are below /web-api unless the specification gives them another base', () => {
  const otherBases = [
    '/translation-api/',
    '/genfiles/',
    '/api-v3/',
    '/puzzle-api/',
    '/seo-module-api/',
    '/frontend-api/',
    '/analytics-api/',
  ]
  const elsewhere = CALLS.filter(({ path }) => !['/web-api/', ...otherBases].some((base) => path.startsWith(base)))
  expect(elsewhere.map(({ id }) => id)).toEqual([])
  expect(new Set(CALLS.map(({ id }) => id)).size).toBe(CALLS.length)
})

const places = CALLS.flatMap((call) =>
  [call.path, ...(call.alsoAt ? [call.alsoAt] : [])].map((path) => ({ call, path, id: call.id })),
)

describe.each(places)('$id at $path', ({ call, path }) => {
  const contract = CALL_CONTRACTS[call.id] as CallContract

  test('ERR-18: answers in its schema, and refuses in the shape of errors', async () => {
    const answer = await contract.succeed(server, path)
    expect(answer.body).not.toContain('"statusCode"')
    expect(answer.statusCode).toBe(contract.status ?? 200)
    expect(answer.headers['content-type']).toBe(contentType(call))
    expect(await faultsOf(call.answer, answer.json())).toEqual([])
    await expectError(await contract.refuse(server, path), contract.refusal)
  })

  test('is unknown under a host that belongs to no brand', async () => {
    const url = [path, ...(call.segments ?? []).map(() => 'en')].join('/')
    const request = { method: call.method, host: 'nobody.example' } as const
    await expectError(await server.send(url, request), 'brand.unknown_host')
  })
})

describe.each(places.filter(({ call }) => isForPlayers(call)))('$id at $path', ({ call, path }) => {
  test('ROLE-6: refuses guests, and cookies that belong to no session', async () => {
    for (const cookie of ['', '__Host-sid=', '__Host-sid=forged', `__Host-sid=${'A'.repeat(43)}`]) {
      const answer = await server.send(path, { method: call.method, headers: { cookie } })
      await expectError(answer, 'access.denied')
    }
  })
})

describe.each(places.filter(({ call }) => call.body !== undefined))('$id at $path', ({ call, path }) => {
  const send = async (body: object | string, headers: Record<string, string | null> = {}) => {
    const sender = await senderOf(call)
    return sender.send(path, { method: call.method, body, headers })
  }

  test('refuses a body that is no JSON, no object, or has a name of its own', async () => {
    await expectError(await send('{"a":', {}), 'request.invalid')
    await expectError(await send('[]', {}), 'request.invalid')
    const error = await expectError(await send({ surprise: 1 }), 'request.invalid')
    expect(error.params?.where).toMatch(/^body/)
  })

  test('refuses keys by which objects could be poisoned', async () => {
    await expectError(await send('{"__proto__":{"isAdmin":true}}'), 'request.invalid')
    await expectError(await send('{"constructor":{"prototype":{"isAdmin":true}}}'), 'request.invalid')
    expect((Object.prototype as { isAdmin?: boolean }).isAdmin).toBeUndefined()
  })
})

type Sender = Pick<TestVisitor, 'send'>
/** By the access of calls, somebody who has it: what they send is refused, so that they are as before. */
const senders = new Map<NonNullable<Call['access']>, Promise<Sender>>()

/** Somebody whom a call lets in. */
function senderOf({ access = 'any' }: Call): Promise<Sender> {
  const known = senders.get(access) ?? newSender(access)
  senders.set(access, known)
  return known
}

async function newSender(access: NonNullable<Call['access']>): Promise<Sender> {
  if (access === 'any') return server
  const player = await newPlayer(server)
  return access === 'bearer' ? asBearer(await serviceToken(player), player) : player
}

function contentType(call: Call): string {
  return `application/${call.content === 'json-api' ? 'vnd.api+json' : 'json'}; charset=utf-8`
}
