import type { StudioGrant, StudioRole } from '#schemas'
import { say } from '../app/studio-texts.ts'

/** All roles, from the least to the most. */
export const ROLES: readonly StudioRole[] = ['viewer', 'editor', 'publisher', 'cashier', 'support', 'risk', 'owner']

/** A role and where it applies, in words: `Editor · northstar`. */
export function grantWords({ role, scope }: StudioGrant): string {
  return `${say(`role.${role}`)} · ${scope === '*' ? say('people.scope_all') : scope}`
}

/** Grants with one more; one that is there already is not there twice. */
export function withGrant(grants: readonly StudioGrant[], grant: StudioGrant): readonly StudioGrant[] {
  const isThere = grants.some(({ role, scope }) => role === grant.role && scope === grant.scope)
  return isThere ? grants : [...grants, grant]
}
