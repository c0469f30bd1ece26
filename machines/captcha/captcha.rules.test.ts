import { describe, expect, test } from 'vitest'
import {
  type CaptchaGuards,
  type CaptchaType,
  captchaAnswers,
  googleHost,
  isCaptchaAlwaysAsked,
  isCaptchaFieldAsked,
  isCaptchaSkipped,
  splitToken,
  tokenOfAnswers,
  withoutCaptchaAnswers,
} from './captcha.rules.ts'

const TYPES: readonly CaptchaType[] = ['google', 'hunt', 'puzzle', 'hcaptcha', 'custom', 'disabled']

function config(type: CaptchaType, registration: 'never' | 'always' | 'after_failures' = 'always'): CaptchaGuards {
  return {
    type,
    isForceDisabled: false,
    guards: { registration, sign_in: 'never', password_reset: 'never', code_sending: 'never' },
  }
}

test('CAP-2: the type disabled asks for no captcha; every other type does', () => {
  expect(TYPES.filter((type) => isCaptchaSkipped(config(type)))).toEqual(['disabled'])
  expect(isCaptchaAlwaysAsked(config('disabled'), 'registration')).toBe(false)
})

test('CAP-8: the force-disable flag skips every type', () => {
  for (const type of TYPES) {
    const forced = { ...config(type), isForceDisabled: true }
    expect([isCaptchaSkipped(forced), isCaptchaAlwaysAsked(forced, 'registration')]).toEqual([true, false])
  }
})

test('an action is asked at once only where its guard says always', () => {
  expect(isCaptchaAlwaysAsked(config('custom', 'always'), 'registration')).toBe(true)
  expect(isCaptchaAlwaysAsked(config('custom', 'after_failures'), 'registration')).toBe(false)
  expect(isCaptchaAlwaysAsked(config('custom'), 'sign_in')).toBe(false)
})

describe('CAP-3: with the type custom', () => {
  test('a token is sent as custom_captcha_id and custom_captcha_value, and read from them', () => {
    const answers = captchaAnswers('custom', 'name.value.with.dots')
    expect(answers).toEqual({ custom_captcha_id: 'name', custom_captcha_value: 'value.with.dots' })
    expect(tokenOfAnswers({ email: 'a@b.cd', ...answers })).toBe('name.value.with.dots')
  })

  test('they are no part of what was filled in', () => {
    const filled = { email: 'a@b.cd', 'agree-policy': true }
    expect(withoutCaptchaAnswers({ ...filled, ...captchaAnswers('custom', 'a.b') })).toEqual(filled)
  })

  test('the form shows its field, and no other type shows it', () => {
    const fields = [
      { id: 'custom_captcha', type: 'custom_captcha' },
      { id: 'custom_captcha_id', type: 'input' },
      { id: 'custom_captcha_value', type: 'input' },
      { id: 'google_captcha_response', type: 'captcha' },
      { id: 'email', type: 'email' },
    ]
    const shown = (type: CaptchaType, guard?: 'never') =>
      fields.filter((field) => isCaptchaFieldAsked(field, config(type, guard))).map(({ id }) => id)
    expect(shown('custom')).toEqual(['custom_captcha', 'custom_captcha_id', 'custom_captcha_value', 'email'])
    for (const type of ['google', 'hunt', 'puzzle', 'hcaptcha'] as const)
      expect(shown(type)).toEqual(['google_captcha_response', 'email'])
    expect(shown('disabled')).toEqual(['email'])
    expect(shown('custom', 'never')).toEqual(['email'])
  })
})

test('a token of a provider goes in the answer of its own field, with google alone', () => {
  expect(captchaAnswers('google', 'tok')).toEqual({ google_captcha_response: 'tok' })
  expect(captchaAnswers('hcaptcha', 'tok')).toEqual({})
  expect(tokenOfAnswers({ google_captcha_response: 'tok' })).toBe('tok')
  expect(tokenOfAnswers({ email: 'a@b.cd' })).toBeNull()
})

test('a token without two halves is not split', () => {
  expect([splitToken('abc'), splitToken('.b'), splitToken('')]).toEqual([null, null, null])
})

test('CAP-14: the script of Google comes from another host for visitors of country 90', () => {
  const google = {
    googleDomain: 'www.google.com',
    googleAlternativeDomain: 'www.recaptcha.net',
    googleAlternativeCountryIds: [90],
  }
  expect([googleHost(google, 90), googleHost(google, 1)]).toEqual(['www.recaptcha.net', 'www.google.com'])
})
