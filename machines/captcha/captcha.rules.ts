import type { CaptchaAction, CaptchaConfig, CaptchaSwitch } from '#schemas'

export type CaptchaType = CaptchaConfig['type']

/** The part of the configuration that tells which actions are guarded. */
export type CaptchaGuards = CaptchaSwitch & Pick<CaptchaConfig, 'guards'>

/** The answers of a form that carry a solved captcha: the token of Google's, or the two halves of the engine's own (CAP-3). */
export const CAPTCHA_ANSWERS = {
  google: 'google_captcha_response',
  customId: 'custom_captcha_id',
  customValue: 'custom_captcha_value',
} as const

/** Whether no captcha is asked for: the type says so (CAP-2), or the flag that overrules every type (CAP-8). */
export function isCaptchaSkipped({ type, isForceDisabled }: CaptchaSwitch): boolean {
  return isForceDisabled || type === 'disabled'
}

/** What a configuration says of which captcha is asked for, and whether any is. */
export function captchaSwitch({ type, isForceDisabled }: CaptchaSwitch): CaptchaSwitch {
  return { type, isForceDisabled }
}

/** Whether one configuration asks for another captcha than the other, or for none where the other asks for one. */
export function isOtherCaptcha(one: CaptchaSwitch, other: CaptchaSwitch): boolean {
  return one.type !== other.type || isCaptchaSkipped(one) !== isCaptchaSkipped(other)
}

const HOSTED: ReadonlySet<CaptchaType> = new Set(['google', 'hcaptcha', 'hunt'])

/** Whether the captcha runs in a frame of its own and is judged by its provider. */
export function isHostedCaptcha(captcha: CaptchaSwitch): boolean {
  return !isCaptchaSkipped(captcha) && HOSTED.has(captcha.type)
}

/** Whether an action asks for a captcha at once, whatever happened before. */
export function isCaptchaAlwaysAsked(config: CaptchaGuards, action: CaptchaAction): boolean {
  return !isCaptchaSkipped(config) && config.guards[action] === 'always'
}

/** The two halves of a token of the engine's own work: `id.value`; null for one that is not made of two. */
export function splitToken(token: string): { readonly id: string; readonly value: string } | null {
  const dot = token.indexOf('.')
  return dot < 1 ? null : { id: token.slice(0, dot), value: token.slice(dot + 1) }
}

/** The answers that a filled form sends beside the header: with `custom` the two halves (CAP-3), with `google` its response. */
export function captchaAnswers(type: CaptchaType, token: string): Readonly<Record<string, string>> {
  if (type === 'google') return { [CAPTCHA_ANSWERS.google]: token }
  const halves = type === 'custom' ? splitToken(token) : null
  return halves ? { [CAPTCHA_ANSWERS.customId]: halves.id, [CAPTCHA_ANSWERS.customValue]: halves.value } : {}
}

/** The token that a form's answers carry, for a client that sends no header; null when they carry none. */
export function tokenOfAnswers(answers: Readonly<Record<string, unknown>>): string | null {
  const { google, customId, customValue } = CAPTCHA_ANSWERS
  const [id, value, response] = [answers[customId], answers[customValue], answers[google]]
  if (typeof id === 'string' && typeof value === 'string' && id !== '') return value === '' ? id : `${id}.${value}`
  return typeof response === 'string' && response !== '' ? response : null
}

/** Answers without those of a captcha, which are no part of what was filled in. */
export function withoutCaptchaAnswers<Value>(answers: Readonly<Record<string, Value>>): Record<string, Value> {
  const ids: readonly string[] = Object.values(CAPTCHA_ANSWERS)
  return Object.fromEntries(Object.entries(answers).filter(([id]) => !ids.includes(id)))
}

/** Kinds of field that a captcha draws in a form, and for which types. */
const FIELD_OF_TYPE: Readonly<Record<CaptchaType, 'captcha' | 'custom_captcha' | null>> = {
  google: 'captcha',
  hunt: 'captcha',
  puzzle: 'captcha',
  hcaptcha: 'captcha',
  custom: 'custom_captcha',
  disabled: null,
}

/** Whether a field of the registration form is part of it under a configuration: a captcha's field is so only where
 *  that captcha is asked for (decision 39). */
export function isCaptchaFieldAsked(
  field: { readonly id: string; readonly type: string },
  config: CaptchaGuards,
): boolean {
  const kind = fieldKind(field)
  if (kind === null) return true
  const isAsked = !isCaptchaSkipped(config) && config.guards.registration !== 'never'
  return isAsked && FIELD_OF_TYPE[config.type] === kind
}

function fieldKind({ id, type }: { readonly id: string; readonly type: string }): 'captcha' | 'custom_captcha' | null {
  if (id === CAPTCHA_ANSWERS.customId || id === CAPTCHA_ANSWERS.customValue) return 'custom_captcha'
  return type === 'captcha' || type === 'custom_captcha' ? type : null
}

/** The host of Google's script for a visitor's country (CAP-14, decision 40). */
export function googleHost(
  config: Pick<CaptchaConfig, 'googleDomain' | 'googleAlternativeDomain' | 'googleAlternativeCountryIds'>,
  countryId: number,
): string {
  return config.googleAlternativeCountryIds.includes(countryId) ? config.googleAlternativeDomain : config.googleDomain
}
