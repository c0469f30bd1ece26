import fc from 'fast-check'
import { expect, test } from 'vitest'
import { PERIOD_MS, periodWindow } from './limit-period.rules.ts'

const HOUR_MS = 3_600_000
const calendar = (timeZone: string) => ({ mode: 'calendar' as const, timeZone })
const windowOf = (period: 'day' | 'week' | 'month', timeZone: string, now: string) => {
  const { since, endsAt } = periodWindow(period, calendar(timeZone), new Date(now))
  return [since.toISOString(), endsAt?.toISOString()]
}

test('RG-9: a day, a week from Monday and a month are those of the calendar of the zone', () => {
  const now = '2026-03-05T23:30:00Z'
  expect(windowOf('day', 'UTC', now)).toEqual(['2026-03-05T00:00:00.000Z', '2026-03-06T00:00:00.000Z'])
  expect(windowOf('day', 'Europe/Stockholm', now)).toEqual(['2026-03-05T23:00:00.000Z', '2026-03-06T23:00:00.000Z'])
  expect(windowOf('week', 'UTC', now)).toEqual(['2026-03-02T00:00:00.000Z', '2026-03-09T00:00:00.000Z'])
  expect(windowOf('month', 'UTC', now)).toEqual(['2026-03-01T00:00:00.000Z', '2026-04-01T00:00:00.000Z'])
  expect(windowOf('week', 'UTC', '2026-03-01T12:00:00Z')[0]).toBe('2026-02-23T00:00:00.000Z')
  expect(windowOf('month', 'UTC', '2026-12-31T12:00:00Z')[1]).toBe('2027-01-01T00:00:00.000Z')
})

test('RG-17: days on which the clocks change have 23 and 25 hours, and shorten no other', () => {
  const hoursOf = (day: string) => {
    const { since, endsAt } = periodWindow('day', calendar('Europe/Berlin'), new Date(`${day}T12:00:00Z`))
    return ((endsAt?.getTime() ?? 0) - since.getTime()) / HOUR_MS
  }
  expect(['2026-03-28', '2026-03-29', '2026-03-30', '2026-10-25'].map(hoursOf)).toEqual([24, 23, 24, 25])
})

test('RG-9: a rolling period is as long at any moment, and never begins again', () => {
  const now = new Date('2026-03-29T12:00:00Z')
  for (const period of ['day', 'week', 'month'] as const) {
    const { since, endsAt } = periodWindow(period, { mode: 'rolling', timeZone: 'Europe/Berlin' }, now)
    expect(now.getTime() - since.getTime()).toBe(PERIOD_MS[period])
    expect(endsAt).toBeNull()
  }
})

test('RG-9: each moment is in its window, and windows follow each other without a gap', () => {
  const zone = fc.constantFrom('UTC', 'Europe/London', 'America/Sao_Paulo', 'Asia/Tehran', 'Pacific/Auckland')
  const moment = fc.date({ min: new Date('2024-01-01'), max: new Date('2028-01-01'), noInvalidDate: true })
  fc.assert(
    fc.property(moment, zone, fc.constantFrom('day', 'week', 'month'), (now, timeZone, period) => {
      const { since, endsAt } = periodWindow(period, calendar(timeZone), now)
      expect(since <= now && endsAt !== null && now < endsAt).toBe(true)
      expect(periodWindow(period, calendar(timeZone), endsAt ?? now).since).toEqual(endsAt)
    }),
    { numRuns: 200 },
  )
})
