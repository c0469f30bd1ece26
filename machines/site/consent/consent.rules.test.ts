import { expect, test } from 'vitest'
import {
  allowsFunctionality,
  allowsMarketing,
  CONSENT_LEVELS,
  consentLevel,
  giveConsent,
  isConsentAsked,
  parseConsent,
} from './consent.rules.ts'

const question = { isAsked: true, defaultLevel: 0, levels: [0, 1, 2, 3], version: '2' } as const
const mutable = { ...question, levels: [...question.levels] }

test('STORE-4: the four levels', () => {
  expect(CONSENT_LEVELS).toEqual({ disabled: 0, onlyFunctionality: 1, onlyMarketing: 2, all: 3 })
  expect(([0, 1, 2, 3] as const).map(allowsFunctionality)).toEqual([false, true, false, true])
})

test('STORE-5: an answer keeps level and time and ends the question, until the question changes', () => {
  const given = giveConsent(2, 1_000, mutable)
  expect(given).toEqual({ level: 2, givenAtMs: 1_000, version: '2' })
  expect(isConsentAsked(mutable, undefined)).toBe(true)
  expect(isConsentAsked(mutable, given)).toBe(false)
  expect(isConsentAsked({ ...mutable, version: '3' }, given)).toBe(true)
  expect(isConsentAsked({ ...mutable, isAsked: false }, undefined)).toBe(false)
  expect([consentLevel(mutable, given), consentLevel({ ...mutable, version: '3' }, given)]).toEqual([2, 0])
})

test('STORE-5: what was kept is read back, and nothing else', () => {
  const given = giveConsent(3, 1_000, mutable)
  expect(parseConsent(JSON.parse(JSON.stringify(given)))).toEqual(given)
  for (const stored of [null, 3, {}, { ...given, level: 4 }, { ...given, givenAtMs: '1' }, { ...given, version: 2 }]) {
    expect(parseConsent(stored)).toBeUndefined()
  }
})

test('STORE-6: marketing counters run with the levels 2 and 3 only', () => {
  expect(([0, 1, 2, 3] as const).map(allowsMarketing)).toEqual([false, false, true, true])
})
