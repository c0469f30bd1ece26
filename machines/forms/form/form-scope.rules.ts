import type { Answers, FieldDefinition } from '#schemas'
import { visibleFields } from '../depends-on.rules.ts'
import { DECIDING_IDS } from '../field-source.rules.ts'
import { findOption } from '../kinds/options.rules.ts'

/** By which answers a form has other fields. */
export interface ScopeSource {
  /** The fields whose answers decide; left out, that is the country which a field marked `decides_fields` holds. */
  readonly scopedBy?: readonly string[]
  /** The visitor's country, alpha-2, whose fields are had without asking for a country. */
  readonly homeCountry?: string
}

/** What of the answers decides which fields there are, as a short text; fields are kept and asked for by it. Empty: nothing does. */
export function scopeOf(
  { scopedBy, homeCountry = '' }: ScopeSource,
  definitions: readonly FieldDefinition[],
  answers: Answers,
): string {
  if (scopedBy) return scopedBy.flatMap((id) => (answers[id] === undefined ? [] : [String(answers[id])])).join(' ')
  const country = decidingCountry(definitions, answers)
  return country === undefined || country === homeCountry.toLowerCase() ? '' : country
}

/** The country that the answers of a form put in the place of the visitor's for what the form asks by the chosen country, alpha-2
 *  in lower case. Undefined while none is chosen, and where the form asks nothing by it. */
export function decidingCountry(definitions: readonly FieldDefinition[], answers: Answers): string | undefined {
  if (!definitions.some((field) => field.decides_fields)) return undefined
  const shown = visibleFields(definitions, answers)
  for (const id of DECIDING_IDS) {
    const definition = shown.find((field) => field.id === id && field.decides_fields)
    const country = definition && findOption(definition, answers[id])?.Alpha2
    if (country !== undefined) return country.toLowerCase()
  }
  return undefined
}
