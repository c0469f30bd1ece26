import type { LightMyRequestResponse } from 'fastify'
import { ERROR_STATUS } from '#calls/error-status.ts'
import type { ErrorAnswer } from '#schemas'
import { faultsOf } from '#tests/contract/scenes/answer-checks.ts'
import { type ReadyRequest, readyRequest } from '#tests/contract/scenes/ready-request.ts'
import type { TestServer } from '#tests/contract/scenes/test-server.ts'
import { newPlayer, newVisitor, type TestVisitor } from '#tests/contract/scenes/test-visitor.ts'
import {
  callOf,
  type FuzzRequest,
  type MadeRequest,
  type PreparedRequest,
  pathOf,
  type Sender,
} from './fuzz-requests.ts'
import { isLearnt } from './schema-values.ts'
import { spoilt, spoiltBytes } from './spoil.ts'

/** What a run of requests has done. */
export interface FuzzRun {
  /** Sends one request. @returns what is wrong with its answer: nothing when all is well */
  readonly send: (request: FuzzRequest) => Promise<readonly string[]>
  /** How often each status was answered. */
  readonly statuses: () => ReadonlyMap<number, number>
  /** The calls that were answered in their own schema. */
  readonly answered: () => ReadonlySet<string>
}

const MOST_LEARNT = 30
/** Requests from one network address: more would only ever meet the limits of attempts. */
const AN_ADDRESS = 40
const TELLING = /id$|code|hash|token|password/i

type Fill = (value: unknown) => unknown

/** A guest and two players at a server, who learn ids from answers and use them, each other's too. */
export async function startFuzzRun(server: TestServer): Promise<FuzzRun> {
  const people: Record<Sender, TestVisitor> = {
    guest: newVisitor(server),
    a: await newPlayer(server),
    b: await newPlayer(server),
  }
  const known: (string | number)[] = []
  const statuses = new Map<number, number>()
  const answered = new Set<string>()
  let made = 0
  const fill: Fill = (value) => {
    if (isLearnt(value)) return known[value.learnt % Math.max(known.length, 1)] ?? 1
    if (Array.isArray(value)) return value.map(fill)
    if (typeof value !== 'object' || value === null) return value
    return Object.fromEntries(Object.entries(value).map(([key, child]) => [key, fill(child)]))
  }
  async function sendMade(request: MadeRequest): Promise<LightMyRequestResponse> {
    const { sender } = request
    if (sender !== 'guest' && !people[sender].session()) people[sender] = await newPlayer(server)
    const { url, request: sent } = filledRequest(request, fill, made++)
    const answer = await people[sender].send(url, sent)
    // The clock runs fast: whose session is over comes as somebody new.
    const isOver = callOf(request).access === 'authorized' && answer.statusCode === 401
    if (sender !== 'guest' && isOver) people[sender] = await newPlayer(server)
    return answer
  }
  async function sendPrepared(request: PreparedRequest): Promise<LightMyRequestResponse> {
    const ready = spoiltRequest(await readyRequest(server, callOf(request), pathOf(request)), request, fill)
    return server.send(ready.url, ready.request)
  }
  return {
    statuses: () => statuses,
    answered: () => answered,
    async send(request) {
      const call = callOf(request)
      const answer = await (request.kind === 'made' ? sendMade(request) : sendPrepared(request))
      statuses.set(answer.statusCode, (statuses.get(answer.statusCode) ?? 0) + 1)
      const isGood = answer.statusCode === (call.isRedirect ? 303 : 200)
      if (!isGood) return refusalFaults(answer)
      answered.add(call.id)
      if (call.access === 'authorized' || call.isSecret) learnFrom(answer, known)
      return faultsOf(call.answer, answer.json())
    },
  }
}

function filledRequest(request: MadeRequest, fill: Fill, number: number): ReadyRequest {
  const call = callOf(request)
  const steps = request.segments.map((segment) => encodeURIComponent(textOf(fill(segment))))
  const block = Math.floor(number / AN_ADDRESS)
  return {
    url: [pathOf(request), ...steps].join('/') + searchOf(fill(request.query)),
    request: {
      method: call.method,
      address: `10.${200 + (block >> 16)}.${(block >> 8) & 255}.${block & 255}`,
      ...(call.body ? { body: bodyOf(fill(request.body)) } : {}),
    },
  }
}

/** A request that was ready, with its query or its body spoilt. */
function spoiltRequest({ url, request }: ReadyRequest, { spoil }: PreparedRequest, fill: Fill): ReadyRequest {
  const { body } = request
  if (Buffer.isBuffer(body)) return { url, request: { ...request, body: spoiltBytes(body, spoil) } }
  const [path = '', search = ''] = url.split('?')
  const query = Object.fromEntries(new URLSearchParams(search))
  if (body === undefined) return { url: path + searchOf(fill(spoilt(query, spoil))), request }
  return { url, request: { ...request, body: bodyOf(fill(spoilt(body, spoil))) } }
}

function searchOf(query: unknown): string {
  const pairs = typeof query === 'object' && query !== null ? Object.entries(query) : [['', textOf(query)]]
  const search = new URLSearchParams(pairs.map(([key, value]) => [String(key), textOf(value)])).toString()
  return search ? `?${search}` : ''
}

/** Well-formed text: an address cannot hold half a pair of surrogates. */
function textOf(value: unknown): string {
  return (typeof value === 'object' ? JSON.stringify(value) : String(value)).toWellFormed()
}

function bodyOf(value: unknown): object | string {
  return typeof value === 'object' && value !== null ? value : (JSON.stringify(value) ?? '')
}

/** Faults of an answer that is no success: it must be a refusal, in the shape of errors and with the status of its code. */
async function refusalFaults(answer: LightMyRequestResponse): Promise<readonly string[]> {
  if (answer.statusCode < 400 || answer.statusCode >= 500) return [`status ${answer.statusCode}: ${answer.body}`]
  const error = answer.json<ErrorAnswer>()
  const faults = await faultsOf('defs/error-answer', error)
  const status = ERROR_STATUS[error.code]
  return status === answer.statusCode ? faults : [...faults, `${error.code} is ${status}, not ${answer.statusCode}`]
}

function learnFrom(answer: LightMyRequestResponse, known: (string | number)[]): void {
  const visit = (value: unknown, key: string): void => {
    if (typeof value === 'object' && value !== null) {
      for (const [name, child] of Object.entries(value)) visit(child, Array.isArray(value) ? key : name)
    } else if (
      (typeof value === 'string' || typeof value === 'number') &&
      TELLING.test(key) &&
      !known.includes(value)
    ) {
      known.push(value)
      if (known.length > MOST_LEARNT) known.shift()
    }
  }
  visit(answer.json(), '')
}
