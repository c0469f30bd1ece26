import fc from 'fast-check'
import { expect, test } from 'vitest'
import { isDate, zoneInstant } from './zone-time.rules.ts'

const utc = (date: string, time: string, zone: string) => {
  const instant = zoneInstant(date, time, zone)
  return instant === null ? null : new Date(instant).toISOString()
}

test.each([
  ['summer in London', '2023-08-11', '20:00', 'Europe/London', '2023-08-11T19:00:00.000Z'],
  ['winter in London', '2023-12-26', '12:30', 'Europe/London', '2023-12-26T12:30:00.000Z'],
  ['before the clocks go forward', '2024-03-31', '00:59', 'Europe/London', '2024-03-31T00:59:00.000Z'],
  ['a time that is skipped', '2024-03-31', '01:30', 'Europe/London', '2024-03-31T01:30:00.000Z'],
  ['after they went forward', '2024-03-31', '14:00', 'Europe/London', '2024-03-31T13:00:00.000Z'],
  ['the first of a time that comes twice', '2024-10-27', '01:30', 'Europe/London', '2024-10-27T00:30:00.000Z'],
  ['after they went back', '2024-10-27', '02:00', 'Europe/London', '2024-10-27T02:00:00.000Z'],
  ['the day before in UTC', '2025-08-23', '00:30', 'Europe/Rome', '2025-08-22T22:30:00.000Z'],
  ['a half hour', '2025-01-01', '19:30', 'Asia/Kolkata', '2025-01-01T14:00:00.000Z'],
  ['west of UTC', '2025-07-04', '23:00', 'America/New_York', '2025-07-05T03:00:00.000Z'],
  ['a midnight that is skipped', '2024-03-31', '00:00', 'Asia/Beirut', '2024-03-30T22:00:00.000Z'],
])('%s', (_name, date, time, zone, expected) => {
  expect(utc(date, time, zone)).toBe(expected)
})

test('a moment is found again by what the clocks of its zone show', () => {
  const zones = fc.constantFrom('Europe/London', 'America/Sao_Paulo', 'Australia/Lord_Howe', 'Pacific/Apia')
  const minutes = fc.integer({ min: Date.UTC(1995, 0) / 60_000, max: Date.UTC(2035, 0) / 60_000 })
  fc.assert(
    fc.property(zones, minutes, (timeZone, minute) => {
      const show = (ms: number) =>
        new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'short' }).format(ms)
      const shown = show(minute * 60_000)
      const [date = '', time = ''] = shown.split(' ')
      const found = zoneInstant(date, time, timeZone) ?? Number.NaN
      expect(show(found)).toBe(shown)
      expect(found).toBeLessThanOrEqual(minute * 60_000)
    }),
  )
})

test('what is not a day or time is reported', () => {
  expect([isDate('2024-02-29'), isDate('2023-02-29'), isDate('24-02-29')]).toEqual([true, false, false])
  for (const time of ['24:00', '12:60', '12', '']) expect(zoneInstant('2024-02-29', time, 'Europe/London')).toBeNull()
})
