import fc from 'fast-check'
import type { Call } from '#calls/call.ts'
import { CALLS } from '#calls/catalogue.ts'
import { hostile, learnt, valuesOf } from './schema-values.ts'
import { type Spoil, spoils, spoilt } from './spoil.ts'

/** Who sends: the two players know of each other's ids. */
export type Sender = 'guest' | 'a' | 'b'

/** A request that is made from the schemas of its call; learnt things are still placeholders. */
export interface MadeRequest {
  readonly kind: 'made'
  readonly call: string
  readonly isAtRoot: boolean
  readonly sender: Sender
  readonly segments: readonly unknown[]
  readonly query: unknown
  readonly body: unknown
}

/** The request that a call answers once all is ready for it, and what is done to it on its way. */
export interface PreparedRequest {
  readonly kind: 'prepared'
  readonly call: string
  readonly isAtRoot: boolean
  readonly spoil: Spoil
}

/** A request as it was drawn. */
export type FuzzRequest = MadeRequest | PreparedRequest

const BY_ID = new Map(CALLS.map((call) => [call.id, call]))

/** The call that a request is of. */
export function callOf(request: FuzzRequest): Call {
  return BY_ID.get(request.call) as Call
}

/** The path that a request goes to. */
export function pathOf(request: FuzzRequest): Call['path'] {
  const { path, alsoAt } = callOf(request)
  return request.isAtRoot && alsoAt ? alsoAt : path
}

/** Requests of every call of the catalogue: some as its schemas have them, some wrong in one place, some hostile; and in one of
 *  thirteen cases what a call needs is brought about first, because chance never does. */
export const requests: fc.Arbitrary<FuzzRequest> = fc.oneof(
  { arbitrary: fc.oneof(...CALLS.map(made)), weight: 12 },
  { arbitrary: prepared(), weight: 1 },
)

function made(call: Call): fc.Arbitrary<MadeRequest> {
  return fc.record({
    kind: fc.constant('made' as const),
    call: fc.constant(call.id),
    isAtRoot: fc.boolean(),
    sender: fc.constantFrom<Sender>('guest', 'a', 'b'),
    segments: fc.tuple(
      ...(call.segments ?? []).map(() =>
        fc.oneof(fc.constantFrom<unknown>('en', 'full_reg', 'discord'), learnt, hostile, fc.string()),
      ),
    ),
    query: spoiltOf(call.query ? valuesOf(call.query) : fc.constant({})),
    body: call.body ? spoiltOf(valuesOf(call.body)) : fc.constant(undefined),
  })
}

function prepared(): fc.Arbitrary<PreparedRequest> {
  return fc.record({
    kind: fc.constant('prepared' as const),
    call: fc.constantFrom(...CALLS.map(({ id }) => id)),
    isAtRoot: fc.boolean(),
    spoil: spoils,
  })
}

function spoiltOf(values: fc.Arbitrary<unknown>): fc.Arbitrary<unknown> {
  return fc.tuple(values, spoils).map(([value, spoil]) => spoilt(value, spoil))
}
