import type { StudioGrant, StudioRole } from '#schemas'
import { say } from '../app/studio-texts.ts'

/** All roles, from the least to the most. */
export const ROLES: readonly StudioRole[] = ['viewer', 'editor', 'publisher', 'cashier', 'support', 'risk', 'owner']

/** A role and where it applies, in words: `Editor · northstar`. */
export function grantWords({ role, scope, parts }: StudioGrant): string {
  const where = `${say(`role.${role}`)} · ${scope === '*' ? say('people.scope_all') : scope}`
  return parts ? `${where} · ${parts.join(', ')}` : where
}

/** A part of a brand: a folder or a file, with or without a JSON pointer (`studio/grant`). */
const PART = /^[A-Za-z0-9_-]+(?:[./][A-Za-z0-9_-]+)*(?:#(?:\/[^/]+)+)?$/

/** The parts that somebody has written, each once, divided by spaces, commas or lines; null when one of them is none. */
export function partsOf(text: string): readonly string[] | null {
  const parts = [...new Set(text.split(/[\s,]+/).filter(Boolean))]
  return parts.every((part) => PART.test(part)) ? parts : null
}

/** Grants with one more, which takes the place of one with the same role and scope. */
export function withGrant(grants: readonly StudioGrant[], grant: StudioGrant): readonly StudioGrant[] {
  return [...grants.filter(({ role, scope }) => role !== grant.role || scope !== grant.scope), grant]
}
