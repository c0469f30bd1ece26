import { expect, test } from 'vitest'
import type { PublicConfig } from '#schemas'
import { brandDay, minimumAges, registrationFormContext } from './registration-form-context.rules.ts'

const config = {
  auth: { codeLength: 5 },
  global: { minimumAge: 18, countries: { ee: { minimumAge: 21 }, gr: { minimumAge: 21 }, cy: {} } },
  registration: { minAgesInCountries: { gr: 23 } },
} as unknown as PublicConfig

test('the day is that of the brand: near midnight it differs from zone to zone', () => {
  const instantMs = Date.parse('2026-03-01T23:30:00Z')
  expect(brandDay(instantMs, 'UTC')).toBe('2026-03-01')
  expect(brandDay(instantMs, 'Asia/Almaty')).toBe('2026-03-02')
})

test('DATE-5: a country has the age of the registration section, else its own', () => {
  expect(minimumAges(config)).toEqual({ ee: 21, gr: 23 })
})

test('the context holds what the rules ask for', () => {
  expect(registrationFormContext(config, 'cy', '2026-03-01')).toEqual({
    today: '2026-03-01',
    minimumAge: 18,
    minAgesInCountries: { ee: 21, gr: 23 },
    detectedCountry: 'cy',
    codeLength: 5,
  })
})
