import { DECIDING_IDS } from '#machines/forms/field-source.rules.ts'
import type { FieldDefinition, RegistrationTypeDefinition } from '#schemas'

/** The fields, those marked whose answers decide which fields there are; none does unless the type has a variant that goes by
 *  the country which the player chooses. */
export function withDecidingFields(
  definitions: readonly FieldDefinition[],
  { variants = {} }: Pick<RegistrationTypeDefinition, 'variants'>,
): readonly FieldDefinition[] {
  if (!Object.values(variants).some(({ by }) => by === 'chosen')) return definitions
  return definitions.map((field) => (DECIDING_IDS.includes(field.id) ? { ...field, decides_fields: true } : field))
}
