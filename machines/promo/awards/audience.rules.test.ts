import { expect, test } from 'vitest'
import { isOfAudience } from './audience.rules.ts'

const FACTS = { tier: 'gold', deposits: 2, idleDays: 30, registeredDays: 90, isIdentified: true }

test('every condition that an audience names has to hold, and one that it leaves out does not matter', () => {
  const is = (audience: Parameters<typeof isOfAudience>[0]) => isOfAudience(audience, FACTS)
  expect([is({}), is({ tiers: ['gold', 'ruby'] }), is({ minimumDeposits: 2, maximumDeposits: 2 })]).toEqual([
    ...[true, true, true],
  ])
  expect([is({ idleDays: 30 }), is({ registeredDays: 90 }), is({ isIdentified: true })]).toEqual([true, true, true])
  expect([is({ tiers: ['copper'] }), is({ minimumDeposits: 3 }), is({ maximumDeposits: 1 })]).toEqual([
    ...[false, false, false],
  ])
  expect([is({ idleDays: 31 }), is({ registeredDays: 89 }), is({ isIdentified: false })]).toEqual([false, false, false])
  expect(is({ tiers: ['gold'], minimumDeposits: 3 })).toBe(false)
  expect(isOfAudience({ tiers: ['gold'] }, { ...FACTS, tier: null })).toBe(false)
})
