import { createContext, useContext } from 'react'
import type { FieldDefinition, FieldError } from '#schemas'

/** What the fields of a form share. It goes round rjsf, whose own context is compared deep at every key. */
export interface FormScope {
  readonly formId: string
  readonly fields: ReadonlyMap<string, FieldDefinition>
  readonly errors: Readonly<Record<string, FieldError>>
  readonly isBusy: boolean
  readonly leave: (id: string) => void
  readonly press: (id: string) => void
  /** The player stands by an answer in spite of a suggestion. */
  readonly keep: (id: string) => void
  readonly onUnknownKind: ((kind: string, fieldId: string) => void) | undefined
}

export const FormScopeContext = createContext<FormScope | null>(null)

/** What the fields of the form above share.
 *  @throws Error outside a form */
export function useFormScope(): FormScope {
  const scope = useContext(FormScopeContext)
  if (scope === null) throw new Error('a field stands outside a form: draw it inside <SchemaForm>')
  return scope
}

/** Id of the control of a field, unique in the page. */
export function controlIdOf(formId: string, fieldId: string): string {
  return `${formId}-${fieldId}`
}
