import { findOption } from '#machines/forms/kinds/options.rules.ts'
import { isPhoneAnswer } from '#machines/forms/kinds/phone-answer.rules.ts'
import type { Answers, FieldDefinition } from '#schemas'
import { TERMS_CONSENT } from '#server/db/tables/player-tables.ts'
import type { Applicant, RegistrationForm } from './registration-ports.ts'

/** Field ids of the specification (product §3) that mean something to an account; every other answer is only kept. */
export const FIELD = {
  email: 'email',
  phone: 'phone',
  phoneCode: 'phone_confirmation',
  password: 'password',
  country: 'country_id',
  currency: 'currency_id',
  social: 'social_types_id',
  refCode: 'ref_code',
  bonus: 'bonus_choice',
  depositBonus: 'first_deposit_bonus_choice',
} as const

const NAME_IDS = ['name', 'surname', 'nickname']
const SECRET_KINDS = ['password', 'captcha', 'custom_captcha', 'phone_code_button', 'button']

/** Who the answers of a form describe. Passwords, codes and captcha answers are left out of what is kept; the version of
 *  each text that was consented to is noted (decision 69).
 *  @param payload the checked answers of the visible fields */
export function readApplicant(
  form: RegistrationForm,
  payload: Answers,
  of: { readonly type: string; readonly country: string; readonly language: string },
): Applicant {
  const { definitions, defaultCurrency, termsVersion } = form
  const chosen = (id: string) => {
    const definition = definitions.find((field) => field.id === id)
    return definition && findOption(definition, payload[id])
  }
  const kept = definitions.filter((definition) => payload[definition.id] !== undefined && !isSecret(definition))
  const consents = kept.filter(({ id, version }) => version !== undefined && payload[id] === true)
  const birthday = kept.find(({ type }) => type === 'birthday')
  return {
    registeredBy: of.type,
    country: (chosen(FIELD.country)?.Alpha2 ?? of.country).toLowerCase() || null,
    language: of.language,
    birthday: birthday ? textOf(payload, birthday.id) || null : null,
    currency: chosen(FIELD.currency)?.code ?? defaultCurrency,
    fields: Object.fromEntries(kept.map(({ id }) => [id, payload[id]])),
    consents: {
      ...Object.fromEntries(consents.map(({ id, version }) => [id, version ?? ''])),
      ...(consents.length > 0 && termsVersion !== undefined ? { [TERMS_CONSENT]: termsVersion } : {}),
    },
    names: NAME_IDS.map((id) => textOf(payload, id)).filter((name) => name !== ''),
  }
}

/** The answer as text, a phone in E.164; an absent one is empty. */
export function textOf(answers: Answers, id: string): string {
  const value = answers[id]
  if (isPhoneAnswer(value)) return value.fullPhone
  return typeof value === 'string' || typeof value === 'number' ? String(value) : ''
}

function isSecret({ id, type, input_type }: FieldDefinition): boolean {
  return SECRET_KINDS.includes(type) || input_type === 'password' || id === FIELD.phoneCode || id === FIELD.password
}
