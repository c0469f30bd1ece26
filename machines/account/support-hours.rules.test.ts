import { expect, test } from 'vitest'
import { type SupportHours, supportPresence } from './support-hours.rules.ts'

const DAY: SupportHours = { startTime: '09:00', endTime: '21:00', timeZone: 'Europe/Berlin' }
const at = (hours: SupportHours, instant: string) => supportPresence(hours, Date.parse(instant))
const opening = (hours: SupportHours, instant: string) => {
  const presence = at(hours, instant)
  return presence.isOpen ? null : new Date(presence.opensAtMs).toISOString()
}

test('OFF-27: the hours are those of the zone of the brand, the start belongs to them and the end does not', () => {
  expect(at(DAY, '2026-01-15T07:59:59Z').isOpen).toBe(false)
  expect(at(DAY, '2026-01-15T08:00:00Z').isOpen).toBe(true)
  expect(at(DAY, '2026-01-15T19:59:59Z').isOpen).toBe(true)
  expect(at(DAY, '2026-01-15T20:00:00Z').isOpen).toBe(false)
  expect(at(DAY, '2026-07-15T07:00:00Z').isOpen).toBe(true)
})

test('OFF-27: while it is closed it is known when it opens, today or tomorrow', () => {
  expect(opening(DAY, '2026-01-15T05:30:20Z')).toBe('2026-01-15T08:00:00.000Z')
  expect(opening(DAY, '2026-01-15T20:00:00Z')).toBe('2026-01-16T08:00:00.000Z')
})

test('OFF-27: hours may go past midnight, and the same twice is all day', () => {
  const night = { ...DAY, startTime: '22:00', endTime: '06:00' }
  expect(at(night, '2026-01-15T21:30:00Z').isOpen).toBe(true)
  expect(at(night, '2026-01-15T04:59:00Z').isOpen).toBe(true)
  expect(opening(night, '2026-01-15T05:00:00Z')).toBe('2026-01-15T21:00:00.000Z')
  expect(at({ ...DAY, startTime: '00:00', endTime: '00:00' }, '2026-01-15T02:00:00Z')).toEqual({ isOpen: true })
})

test('OFF-27: it opens by the clock on the wall in the nights in which clocks are put forward or back', () => {
  expect(opening(DAY, '2026-03-28T21:00:00Z')).toBe('2026-03-29T07:00:00.000Z')
  expect(opening(DAY, '2026-10-24T21:00:00Z')).toBe('2026-10-25T08:00:00.000Z')
})
