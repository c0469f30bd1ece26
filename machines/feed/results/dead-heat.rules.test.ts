import { expect, test } from 'vitest'
import type { DeadHeat } from '#schemas'
import { isDeadHeat } from '#schemas/generated/validators/feed.js'
import { deadHeatFault } from './dead-heat.rules.ts'

const tie = (changes: Partial<DeadHeat> = {}): DeadHeat => ({
  typeId: 12,
  outcomeTypeIds: [24, 25],
  places: 1,
  tied: 2,
  ...changes,
})

test.each<[string, DeadHeat[]]>([
  ['none', []],
  ['two of a market', [tie()]],
  ['one of many', [tie({ outcomeTypeIds: [24], places: 3, tied: 6 })]],
  ['as many places as who tie', [tie({ places: 2 })]],
  [
    'of different periods',
    [1, 2].map((period) => tie({ typeId: 13, parameter: `${period}`, outcomeTypeIds: [26, 27] })),
  ],
])('%s can tie', (_, deadHeats) => {
  expect(deadHeats.every((one) => isDeadHeat(one))).toBe(true)
  expect(deadHeatFault(deadHeats)).toBeNull()
})

test.each<[string, DeadHeat[]]>([
  ['There is no type of market 99.', [tie({ typeId: 99 })]],
  ['have a line', [tie({ typeId: 4, parameter: '2', outcomeTypeIds: [9] })]],
  ['have no parameter', [tie({ parameter: '1' })]],
  ['need the number of a period, not nothing', [tie({ typeId: 13, outcomeTypeIds: [26] })]],
  ['need the number of a period, not 0', [tie({ typeId: 13, parameter: '0', outcomeTypeIds: [26] })]],
  ['have no outcome 1', [tie({ outcomeTypeIds: [24, 1] })]],
  ['names the outcomes', [tie({ outcomeTypeIds: [] })]],
  ['3 of 2', [tie({ places: 3 })]],
  ['2 outcomes are named, and 1 tie', [tie({ tied: 1 })]],
  ['ties twice', [tie(), tie({ outcomeTypeIds: [25] })]],
])('what cannot tie is reported: %s', (words, deadHeats) => {
  expect(deadHeatFault(deadHeats)).toContain(words)
})
