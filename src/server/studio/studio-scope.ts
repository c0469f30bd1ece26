import type { AnswerOf, Call, InputOf } from '#calls/call.ts'
import { type BrandPlace, isInParts } from '#machines/site/brand-parts.rules.ts'
import type { StudioGrant, StudioRole } from '#schemas'
import { StudioFailure } from './studio-failure.ts'

/** The account of a request to the studio. */
export interface StudioOperator {
  readonly accountId: number
  readonly name: string
  readonly email: string
  readonly grants: readonly StudioGrant[]
}

/** What a handler of the studio knows of its request beside the input. */
export interface StudioScope {
  /** Null until somebody has signed in. A call that is not for everybody is never handled without. */
  readonly operator: StudioOperator | null
  readonly address: string
  /** The user agent, cut to 200 characters. */
  readonly device: string
  /** Scheme, host and port of the studio as it was asked for. */
  readonly origin: string
  readonly requestId: string
  /** The token of the session's cookie. */
  readonly token: string | undefined
  /** Sets or, with null, removes the session's cookie. */
  readonly setSession: (session: { readonly token: string; readonly expiresAt: Date } | null) => void
}

/** A call of the studio and the function that answers it. */
export interface StudioHandler {
  readonly call: Call
  readonly handle: (input: never, scope: StudioScope) => Promise<unknown>
}

/** Joins a call of the studio with the function that answers it. */
export function answerStudio<const C extends Call>(
  call: C,
  handle: (input: InputOf<C>, scope: StudioScope) => Promise<AnswerOf<C>>,
): StudioHandler {
  return { call, handle }
}

/** The account of a request. @throws StudioFailure access.denied when nobody is signed in */
export function operatorOf({ operator }: StudioScope): StudioOperator {
  if (!operator) throw new StudioFailure('access.denied')
  return operator
}

/** Roles that include others: an owner may do everything, a publisher edits, and everybody reads. */
const INCLUDES: Readonly<Record<StudioRole, readonly StudioRole[]>> = {
  viewer: ['viewer'],
  editor: ['editor', 'viewer'],
  publisher: ['publisher', 'editor', 'viewer'],
  cashier: ['cashier', 'viewer'],
  support: ['support', 'viewer'],
  risk: ['risk', 'viewer'],
  owner: ['owner', 'publisher', 'editor', 'cashier', 'support', 'risk', 'viewer'],
}

/** Whether an account has a role in a brand; with `*`, in all brands. An editor who is limited to parts only reads by it: what may be
 *  edited says {@link mayEditAt}. */
export function hasRole({ grants }: Pick<StudioOperator, 'grants'>, role: StudioRole, brand: string): boolean {
  return grants.some((grant) => {
    const isHere = grant.scope === '*' || grant.scope === brand
    return isHere && INCLUDES[grant.parts ? 'viewer' : grant.role].includes(role)
  })
}

/** The account of a request that has a role in a brand. A brand that it may not even see is unknown to it.
 *  @throws StudioFailure access.denied, brand.unknown or access.forbidden */
export function requireRole(scope: StudioScope, role: StudioRole, brand: string): StudioOperator {
  const operator = operatorOf(scope)
  if (hasRole(operator, role, brand)) return operator
  if (!hasRole(operator, 'viewer', brand)) throw new StudioFailure('brand.unknown', { brand })
  throw new StudioFailure('access.forbidden', { role })
}

/** What an editor is limited to in a brand; null for who may edit all of it, none for who edits nothing. */
export function editableParts(operator: Pick<StudioOperator, 'grants'>, brand: string): readonly string[] | null {
  if (hasRole(operator, 'editor', brand)) return null
  const here = operator.grants.filter(({ scope }) => scope === '*' || scope === brand)
  return [...new Set(here.flatMap(({ role, parts }) => (role === 'editor' && parts ? parts : [])))]
}

/** The account of a request that may edit places of a brand.
 *  @throws StudioFailure access.denied, access.forbidden, access.part_forbidden with the first other place, or brand.unknown */
export function requirePlaces(scope: StudioScope, brand: string, places: readonly BrandPlace[]): StudioOperator {
  const operator = operatorOf(scope)
  const parts = editableParts(operator, brand)
  if (parts === null) return operator
  if (parts.length === 0) return requireRole(scope, 'editor', brand)
  const other = places.find((place) => !isInParts(parts, place))
  if (!other) return operator
  throw new StudioFailure('access.part_forbidden', {
    path: other.path,
    pointer: other.pointer,
    parts: parts.join(', '),
  })
}
