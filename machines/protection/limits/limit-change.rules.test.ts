import fc from 'fast-check'
import { expect, test } from 'vitest'
import { askLimit, confirmRaise, type KeptLimit, leftOf, limitNow, NO_LIMIT } from './limit-change.rules.ts'

const NOW = new Date('2026-03-07T00:00:00Z')
const HOUR_MS = 3_600_000
const after = (hours: number) => new Date(NOW.getTime() + hours * HOUR_MS)
const terms = { delayMs: 24 * HOUR_MS, confirmMs: 72 * HOUR_MS, periodEndsAt: null }
const at = (amount: number | null): KeptLimit => ({ amount, waiting: null })

test('RG-10: a first limit and a lower one hold at once, and end a raise that waits', () => {
  expect(askLimit(NO_LIMIT, 5000, terms, NOW)).toEqual(at(5000))
  const raised = askLimit(at(5000), 9000, terms, NOW)
  expect(raised.amount).toBe(5000)
  expect(askLimit(raised, 4000, terms, NOW)).toEqual(at(4000))
  expect(askLimit(raised, 5000, terms, NOW)).toEqual(at(5000))
})

test('RG-10: a raise waits, can be confirmed from then on, and lapses when nobody confirms it', () => {
  const raised = askLimit(at(5000), 9000, terms, NOW)
  expect(raised.waiting).toEqual({ amount: 9000, startsAt: after(24), lapsesAt: after(96) })
  expect(confirmRaise(raised, after(23.9))).toBe('too_early')
  expect(confirmRaise(raised, after(24))).toEqual(at(9000))
  expect(confirmRaise(raised, after(95.9))).toEqual(at(9000))
  expect(confirmRaise(raised, after(96))).toBe('none')
  expect(limitNow(raised, after(96))).toEqual(at(5000))
})

test('RG-10: a limit is taken away as it is raised; without one there is nothing to take away', () => {
  const removed = askLimit(at(5000), null, terms, NOW)
  expect(removed).toMatchObject({ amount: 5000, waiting: { amount: null } })
  expect(confirmRaise(removed, after(24))).toEqual(at(null))
  expect(askLimit(NO_LIMIT, null, terms, NOW)).toEqual(NO_LIMIT)
})

test.each([
  ['asked with a day of the week left', '2026-03-07T00:00:00Z', '2026-03-08T00:00:00Z', '2026-03-10T00:00:00Z'],
  ['asked as the week begins', '2026-03-02T00:00:00Z', '2026-03-08T00:00:00Z', '2026-03-08T00:00:00Z'],
])('RG-10: a raise waits for 72 hours and for the end of the period, %s', (_, asked, ends, starts) => {
  const swedish = { delayMs: 72 * HOUR_MS, confirmMs: 72 * HOUR_MS, periodEndsAt: new Date(ends) }
  expect(askLimit(at(100), 200, swedish, new Date(asked)).waiting?.startsAt).toEqual(new Date(starts))
})

test('RG-10: whatever is asked in whatever order, nobody has more room before a wait is over and confirmed', () => {
  const step = fc.record({
    hours: fc.integer({ min: 0, max: 23 }),
    amount: fc.option(fc.integer({ min: 1, max: 1000 }), { nil: null }),
  })
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 1000 }), fc.array(step, { maxLength: 12 }), (first, steps) => {
      let kept = at(first)
      let lowest = first
      for (const { hours, amount } of steps) {
        kept = askLimit(kept, amount, terms, after(hours))
        lowest = Math.min(lowest, amount ?? lowest)
        const confirmed = confirmRaise(kept, after(hours))
        expect(typeof confirmed).toBe('string')
        expect(kept.amount).toBe(lowest)
      }
    }),
  )
})

test('what is left is never below nothing, and what was won back gives no more than the limit', () => {
  expect(leftOf(1000, 400)).toBe(600)
  expect(leftOf(1000, 1400)).toBe(0)
  expect(leftOf(1000, -400)).toBe(1000)
})
