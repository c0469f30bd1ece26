import fc from 'fast-check'
import { expect, test } from 'vitest'
import { EVENT_VIEWS, eventQuery, readEventPlace, WINDOWS } from './event-place.ts'

test('a report is found again by its address', () => {
  const places = fc.record({
    view: fc.constantFrom(...EVENT_VIEWS),
    until: fc.constantFrom(null, '2026-03-31', '2024-02-29'),
    shown: fc.integer({ min: 0, max: 99_999 }),
    days: fc.integer({ min: 1, max: 92 }),
    steps: fc.array(fc.integer({ min: 1, max: 99_999 }), { maxLength: 10 }),
    without: fc.array(fc.integer({ min: 1, max: 99_999 }), { maxLength: 10 }),
    windowHours: fc.constantFrom(...WINDOWS),
  })
  fc.assert(
    fc.property(places, (place) => {
      expect(readEventPlace(new URLSearchParams(eventQuery(place)))).toEqual(place)
    }),
  )
})

test('an address that says nothing, or nonsense, shows two weeks from the visit to the first deposit', () => {
  const usual = { view: 'kinds', days: 14, until: null, shown: 0, steps: [1, 1000, 1531], without: [], windowHours: 24 }
  expect(readEventPlace(new URLSearchParams())).toEqual(usual)
  expect(readEventPlace(new URLSearchParams('days=-1&until=2026-13-01&shown=x&view=all&steps=1,x&within=3'))).toEqual(
    usual,
  )
  expect(readEventPlace(new URLSearchParams('days=1e9&steps=100000'))).toEqual(usual)
})
