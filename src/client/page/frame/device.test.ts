import { expect, test } from 'vitest'
import type { App } from '../app-context.ts'
import { isAsian } from './device.ts'

test('the countries of the brand that have an app of their own decide whether it is offered', () => {
  const appIn = (geoCountryCode: string) =>
    ({
      site: { config: { application: { asiaCountries: ['MM', 'TH'] } } },
      visitor: { geoCountryCode },
    }) as unknown as App
  expect(['TH', 'MM', 'DE', ''].map((country) => isAsian(appIn(country)))).toEqual([true, true, false, false])
})
