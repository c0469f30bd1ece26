import fc from 'fast-check'
import type { Call } from '#calls/call.ts'
import { CALLS } from '#calls/catalogue.ts'
import { hostile, type Learnt, learnt, valuesOf } from './schema-values.ts'

/** Who sends: the two players know of each other's ids. */
export type Sender = 'guest' | 'a' | 'b'

/** A request as it was drawn; learnt things are still placeholders. */
export interface FuzzRequest {
  readonly call: string
  readonly sender: Sender
  readonly isAtRoot: boolean
  readonly segments: readonly unknown[]
  readonly query: unknown
  readonly body: unknown
}

const BY_ID = new Map(CALLS.map((call) => [call.id, call]))

/** The call that a request is of. */
export function callOf(request: FuzzRequest): Call {
  return BY_ID.get(request.call) as Call
}

/** Calls that hash a password, slowly on purpose: they are drawn a quarter as often. */
const SLOW_CALLS = ['login', 'resetPassword', 'changePassword', 'postRegistration']

/** Requests of every call of the catalogue: some as its schemas have them, some wrong in one place, some hostile. */
export const requests: fc.Arbitrary<FuzzRequest> = fc.oneof(
  ...CALLS.map((call) => ({ arbitrary: requestsOf(call), weight: SLOW_CALLS.includes(call.id) ? 1 : 4 })),
)

function requestsOf(call: Call): fc.Arbitrary<FuzzRequest> {
  return fc.record({
    call: fc.constant(call.id),
    sender: fc.constantFrom<Sender>('guest', 'a', 'b'),
    isAtRoot: fc.boolean(),
    segments: fc.tuple(
      ...(call.segments ?? []).map(() =>
        fc.oneof(fc.constantFrom<unknown>('en', 'full_reg', 'discord'), learnt, hostile, fc.string()),
      ),
    ),
    query: spoilt(call.query ? valuesOf(call.query) : fc.constant({})),
    body: call.body ? spoilt(valuesOf(call.body)) : fc.constant(undefined),
  })
}

/** Values of which half are as they were, and the others have another value in one place, one name more or none of their shape. */
function spoilt(values: fc.Arbitrary<unknown>): fc.Arbitrary<unknown> {
  const other = fc.oneof(learnt, hostile)
  return fc.oneof(
    { arbitrary: values, weight: 4 },
    { arbitrary: fc.tuple(values, fc.nat(), other).map(([value, at, put]) => withOther(value, at, put)), weight: 3 },
    {
      arbitrary: fc.tuple(values, fc.string(), other).map(([value, name, put]) => withName(value, name, put)),
      weight: 1,
    },
    { arbitrary: hostile, weight: 1 },
  )
}

function withName(value: unknown, name: string, put: unknown): unknown {
  if (typeof value !== 'object' || value === null) return put
  return Object.fromEntries([...Object.entries(value), [name, put]])
}

/** A copy with another value at one of the places below it. */
function withOther(value: unknown, at: number, put: unknown): unknown {
  if (typeof value !== 'object' || value === null || isLearnt(value)) return put
  const keys = Object.keys(value)
  if (keys.length === 0) return put
  const key = keys[at % keys.length] as string
  const child = withOther((value as Record<string, unknown>)[key], Math.floor(at / keys.length), put)
  if (Array.isArray(value)) return value.map((item, index) => (String(index) === key ? child : item))
  return Object.fromEntries(Object.entries(value).map(([name, item]) => [name, name === key ? child : item]))
}

/** Whether a value is a placeholder. */
export function isLearnt(value: unknown): value is Learnt {
  return typeof value === 'object' && value !== null && Object.keys(value).join() === 'learnt'
}
