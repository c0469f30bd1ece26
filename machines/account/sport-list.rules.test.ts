import { expect, test } from 'vitest'
import { foundSports, toggledSport } from './sport-list.rules.ts'

const SPORTS = [
  { id: 4, name: 'Tênis' },
  { id: 1, name: 'Futebol' },
  { id: 13, name: 'Futebol americano' },
]

test('OFF-12: sports are found by a part of the name, whatever its case and marks, in the order of the language', () => {
  expect(foundSports(SPORTS, ' tenis ', 'pt').map(({ id }) => id)).toEqual([4])
  expect(foundSports(SPORTS, 'FUTEBOL', 'pt').map(({ id }) => id)).toEqual([1, 13])
  expect(foundSports(SPORTS, '', 'pt').map(({ id }) => id)).toEqual([1, 13, 4])
  expect(foundSports(SPORTS, 'chess', 'pt')).toEqual([])
})

test('OFF-12: a sport is hidden and shown again', () => {
  expect(toggledSport([1], 4)).toEqual([1, 4])
  expect(toggledSport([1, 4], 1)).toEqual([4])
})
