import type { Failure } from '#machines/shell/failure.rules.ts'
import type { FieldDefinition } from '#schemas'
import { isConfirmable } from './form-judgement.rules.ts'

/** What the server kept for a form and keeps no longer. The player has one way on each time, and loses no answer:
 *  - `confirmation`: an answer is no longer confirmed; it is confirmed again
 *  - `fields`: the form asks for something else by now; its fields are reloaded
 *  - `variant`: the form is no longer offered; it is asked again what is */
export type Lapse =
  | { readonly kind: 'confirmation'; readonly fieldId: string }
  | { readonly kind: 'fields' }
  | { readonly kind: 'variant' }

/** What is known when a server refuses a form. */
export interface LapseFacts {
  readonly definitions: readonly FieldDefinition[]
  /** The field whose answer counted as confirmed when the form was sent. */
  readonly confirmedFieldId: string | undefined
  /** Whether the fields have been reloaded already: then what the server says of other fields is shown as it is. */
  readonly isRenewed: boolean
  /** Codes by which the server says that a variant is not offered. */
  readonly lapsedCodes: readonly string[]
}

/** What has lapsed, by the answer of the server; null when nothing has. */
export function lapseOf({ code, fields }: Failure, facts: LapseFacts): Lapse | null {
  if (facts.lapsedCodes.includes(code)) return { kind: 'variant' }
  const errors = Object.entries(fields)
  const isStrange = ([id, error]: (typeof errors)[number]) =>
    error.code === 'field.unknown' || facts.definitions.every((definition) => definition.id !== id)
  if (!facts.isRenewed && errors.some(isStrange)) return { kind: 'fields' }
  const [first] = errors
  if (first === undefined || !errors.every(([, error]) => isConfirmable(error))) return null
  const [fieldId, error] = first
  const wasConfirmed = fieldId === facts.confirmedFieldId || error.code === 'phone.confirmation_expired'
  return wasConfirmed ? { kind: 'confirmation', fieldId } : null
}
