import { expect, test } from 'vitest'
import type { DeadHeat } from '#schemas'
import { sharedPlaces } from './shared-places.rules.ts'

const OF_PERIOD: DeadHeat = { typeId: 13, parameter: '2', outcomeTypeIds: [26], places: 1, tied: 3 }
const DEAD_HEATS: readonly DeadHeat[] = [{ typeId: 12, outcomeTypeIds: [24, 25], places: 1, tied: 2 }, OF_PERIOD]

test.each([
  [12, 25, null, { places: 1, tied: 2 }],
  [12, 26, null, null],
  [1, 25, null, null],
  [13, 26, '2', { places: 1, tied: 3 }],
  [13, 26, '2.00', { places: 1, tied: 3 }],
  [13, 26, '1', null],
  [13, 27, '2', null],
])('MATH-3: outcome %i, %i (%s) shares %j', (marketTypeId, outcomeTypeId, parameter, shared) => {
  expect(sharedPlaces({ marketTypeId, outcomeTypeId, parameter }, DEAD_HEATS)).toEqual(shared)
  expect(sharedPlaces({ marketTypeId, outcomeTypeId, parameter })).toBeNull()
})
