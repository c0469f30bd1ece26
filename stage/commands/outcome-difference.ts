import { type Failure, readFailure } from '#machines/shell/failure.rules.ts'
import { isSameJson } from '../player/plain-json.ts'
import type { Divergence } from '../player/scenario-player.ts'

/** Where an actor ended otherwise than the scenario says; the pointer leads on from its step. */
export type Difference = Pick<Divergence, 'pointer' | 'expected' | 'actual'>

/** How an actor has ended, or is said to. */
export interface ActorOutcome {
  readonly do: 'ok' | 'err'
  readonly value?: unknown
}

type Comparable = (output: unknown) => unknown

/** The difference between the end that a scenario expects and the one that came; undefined when they are the same.
 *  @param comparable what of an output has to be the same */
export function outcomeDifference(
  scripted: ActorOutcome,
  told: ActorOutcome,
  comparable: Comparable = (output) => output,
): Difference | undefined {
  if (scripted.do !== told.do) {
    return differs('/do', { [scripted.do]: scripted.value ?? null }, { [told.do]: told.value ?? null })
  }
  if (scripted.do === 'err') return failureDifference(scripted.value, told.value)
  const [expected, actual] = [comparable(scripted.value), comparable(told.value)]
  return isWithin(expected, actual) ? undefined : differs('/value', expected, actual)
}

export function differs(pointer: string, expected: unknown, actual: unknown): Difference {
  return { pointer, expected, actual: actual ?? null } as Difference
}

/** Failures are alike when their code, their wait and the codes of their fields are; texts may name more than the scenario says. */
function failureDifference(scripted: unknown, told: unknown): Difference | undefined {
  const [expected, actual] = [readFailure(scripted), readFailure(told)]
  const isAlike =
    expected.code === actual.code &&
    expected.retryAfterSeconds === actual.retryAfterSeconds &&
    isSameJson(fieldCodes(expected.fields), fieldCodes(actual.fields)) &&
    isSameStatus(scripted, told) &&
    isWithin(withoutRequestId(expected.params), actual.params)
  return isAlike ? undefined : differs('/value', expected, actual)
}

/** The name of a request, by which its line of the log is found, is made by chance. */
function withoutRequestId({ requestId: _random, ...params }: Failure['params']): Failure['params'] {
  return params
}

/** What the client adds to a failure by itself: which call it was, and the wait as a text names it. */
const ADDED: ReadonlySet<string> = new Set(['call', 'seconds'])

/** The difference between the failure that a scenario expects and what the client has made of the answer that reports
 *  it; undefined when they are the same. */
export function injectedDifference(scripted: unknown, told: ActorOutcome): Difference | undefined {
  if (told.do !== 'err') return differs('/do', { err: scripted ?? null }, { ok: told.value ?? null })
  const [expected, actual] = [readFailure(scripted), readFailure(told.value)]
  const params = Object.entries(actual.params).filter(([name]) => !ADDED.has(name) || name in expected.params)
  const fields = withoutTexts(actual.fields)
  const isSame =
    isSameJson({ ...actual, params: Object.fromEntries(params), fields }, expected) &&
    isSameStatus(scripted, told.value)
  return isSame ? undefined : differs('/value', expected, actual)
}

/** Whether the status is the one that the scenario names, where it names one. */
function isSameStatus(scripted: unknown, told: unknown): boolean {
  const [expected, actual] = [scripted, told].map((error) => (error as { httpStatus?: unknown } | null)?.httpStatus)
  return expected === undefined || expected === actual
}

/** The faults of fields without the texts in which the server tells them. */
function withoutTexts(fields: Failure['fields']): Failure['fields'] {
  const faults = Object.entries(fields).map(([id, { code, params }]) => [id, { code, params }] as const)
  return Object.fromEntries(faults)
}

function fieldCodes(fields: Readonly<Record<string, { readonly code: string }>>): unknown {
  return Object.fromEntries(Object.entries(fields).map(([id, { code }]) => [id, code]))
}

/** Whether everything that the one value says is said by the other; lists have to be equally long. */
export function isWithin(expected: unknown, actual: unknown): boolean {
  if (Array.isArray(expected)) {
    if (!Array.isArray(actual) || actual.length !== expected.length) return false
    return expected.every((item, index) => isWithin(item, actual[index]))
  }
  if (typeof expected !== 'object' || expected === null) return expected === actual
  if (typeof actual !== 'object' || actual === null) return false
  return Object.entries(expected).every(([key, value]) => isWithin(value, (actual as Record<string, unknown>)[key]))
}
