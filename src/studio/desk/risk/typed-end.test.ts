import { expect, test } from 'vitest'
import { typedEnd } from './typed-end.ts'

const nothing = { home: '', away: '', halfHome: '', halfAway: '', order: '', withdrawn: '' }

test('a score is complete with both sides, and half-time with both or none', () => {
  expect(typedEnd({ ...nothing, home: '2' }, false)).toBeNull()
  expect(typedEnd({ ...nothing, home: '2', away: '0' }, false)).toEqual({ home: 2, away: 0 })
  expect(typedEnd({ ...nothing, home: '2', away: '0', halfHome: '1' }, false)).toBeNull()
  expect(typedEnd({ ...nothing, home: '2', away: '0', halfHome: '1', halfAway: '0' }, false)).toEqual({
    ...{ home: 2, away: 0, halfHome: 1, halfAway: 0 },
  })
})

test('an event of many ends with an order, with spaces or without', () => {
  expect(typedEnd({ ...nothing, home: '2', away: '0' }, true)).toBeNull()
  expect(typedEnd({ ...nothing, order: '3, 1=7, 2' }, true)).toEqual({ order: '3,1=7,2' })
  expect(typedEnd({ ...nothing, order: '3', withdrawn: '4, 5' }, true)).toEqual({ order: '3', withdrawn: '4,5' })
  expect(typedEnd({ ...nothing, order: '3', withdrawn: 'x' }, true)).toBeNull()
})
