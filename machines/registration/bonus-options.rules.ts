import type { FieldDefinition, WelcomeBonusesAnswer } from '#schemas'

/** Fields that choose a bonus (FIELD-2). */
const BONUS_FIELD_IDS = ['bonus_choice', 'first_deposit_bonus_choice', 'freebet_choice']

/** Whether a field chooses a bonus and was sent without saying which there are: the bonuses are loaded for it (REG-22). */
export function lacksBonuses({ id, options }: FieldDefinition): boolean {
  return BONUS_FIELD_IDS.includes(id) && !options?.length
}

/** The fields with the welcome bonuses as the options of those that lack them; without bonuses they stay as they are. */
export function withBonuses(
  definitions: readonly FieldDefinition[],
  bonuses: WelcomeBonusesAnswer['data'],
): readonly FieldDefinition[] {
  if (!bonuses.length || !definitions.some(lacksBonuses)) return definitions
  const options = bonuses.map(({ id, attributes }) => ({ value: id, title: attributes.name }))
  return definitions.map((definition) => (lacksBonuses(definition) ? { ...definition, options } : definition))
}
