import type { Answers, FieldDefinition } from '#schemas'
import type { ConfirmedPlayer } from '../social/social-calls.ts'

const TOLD = ['email', 'name', 'surname'] as const

/** What a form of social providers opens with: the confirmed identity is its answer, and the provider's data fills what
 *  the player has left empty. Without a confirmed player the field is empty, whatever a draft says. */
export function withConfirmed(
  definitions: readonly FieldDefinition[],
  draft: Answers,
  confirmed: ConfirmedPlayer | null,
): Answers {
  const field = definitions.find(({ type }) => type === 'social_types')
  if (!field) return draft
  const asked = new Set(definitions.map(({ id }) => id))
  const told = TOLD.flatMap((id) => {
    const value = confirmed?.[id]
    return value !== undefined && asked.has(id) && (draft[id] ?? '') === '' ? [[id, value] as const] : []
  })
  return { ...draft, ...Object.fromEntries(told), [field.id]: confirmed?.provider ?? '' }
}
