import { checkAnswers } from '#machines/forms/check-answers.rules.ts'
import { visibleFields } from '#machines/forms/depends-on.rules.ts'
import { exampleAnswers } from '#machines/forms/example-answers.rules.ts'
import { isSecretField } from '#machines/forms/field-kind.rules.ts'
import type { phoneAnswer } from '#machines/forms/kinds/phone-answer.rules.ts'
import type { Answers, FieldDefinition, FieldError } from '#schemas'
import { phoneCountries, phoneMetadata, readPhoneAnswers } from '#server/forms/phone-directory.ts'
import type { ResolvedSite } from '#server/site/resolved-site.ts'
import { withPlaces } from '../pages/place-lists.ts'
import { answeredFields, formContext } from './registration-form.ts'

/** Whose answers to which form are judged. */
export interface JudgedForm {
  readonly type: string
  readonly language: string
  /** ISO 3166-1 alpha-2, lower case. */
  readonly country: string
  readonly now: Date
  readonly isPhoneConfirmed: boolean
  readonly isEmailAccepted: boolean
}

/** The verdict on answers to a registration form. */
export interface JudgedAnswers {
  readonly isValid: boolean
  /** Field id → its first broken rule. */
  readonly errors: Readonly<Record<string, FieldError>>
  /** What would be sent, with secrets as `***`. */
  readonly payload: Answers
  /** All fields of the form in the language, with the options that the answers let be chosen. */
  readonly definitions: readonly FieldDefinition[]
}

const MASK = '***'

/** Judges answers by the rules of page and server. */
export async function judgeAnswers(site: ResolvedSite, form: JudgedForm, answers: Answers): Promise<JudgedAnswers> {
  const { language, country } = form
  const fields = answeredFields(site, form.type, { language, country }, answers)
  const definitions = await withPlaces(site.config, fields, answers)
  const read = readPhoneAnswers(site.config, definitions, answers, country)
  const { isValid, errors, payload } = checkAnswers(definitions, read, contextOf(site, form))
  return { isValid, errors, payload: masked(definitions, payload), definitions }
}

/** Answers that fill the form in as far as examples can. */
export async function exampleOf(site: ResolvedSite, form: JudgedForm): Promise<Answers> {
  const { language, country } = form
  const fields = answeredFields(site, form.type, { language, country }, {})
  const example = (answers: readonly FieldDefinition[]) =>
    exampleAnswers(answers, contextOf(site, form), examplePhone(site, country))
  const first = example(fields)
  // Regions and cities are offered once a country is answered, and by a chosen country fields may differ.
  const chosen = answeredFields(site, form.type, { language, country }, first)
  const second = example(await withPlaces(site.config, chosen, first))
  return example(await withPlaces(site.config, chosen, second))
}

/** The fields of the judged form that these answers show. */
export function shownFields({ definitions }: JudgedAnswers, answers: Answers): readonly FieldDefinition[] {
  return visibleFields(definitions, answers)
}

function contextOf(site: ResolvedSite, form: JudgedForm) {
  const context = formContext(site, { language: form.language, country: form.country }, form.now)
  return {
    ...context,
    ...(form.isEmailAccepted ? { confirmedEmails: 'all' as const } : {}),
    phone: { ...context.phone, isConfirmed: form.isPhoneConfirmed },
  }
}

function examplePhone({ config }: ResolvedSite, country: string): Parameters<typeof phoneAnswer> {
  const all = phoneCountries(config, 'en')
  const place = all.find(({ code }) => code === country) ?? all[0]
  const digits = phoneMetadata(config).examples[(place?.code ?? '').toUpperCase()] ?? '5550100'
  return [place ?? { phoneCode: '+999' }, digits]
}

function masked(definitions: readonly FieldDefinition[], payload: Answers): Answers {
  const secrets = new Set(definitions.filter(isSecretField).map(({ id }) => id))
  return Object.fromEntries(Object.entries(payload).map(([id, answer]) => [id, secrets.has(id) ? MASK : answer]))
}
