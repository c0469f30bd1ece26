import fc from 'fast-check'
import { expect, test } from 'vitest'
import { checksDue, msToCheck } from './reality-check.rules.ts'

const HOUR = 3_600_000

test('RG-12: a check is due after each interval, and not before', () => {
  expect([0, HOUR - 1, HOUR, 2 * HOUR + 1].map((ms) => checksDue(ms, HOUR))).toEqual([0, 0, 1, 2])
  expect(msToCheck(HOUR - 1, HOUR, 0)).toBe(1)
  expect(msToCheck(HOUR, HOUR, 0)).toBe(0)
  expect(msToCheck(HOUR, HOUR, 1)).toBe(HOUR)
  expect([checksDue(HOUR, 0), msToCheck(HOUR, 0, 0)]).toEqual([0, Number.POSITIVE_INFINITY])
})

test('RG-12: a player who acknowledges what is due waits for a whole interval at most, and is asked again then', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 0, max: 100 * HOUR }),
      fc.integer({ min: 60_000, max: 24 * HOUR }),
      (elapsed, interval) => {
        const due = checksDue(elapsed, interval)
        const wait = msToCheck(elapsed, interval, due)
        expect(wait).toBeGreaterThan(0)
        expect(wait).toBeLessThanOrEqual(interval)
        expect(checksDue(elapsed + wait, interval)).toBe(due + 1)
      },
    ),
  )
})
