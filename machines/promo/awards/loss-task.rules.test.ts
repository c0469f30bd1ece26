import fc from 'fast-check'
import { expect, test } from 'vitest'
import { countRound, type LossTask, lossOutcome, type PlayedRound } from './loss-task.rules.ts'

const TASK: LossTask = { products: ['slots'], games: [], excludedGames: ['reels'], minimumLossMinor: 1000 }
const ROUND: PlayedRound = {
  ...{ gameId: 'book', product: 'slots', state: 'closed', lossMinor: 500 },
  ...{ isOwnMoney: true, hasOpposite: false },
}

test.each<[string, Partial<PlayedRound>, number, string | null]>([
  ['a loss', {}, 500, 'promo.counts_round_loss'],
  ['a win, which is taken off', { lossMinor: -300 }, -300, 'promo.counts_round_win'],
  ['an open round', { state: 'open' }, 0, null],
  ['a round that was taken back', { state: 'cancelled', lossMinor: 0 }, 0, 'promo.counts_not_void'],
  ['a stake of a bonus', { isOwnMoney: false }, 0, 'promo.counts_not_own_round'],
  ['stakes on all sides', { hasOpposite: true }, 0, 'promo.counts_not_opposite'],
  ['another kind of games', { product: 'table' }, 0, 'promo.counts_not_product'],
  ['a game that is left out', { gameId: 'reels' }, 0, 'promo.counts_not_product'],
  ['a game that is no more', { product: undefined }, 0, 'promo.counts_not_product'],
])('PROMO-19: %s', (_name, change, countedMinor, reason) => {
  expect(countRound(TASK, { ...ROUND, ...change })).toEqual({ countedMinor, reason })
})

test('PROMO-19: where games are named, no other one of their kind counts', () => {
  const task = { ...TASK, games: ['book'] }
  expect(countRound(task, ROUND).countedMinor).toBe(500)
  expect(countRound(task, { ...ROUND, gameId: 'gems' }).countedMinor).toBe(0)
})

test('PROMO-22: a loss earns from the least one on, and a profit never does', () => {
  expect(lossOutcome(TASK, 1000)).toEqual({ kind: 'earned', baseMinor: 1000, betIds: [] })
  expect(lossOutcome(TASK, 999)).toEqual({ kind: 'nothing' })
  fc.assert(
    fc.property(fc.integer({ min: -1_000_000, max: 0 }), fc.nat(1000), (netMinor, minimumLossMinor) => {
      expect(lossOutcome({ minimumLossMinor }, netMinor)).toEqual({ kind: 'nothing' })
    }),
  )
})
