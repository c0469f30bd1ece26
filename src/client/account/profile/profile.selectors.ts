import { findOption } from '#machines/forms/kinds/options.rules.ts'
import { isEmptyAnswer } from '#machines/forms/required.rules.ts'
import { formatInstant } from '#machines/site/date-format.rules.ts'
import type { AccountDataAnswer, AnswerValue, FieldDefinition } from '#schemas'
import type { App } from '../../page/app-context.ts'

type AccountData = AccountDataAnswer['data']['attributes']

/** The document types in the order in which they are tried: what the player has chosen first, then what lacks least. */
export function documentOrder({ documents, documentType }: AccountData): readonly [string, ...string[]] {
  const rank = ({ type, missing }: AccountData['documents'][number]) => (type === documentType ? -1 : missing.length)
  const [first = 'passport', ...others] = documents
    .toSorted((left, right) => rank(left) - rank(right))
    .map(({ type }) => type)
  return [first, ...others]
}

/** Whether the player's document, or else every document, lacks something. */
export function lacksDocument({ documents, documentType }: AccountData): boolean {
  const own = documents.filter(({ type }) => type === documentType)
  const judged = own.length > 0 ? own : documents
  return judged.length > 0 && judged.every(({ missing }) => missing.length > 0)
}

/** A fact of the profile: what it is called, what it says, and whether it has been compared with a document. */
export interface ProfileFact {
  readonly id: string
  readonly label: string
  readonly value: string
  readonly isVerified: boolean
}

/** What the player has answered, in words; what has no answer is left out. */
export function profileFacts(app: App, { fields, answers, verified }: AccountData): ProfileFact[] {
  return fields
    .filter(({ id }) => !isEmptyAnswer(answers[id]))
    .map((field) => ({
      id: field.id,
      label: field.title ?? field.id,
      value: answerText(app, field, answers[field.id]),
      isVerified: verified.includes(field.id),
    }))
}

function answerText({ site, state }: App, field: FieldDefinition, value: AnswerValue | undefined): string {
  const option = findOption(field, value)
  if (option) return option.title ?? option.name ?? String(value)
  if (field.type !== 'birthday' && field.type !== 'datepicker') return String(value)
  const language = site.config.global.languages[state.visitor.language] ?? { locale: 'en', hasEnglishDates: true }
  const instant = Date.parse(`${String(value)}T00:00:00Z`)
  return Number.isNaN(instant) ? String(value) : formatInstant(instant, 'dd.MM.yyyy', { language, timeZone: 'UTC' })
}
