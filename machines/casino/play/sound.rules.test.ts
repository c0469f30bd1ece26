import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type HeardSeat, soundOf, soundOfSeat } from './sound.rules.ts'

test('a return below the stake, or just the stake, never sounds like a win', () => {
  const minor = fc.integer({ min: 0, max: 1_000_000 })
  fc.assert(
    fc.property(minor, minor, (stakeMinor, payoutMinor) => {
      expect(soundOf({ state: 'closed', stakeMinor, payoutMinor })).toBe(payoutMinor > stakeMinor ? 'win' : null)
    }),
  )
  expect(soundOf({ state: 'closed', stakeMinor: 100, payoutMinor: 100 })).toBeNull()
  expect(soundOf({ state: 'closed', stakeMinor: 100, payoutMinor: 101 })).toBe('win')
})

test('a round that is still open is heard of only when it is over', () => {
  expect(soundOf({ state: 'open', stakeMinor: 100, payoutMinor: 500 })).toBeNull()
  expect(soundOf({ state: 'cancelled', stakeMinor: 0, payoutMinor: 500 })).toBeNull()
})

test('a table sounds once as its round begins and once as it has paid more than was staked, for those who have staked', () => {
  const bet = (amountMinor: number, payoutMinor = 0) => ({ amountMinor, payoutMinor })
  const round: HeardSeat[] = [
    { roundId: 7, moment: 'betting', bets: [] },
    { roundId: 7, moment: 'last', bets: [bet(100), bet(100)] },
    { roundId: 7, moment: 'running', bets: [bet(100), bet(100)] },
    { roundId: 7, moment: 'running', bets: [bet(100, 200), bet(100)] },
    { roundId: 7, moment: 'running', bets: [bet(100, 200), bet(100, 150)] },
    { roundId: 7, moment: 'result', bets: [bet(100, 200), bet(100, 150)] },
    { roundId: 8, moment: 'betting', bets: [] },
  ]
  const heard = round.slice(1).map((now, at) => soundOfSeat(round[at] as HeardSeat, now))
  expect(heard).toEqual([null, 'start', null, 'win', null, null])
  const watched = round.map((seat) => ({ ...seat, bets: [] }))
  expect(watched.slice(1).map((now, at) => soundOfSeat(watched[at] as HeardSeat, now))).toEqual(Array(6).fill(null))
})
