import { isEmptyAnswer } from '#machines/forms/required.rules.ts'
import type { Answers, FieldDefinition } from '#schemas'

/** Fields that a player answers once: ages, limits and taxes go by them. */
const ANSWERED_ONCE: readonly string[] = ['birthday', 'date_birthday', 'country_id']

/** Documents that one country alone gives out: document type → ISO 3166-1 alpha-2 in lower case. */
const DOCUMENT_COUNTRY: Readonly<Record<string, string>> = { cpf: 'br', inn: 'ru' }

/** The fields that a player may not change any more: those that somebody has compared with a document, and those that are
 *  answered once. One that has no answer is never closed. */
export function closedFields(answers: Answers, verified: readonly string[]): readonly string[] {
  return [...new Set([...ANSWERED_ONCE, ...verified])].filter((id) => !isEmptyAnswer(answers[id]))
}

/** The form with closed fields that cannot be edited. */
export function withClosedFields(
  definitions: readonly FieldDefinition[],
  closed: readonly string[],
): readonly FieldDefinition[] {
  return definitions.map((definition) =>
    closed.includes(definition.id) ? { ...definition, disabled: true } : definition,
  )
}

/** The answers as they are sent, those of closed fields as they were. */
export function withoutClosed(sent: Answers, before: Answers, closed: readonly string[]): Answers {
  const kept = closed.flatMap((id) => (before[id] === undefined ? [] : [[id, before[id]] as const]))
  return { ...sent, ...Object.fromEntries(kept) }
}

/** The closed fields that somebody tries to change nevertheless. */
export function touchedFields(sent: Answers, before: Answers, closed: readonly string[]): readonly string[] {
  return closed.filter((id) => sent[id] !== undefined && JSON.stringify(sent[id]) !== JSON.stringify(before[id]))
}

/** The fields of a form that have no answer yet. */
export function missingFields(definitions: readonly FieldDefinition[], answers: Answers): readonly string[] {
  return definitions.map(({ id }) => id).filter((id) => isEmptyAnswer(answers[id]))
}

/** The documents that a player of a country may show. */
export function documentsOfCountry(types: readonly string[], country: string | null): readonly string[] {
  return types.filter((type) => (DOCUMENT_COUNTRY[type] ?? country) === country)
}
