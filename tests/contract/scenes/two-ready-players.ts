import { SESSION_COOKIE } from '#server/create-server.ts'
import { TRUST } from './contract-brands.ts'
import type { ReadyRequest } from './ready-request.ts'
import type { TestServer } from './test-server.ts'
import { type belongingsOf, idsOf, type Leaf, leavesIn, leavesOf, TELLING_LENGTH } from './two-players.ts'

/** What the database keeps of an account: rows as text by their table. */
type Belongings = Awaited<ReturnType<typeof belongingsOf>>

/** A moment or a day: everybody has some of those. */
const MOMENT = /^\d{4}-\d\d-\d\d(?:T|$)/

/** The account whose session or bearer a request carries. @throws Error when it is of nobody */
export async function senderOf(server: TestServer, { request }: ReadyRequest): Promise<number> {
  const { cookie = '', authorization } = request.headers ?? {}
  const brandId = request.host === TRUST.hosts[0] ? TRUST.id : 'pier'
  const session = new RegExp(`${SESSION_COOKIE}=([^;]+)`).exec(cookie ?? '')?.[1] ?? ''
  const player = authorization
    ? await server.identity.findPlayer(brandId, authorization.replace('Bearer ', ''), 'bearer')
    : await server.identity.findPlayer(brandId, session, 'cookie')
  if (!player) throw new Error('the request is of nobody')
  return player.accountId
}

/** The request of one player as another sends it: from the other's browser, with the other's session. */
export function sentBy(own: ReadyRequest, other: ReadyRequest): ReadyRequest {
  const { cookie = null, authorization = null, 'user-agent': device = null } = other.request.headers ?? {}
  const headers = { ...own.request.headers, cookie, authorization, 'user-agent': device }
  return { url: own.url, request: { ...own.request, address: other.request.address ?? '10.0.0.1', headers } }
}

/** The request as somebody sends it who has no session. */
export function sentByGuest({ url, request }: ReadyRequest): ReadyRequest {
  return { url, request: { ...request, headers: { ...request.headers, cookie: null, authorization: null } } }
}

/** The ids of rows that a request names: a message, a session, an account, a passkey, a document. */
export function idsNamed({ request }: ReadyRequest, belongings: Belongings): readonly Leaf[] {
  const ids = idsOf(belongings)
  const isAnId = ({ key, value }: Leaf) =>
    ids.some((id) => id.value === value && (id.key === key || String(value).length >= TELLING_LENGTH))
  return Buffer.isBuffer(request.body) ? [] : leavesIn(request.body).filter(isAnId)
}

/** What an answer reveals about an owner's rows that neither the request named nor the asking player's rows hold. */
export function told(answer: string, asked: ReadyRequest, owner: Belongings, asker: Belongings): readonly string[] {
  const common = new Set(leavesOf(asker).map(({ value }) => value))
  const named = `${decodeURIComponent(asked.url)} ${JSON.stringify(asked.request.body ?? '')}`
  const marks = leavesOf(owner)
    .filter(({ value }) => !common.has(value))
    .map(({ value }) => String(value))
    .filter((mark) => mark.length >= TELLING_LENGTH && !MOMENT.test(mark) && !named.includes(mark))
  return [...new Set(marks)].filter((mark) => answer.includes(mark))
}
