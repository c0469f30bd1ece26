import fc from 'fast-check'
import { expect, test } from 'vitest'
import authConfig from '#schemas/site/config/auth.schema.json' with { type: 'json' }
import { deadlineMs, IDLE_MS, isOver, isWarningDue, lastActivityMs, WARNING_MS, warnAtMs } from './auto-logoff.rules.ts'

const NOW = 1_795_000_000_000
const times = { idleMs: IDLE_MS, warningMs: WARNING_MS, lastActiveAtMs: NOW }
const anyTimes = fc.record({
  idleMs: fc.integer({ min: 60_000, max: 86_400_000 }),
  warningMs: fc.integer({ min: 10_000, max: 600_000 }),
  lastActiveAtMs: fc.integer({ min: NOW - 1e9, max: NOW + 1e9 }),
})

test('AUTH-6, AUTH-7: the times are those that the configuration has by default, where it is off', () => {
  const { autoLogoffMs, autoLogoffWarningMs, isAutoLogoffEnabled } = authConfig.properties
  expect([autoLogoffMs.default, autoLogoffWarningMs.default]).toEqual([IDLE_MS, WARNING_MS])
  expect(isAutoLogoffEnabled.default).toBe(false)
})

test('AUTH-7: the idle time is over after 30 minutes to the millisecond, and warned of a minute before', () => {
  expect(deadlineMs(times)).toBe(NOW + 1_800_000)
  expect([isOver(times, NOW + 1_799_999), isOver(times, NOW + 1_800_000)]).toEqual([false, true])
  expect([isWarningDue(times, NOW + 1_739_999), isWarningDue(times, NOW + 1_740_000)]).toEqual([false, true])
})

test('AUTH-7: a warning comes before the end, after the last activity, and takes at most half of the time', () => {
  fc.assert(
    fc.property(anyTimes, (any) => {
      expect(warnAtMs(any)).toBeGreaterThanOrEqual(any.lastActiveAtMs + any.idleMs / 2)
      expect(deadlineMs(any) - warnAtMs(any)).toBe(Math.min(any.warningMs, any.idleMs / 2))
    }),
  )
})

test('AUTH-7: the last activity is the newest that is known, and never in the future', () => {
  const instants = fc.integer({ min: NOW - 1e7, max: NOW + 1e7 })
  fc.assert(
    fc.property(instants, fc.option(instants), instants, (known, other, now) => {
      const last = lastActivityMs(known, other, now)
      expect(last).toBeLessThanOrEqual(now)
      if (now >= known && (other === null || now >= other)) expect(last).toBe(Math.max(known, other ?? known))
    }),
  )
  expect(lastActivityMs(NOW, NOW + 5000, NOW + 9000)).toBe(NOW + 5000)
  expect(lastActivityMs(NOW, null, NOW - 3_600_000)).toBe(NOW - 3_600_000)
})
