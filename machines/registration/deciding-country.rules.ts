import { visibleFields } from '#machines/forms/depends-on.rules.ts'
import { DECIDING_IDS } from '#machines/forms/field-source.rules.ts'
import { findOption } from '#machines/forms/options.rules.ts'
import type { Answers, FieldDefinition, RegistrationTypeDefinition } from '#schemas'

/** The fields, those marked whose answers decide which fields there are; none does unless the type has a variant that goes by
 *  the country which the player chooses. */
export function withDecidingFields(
  definitions: readonly FieldDefinition[],
  { variants = {} }: Pick<RegistrationTypeDefinition, 'variants'>,
): readonly FieldDefinition[] {
  if (!Object.values(variants).some(({ by }) => by === 'chosen')) return definitions
  return definitions.map((field) => (DECIDING_IDS.includes(field.id) ? { ...field, decides_fields: true } : field))
}

/** The country that the answers of a registration put in the place of the visitor's for what the form asks by the chosen country,
 *  alpha-2 in lower case. Undefined while none is chosen, and where the form asks nothing by it. */
export function decidingCountry(definitions: readonly FieldDefinition[], answers: Answers): string | undefined {
  const shown = visibleFields(definitions, answers)
  for (const id of DECIDING_IDS) {
    const definition = shown.find((field) => field.id === id && field.decides_fields)
    const country = definition && findOption(definition, answers[id])?.Alpha2
    if (country !== undefined) return country.toLowerCase()
  }
  return undefined
}

/** What of the answers decides which fields a registration has: the deciding country, unless it is that of the visitor, whose
 *  fields are had without asking for a country. */
export function fieldsScope(detectedCountry: string) {
  return (definitions: readonly FieldDefinition[], answers: Answers): string => {
    const country = decidingCountry(definitions, answers)
    return country === undefined || country === detectedCountry.toLowerCase() ? '' : country
  }
}
