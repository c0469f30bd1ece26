import type { LightMyRequestResponse } from 'fastify'
import { ERROR_STATUS } from '#calls/error-status.ts'
import type { ErrorAnswer } from '#schemas'
import { faultsOf } from '#tests/contract/answer-checks.ts'
import type { TestServer } from '#tests/contract/test-server.ts'
import { newPlayer, newVisitor, type TestVisitor } from '#tests/contract/test-visitor.ts'
import { callOf, type FuzzRequest, isLearnt, type Sender } from './fuzz-requests.ts'

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
  let sent = 0
  const filled = (value: unknown): unknown => {
    if (isLearnt(value)) return known[value.learnt % Math.max(known.length, 1)] ?? 1
    if (Array.isArray(value)) return value.map(filled)
    if (typeof value !== 'object' || value === null) return value
    return Object.fromEntries(Object.entries(value).map(([key, child]) => [key, filled(child)]))
  }
  return {
    statuses: () => statuses,
    answered: () => answered,
    async send(request) {
      const call = callOf(request)
      if (request.sender !== 'guest' && !people[request.sender].session())
        people[request.sender] = await newPlayer(server)
      sent += 1
      const block = Math.floor(sent / AN_ADDRESS)
      const answer = await people[request.sender].send(addressOf(request, filled), {
        method: call.method,
        address: `10.${200 + (block >> 16)}.${(block >> 8) & 255}.${block & 255}`,
        ...(call.body ? { body: bodyOf(filled(request.body)) } : {}),
      })
      statuses.set(answer.statusCode, (statuses.get(answer.statusCode) ?? 0) + 1)
      const isGood = answer.statusCode === (call.isRedirect ? 303 : 200)
      if (isGood) answered.add(call.id)
      if (isGood && (call.access === 'authorized' || call.isSecret)) learnFrom(answer, known)
      return isGood ? faultsOf(call.answer, answer.json()) : refusalFaults(answer)
    },
  }
}

function addressOf(request: FuzzRequest, filled: (value: unknown) => unknown): string {
  const call = callOf(request)
  const path = request.isAtRoot && call.alsoAt ? call.alsoAt : call.path
  const steps = request.segments.map((segment) => encodeURIComponent(textOf(filled(segment))))
  const query = filled(request.query)
  const pairs = typeof query === 'object' && query !== null ? Object.entries(query) : [['', textOf(query)]]
  const search = new URLSearchParams(pairs.map(([key, value]) => [String(key), textOf(value)])).toString()
  return [path, ...steps].join('/') + (search ? `?${search}` : '')
}

/** Well-formed text: half a pair of surrogates cannot stand in an address. */
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
