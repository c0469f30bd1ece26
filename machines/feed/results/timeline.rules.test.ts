import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Incident } from '#schemas'
import { timelineOf } from './timeline.rules.ts'

const anyIncident: fc.Arbitrary<Incident> = fc.record({
  kind: fc.constantFrom('goal', 'corner', 'yellow_card', 'red_card'),
  side: fc.constantFrom('home', 'away'),
  periodNumber: fc.constant(1),
  seconds: fc.nat(5400),
})

test('SPORT-18: a timeline shows what happened at its moment, and who pressed', () => {
  const incidents: Incident[] = [
    { kind: 'corner', side: 'away', periodNumber: 1, seconds: 0 },
    { kind: 'goal', side: 'home', periodNumber: 1, seconds: 1500, number: 9 },
  ]
  const clock = { periodNumber: 2, seconds: 3000, isRunning: true }
  const timeline = timelineOf({ score: { home: 1, away: 0, facts: { incidents } }, clock })
  expect(timeline?.marks.map(({ percent, minute }) => [percent, minute])).toEqual([
    [0, 1],
    [50, 26],
  ])
  expect(timeline?.momentum[12]).toBe(100)
  expect(timeline?.momentum[0]).toBeLessThan(0)
  expect(timelineOf({ score: { home: 0, away: 0 }, clock })).toBeNull()
})

test('marks stay on the line and momentum within its bounds', () => {
  const check = fc.property(fc.array(anyIncident, { minLength: 1 }), (incidents) => {
    const timeline = timelineOf({ score: { home: 0, away: 0, facts: { incidents } } })
    for (const { percent } of timeline?.marks ?? []) expect(percent >= 0 && percent <= 100).toBe(true)
    for (const value of timeline?.momentum ?? []) expect(Math.abs(value)).toBeLessThanOrEqual(100)
  })
  fc.assert(check)
})
