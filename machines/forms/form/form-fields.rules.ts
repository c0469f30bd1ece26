import type { Answers } from '#schemas'
import { isSecretField } from '../field-kind.rules.ts'
import { initialAnswers } from '../projection.rules.ts'
import { scopeOf } from './form-scope.rules.ts'
import {
  currentAnswers,
  currentFields,
  type FieldDefinitions,
  type FormChange,
  type FormState,
} from './form-state.rules.ts'

/** What the answers say of the fields that are to be drawn; `changed` are answers that are just being given. */
export function wantedScope(state: FormState, changed: Answers = {}): string {
  return scopeOf(state.input, currentFields(state), { ...currentAnswers(state), ...changed })
}

/** The scope whose fields are drawn. */
export function drawnScope({ scopes, variant }: FormState): string {
  return scopes[variant ?? ''] ?? ''
}

/** Stores fields and draws them: of those that are new, what they begin with is answered; given answers stay. */
export function withFields(state: FormState, scope: string, definitions: FieldDefinitions): FormChange {
  const key = state.variant ?? ''
  const isRestored = state.restored.includes(key)
  return {
    fields: { ...state.fields, [key]: { ...state.fields[key], [scope]: definitions } },
    scopes: { ...state.scopes, [key]: scope },
    secretIds: [...new Set([...state.secretIds, ...definitions.filter(isSecretField).map(({ id }) => id)])],
    ...(isRestored && { answers: withUnder(state, initialAnswers(definitions)) }),
  }
}

/** The answers with others put under those that were given. */
function withUnder(state: FormState, under: Answers): FormState['answers'] {
  return { ...state.answers, [state.variant ?? '']: { ...under, ...currentAnswers(state) } }
}

/** Draws the fields of the wanted scope, which have been loaded before. */
export function withScope(state: FormState): FormChange {
  const scope = wantedScope(state)
  const known = state.fields[state.variant ?? '']?.[scope]
  return known === undefined || scope === drawnScope(state) ? {} : withFields(state, scope, known)
}

/** Forgets the fields of the variant that are not drawn, and takes the reloaded ones. */
export function withRenewedFields(state: FormState, definitions: FieldDefinitions): FormChange {
  const scope = wantedScope(state)
  const fields = { ...state.fields, [state.variant ?? '']: {} }
  return { ...withFields({ ...state, fields }, scope, definitions), judged: {}, failure: null, isRenewed: true }
}

/** Fields that were completed after they had been loaded, such as with options. */
export function withCompletedFields(
  state: FormState,
  { variant, scope, definitions }: { variant: string; scope: string; definitions: FieldDefinitions },
): FormChange {
  const known = state.fields[variant]
  if (known?.[scope] === undefined) return {}
  return { fields: { ...state.fields, [variant]: { ...known, [scope]: definitions } } }
}

/** Puts the answers of a draft under those that were given since, and what the fields begin with under both. */
export function withDraft(state: FormState, draft: Answers | null): FormChange {
  return {
    answers: withUnder(state, { ...initialAnswers(currentFields(state)), ...draft }),
    restored: [...new Set([...state.restored, state.variant ?? ''])],
  }
}
