import { expect, test } from 'vitest'
import { playerOutcome } from './derived-types.ts'
import { shownOutcomes } from './shown-outcomes.rules.ts'

const outcome = (typeId: number, odds: string, isSuspended = false) => {
  return { outcomeId: typeId, typeId, odds, ...(isSuspended && { isSuspended }) }
}

test('SPORT-18: outcomes of a list that cannot win any more are left out while the market takes bets', () => {
  const outcomes = [outcome(10000, '9', true), outcome(10100, '7.5'), outcome(10001, '12', true)]
  expect(shownOutcomes({ typeId: 7, status: 1, outcomes })).toEqual([10100])
  expect(shownOutcomes({ typeId: 7, status: 3, outcomes })).toEqual([10000, 10100, 10001])
  expect(shownOutcomes({ typeId: 4, status: 1, outcomes: [outcome(9, '1.9', true)] })).toEqual([9, 10])
})

test('players are in order of their prices, one side beside the other, nobody last', () => {
  const of = (side: 'home' | 'away', number: number) => playerOutcome(10071, { side, number })
  const nobody = playerOutcome(10071, null)
  const outcomes = [
    outcome(of('home', 4), '30'),
    outcome(of('home', 9), '4.5'),
    outcome(of('away', 10), '6'),
    outcome(nobody, '9'),
  ]
  const shown = shownOutcomes({ typeId: 10071, status: 1, outcomes })
  expect(shown).toEqual([of('home', 9), of('away', 10), of('home', 4), nobody])
})
