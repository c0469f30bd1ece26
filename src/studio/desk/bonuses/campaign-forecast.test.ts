import { expect, test } from 'vitest'
import { campaignForecast } from './campaign-forecast.ts'

const SUMS = { given: 4, givenMinor: 4000, openMinor: 1000, convertedMinor: 1500, budgetMinor: 10_000, usedMinor: 4000 }

test('half of what was given and is over became money: half of the budget that is left is to be expected, all of it at worst', () => {
  expect(campaignForecast(SUMS)).toEqual({ averageMinor: 1000, keptMinor: 500, worstMinor: 6000, expectedMinor: 3000 })
  expect(campaignForecast({ ...SUMS, usedMinor: 12_000 })).toMatchObject({ worstMinor: 0, expectedMinor: 0 })
})

test('nothing is foretold before a bonus is over', () => {
  expect(campaignForecast({ ...SUMS, openMinor: 4000, convertedMinor: 0 })).toBeNull()
  expect(campaignForecast({ ...SUMS, given: 0, givenMinor: 0, openMinor: 0 })).toBeNull()
})
