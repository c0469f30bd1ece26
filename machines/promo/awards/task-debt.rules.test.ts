import fc from 'fast-check'
import { expect, test } from 'vitest'
import { taskBalance } from './task-debt.rules.ts'

const NEW = { grantedMinor: 500, isUnused: false, worthMinor: 500, takenMinor: 0, paidOffMinor: 0, otherMinor: 0 }

test('PROMO-19: of a used bonus what is not earned is owed, and no more once it is earned again', () => {
  expect(taskBalance({ ...NEW, worthMinor: 200 })).toEqual({ grantedMinor: 500, owedMinor: 300 })
  expect(taskBalance({ ...NEW, worthMinor: 800 })).toEqual({ grantedMinor: 500, owedMinor: 0 })
  // A later bonus has paid what was owed: it is not owed a second time.
  expect(taskBalance({ ...NEW, worthMinor: 200, paidOffMinor: 300 })).toEqual({ grantedMinor: 500, owedMinor: 0 })
  // It was less by what was owed of an earlier one.
  expect(taskBalance({ ...NEW, grantedMinor: 400, takenMinor: 100 })).toEqual({ grantedMinor: 400, owedMinor: 0 })
})

test('PROMO-19: an unused bonus is as large as it ought to be, and pays what is owed of it for anything else', () => {
  expect(taskBalance({ ...NEW, isUnused: true, worthMinor: 200 })).toEqual({ grantedMinor: 200, owedMinor: 0 })
  expect(taskBalance({ ...NEW, isUnused: true, otherMinor: 200 })).toEqual({ grantedMinor: 300, owedMinor: 0 })
  expect(taskBalance({ ...NEW, isUnused: true, otherMinor: 700 })).toEqual({ grantedMinor: 0, owedMinor: 200 })
})

test('PROMO-19: whatever bets were worth in between, what is given and owed in the end follows from the last', () => {
  const minor = fc.integer({ min: 0, max: 100_000 })
  fc.assert(
    fc.property(minor, fc.array(minor, { maxLength: 6 }), minor, fc.boolean(), (first, between, last, isUnused) => {
      const at = (grantedMinor: number, worthMinor: number) =>
        taskBalance({ ...NEW, grantedMinor, isUnused, worthMinor })
      const walked = [...between, last].reduce(({ grantedMinor }, worth) => at(grantedMinor, worth), at(first, first))
      expect(walked).toEqual(at(first, last))
      expect(walked.grantedMinor - walked.owedMinor).toBe(isUnused ? last : Math.min(first, last))
    }),
  )
})
