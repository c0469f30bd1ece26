import { createContext, useCallback, useSyncExternalStore } from 'react'
import type { AnswerValue } from '#schemas'
import { useNeeded } from '../site/needed.ts'
import type { FieldState, FormStore } from './form-store.ts'

/** What the fields of a form share. It stays the same object while the player types. */
export interface FormScope {
  readonly formId: string
  readonly store: FormStore
  readonly isBusy: boolean
  readonly answer: (id: string, value: AnswerValue) => void
  readonly leave: (id: string) => void
  readonly press: (id: string) => void
  /** The player stands by an answer in spite of a suggestion. */
  readonly keep: (id: string) => void
  readonly onUnknownKind: ((kind: string, fieldId: string) => void) | undefined
}

export const FormScopeContext = createContext<FormScope | null>(null)

/** What the fields of the form above share.
 *  @throws MissingPartError outside a form */
export function useFormScope(): FormScope {
  return useNeeded(FormScopeContext, 'useFormScope', 'SchemaForm')
}

/** What one field shows; the component renders when that changes, and at no other key. */
export function useFieldState(store: FormStore, id: string): FieldState {
  const state = () => store.field(id)
  const watch = useCallback((callback: () => void) => store.watch(id, callback), [store, id])
  return useSyncExternalStore(watch, state, state)
}

/** Id of the control of a field, unique in the page. */
export function controlIdOf(formId: string, fieldId: string): string {
  return `${formId}-${fieldId}`
}
