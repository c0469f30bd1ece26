import type { LightMyRequestResponse } from 'fastify'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Call, isForPlayers } from '#calls/call.ts'
import { CALLS } from '#calls/catalogue.ts'
import type { ErrorAnswer } from '#schemas'
import { CURRENT_VERSION } from '#server/site/brands/brand-versions.ts'
import { type ReadyRequest, readyRequest } from './ready-request.ts'
import { startTestServer, type TestServer } from './test-server.ts'
import { belongingsOf, changedTables } from './two-players.ts'
import { idsNamed, senderOf, sentBy, sentByGuest, told } from './two-ready-players.ts'

const OTHER_HOST = 'quay.example'
/** Calls that name a thing of their player, each kind of thing at least once; those that come later join by themselves. */
const NAMING = [
  ...['readMessage', 'deleteMessage', 'closeSession', 'setActiveAccount', 'deleteCurrencyAccount'],
  ...['removePasskey', 'removeDocument'],
]

let server: TestServer
const naming = new Set<string>()

beforeAll(async () => {
  const quay = { id: 'quay', name: 'Quay', extends: 'pier', hosts: [OTHER_HOST], schemaVersion: CURRENT_VERSION }
  server = await startTestServer({
    prepare: ({ write }) => write('quay/brand.json', { ...quay, revision: 1 }),
  })
})
afterAll(() => server.close())

type Way = (own: ReadyRequest, other: ReadyRequest) => ReadyRequest

/** What goes wrong when the very request that a player is about to send comes from somebody who is just as ready: telling,
 *  changing, doing; and when the player is refused it afterwards, by which the attempt would have proved nothing. */
async function faultsOf(call: Call, way: Way): Promise<readonly string[]> {
  const [own, other] = [await readyRequest(server, call), await readyRequest(server, call)]
  const [owner, asker] = [await senderOf(server, own), await senderOf(server, other)]
  const [before, askers] = [await belongingsOf(server, owner), await belongingsOf(server, asker)]
  const strange = way(own, other)
  const answer = await server.send(strange.url, strange.request)
  const faults = told(`${answer.body} ${JSON.stringify(answer.headers)}`, strange, before, askers)
  const namesIds = idsNamed(own, before).length > 0
  if (namesIds) naming.add(call.id)
  const changed = changedTables(before, await belongingsOf(server, owner))
  const later = await sentLater(own)
  return [
    ...faults.map((mark) => `tells ${mark}`),
    ...changed.map((table) => `${table} is changed`),
    ...(answer.statusCode >= 500 ? [`fails with ${answer.statusCode}`] : []),
    ...(namesIds && answer.statusCode < 400 ? ['does it to what is somebody else’s'] : []),
    ...(later.statusCode === 200 || isTaken(answer, later) ? [] : [`refuses its player afterwards: ${later.body}`]),
  ]
}

/** Sends a player's request once more when another's has used up a budget, such as that of messages to one phone. */
async function sentLater({ url, request }: ReadyRequest) {
  const answer = await server.send(url, request)
  if (answer.statusCode !== 429) return answer
  server.wait(60_000)
  return server.send(url, request)
}

/** Whether the other one has got, for themselves, a name that only one can have. */
function isTaken(answer: LightMyRequestResponse, later: LightMyRequestResponse): boolean {
  return answer.statusCode === 200 && later.json<{ code?: string }>().code === 'login.taken'
}

describe.each(CALLS.filter(isForPlayers).map((call) => ({ id: call.id, call })))('$id', ({ call }) => {
  test('does nothing to a player whose own request another one sends, who is just as ready for it', async () => {
    expect(await faultsOf(call, sentBy)).toEqual([])
  })

  test('ROLE-6: refuses the request of a player without the session, and with it in another brand', async () => {
    const own = await readyRequest(server, call)
    const before = await belongingsOf(server, await senderOf(server, own))
    const inOtherBrand = { ...own, request: { ...own.request, host: OTHER_HOST } }
    for (const { url, request } of [sentByGuest(own), inOtherBrand]) {
      expect((await server.send(url, request)).json<ErrorAnswer>().code).toBe('access.denied')
    }
    expect(changedTables(before, await belongingsOf(server, await senderOf(server, own)))).toEqual([])
  })
})

test('things of a player are named by their ids: messages, sessions, accounts, passkeys, documents', () => {
  expect([...naming].sort()).toEqual(expect.arrayContaining([...NAMING].sort()))
})

describe('what this would see', () => {
  const callOf = (id: string) => CALLS.find((call) => call.id === id) as Call
  const asOwner: Way = (own) => own

  test('a thing that is done for somebody whose it is not', async () => {
    const faults = await faultsOf(callOf('deleteMessage'), asOwner)
    expect(faults).toContain('player_message is changed')
    expect(faults).toContain('does it to what is somebody else’s')
  })

  test('an answer that reveals somebody else', async () => {
    const faults = await faultsOf(callOf('getPasskeys'), asOwner)
    expect(faults.join('\n')).toMatch(/tells [\w-]{20,}/)
  })
})
