import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type BetTask, type TaskBet, taskOutcome, taskRefusal } from './bet-task.rules.ts'
import { shareE4 } from './reward.rules.ts'

const TASK: BetTask = {
  ...{ rule: 'first_lost', count: 3, stakedMinor: 5000, minimumStakeMinor: 500, minimumOddsE3: 1500, minimumLegs: 1 },
}
const ENDINGS = ['won', 'lost', 'void', 'cashed_out'] as const

/** Bets in the order in which they were placed: how each ended, its stake, and what it paid; the settlement is in another order. */
const bets = (...rows: readonly (readonly [TaskBet['ending'], number, number, number?])[]): TaskBet[] =>
  rows.map(([ending, stakeMinor, paidMinor, endedAtMs = 0], index) => ({
    ...{ betId: index + 1, stakeMinor, paidMinor, ending, endedAtMs: ending === null ? null : endedAtMs },
  }))

const anyBets = fc
  .array(
    fc.record({
      ending: fc.constantFrom(...ENDINGS, null),
      stakeMinor: fc.integer({ min: 1, max: 10_000 }),
      share: fc.integer({ min: 0, max: 30 }),
      endedAtMs: fc.nat(1000),
    }),
    { maxLength: 8 },
  )
  .map((rows) =>
    rows.map(({ ending, stakeMinor, share, endedAtMs }, index): TaskBet => {
      const paid = { won: Math.floor((stakeMinor * share) / 10), lost: 0, void: stakeMinor, cashed_out: stakeMinor }
      return {
        ...{ betId: index + 1, stakeMinor, ending, paidMinor: ending === null ? 0 : paid[ending] },
        endedAtMs: ending === null ? null : endedAtMs,
      }
    }),
  )

describe('bonuses for bets', () => {
  test('type 5: the first lost bet decides, by when it was settled; void, cashed-out and partly paid bets are no loss', () => {
    const of = (rows: TaskBet[], isOver = false) => taskOutcome(TASK, rows, isOver)
    expect(of(bets(['void', 900, 900], ['cashed_out', 800, 100], ['won', 700, 1400], ['won', 600, 300]))).toEqual({
      kind: 'waiting',
    })
    expect(of(bets(['lost', 1000, 0, 20], ['lost', 2000, 0, 10]))).toMatchObject({ baseMinor: 2000, betIds: [2] })
    expect(of(bets(['won', 1000, 2000]), true)).toEqual({ kind: 'nothing' })
    expect(of(bets([null, 1000, 0]), true)).toEqual({ kind: 'waiting' })
  })

  test('type 14: what the first bet has lost comes back, of a part-lost system the part; a void one makes room', () => {
    const of = (rows: TaskBet[]) => taskOutcome({ ...TASK, rule: 'risk_free' }, rows, false)
    expect(of(bets(['won', 3000, 1200], ['lost', 5000, 0]))).toMatchObject({ kind: 'earned', baseMinor: 1800 })
    expect(of(bets(['void', 3000, 3000], ['lost', 5000, 0]))).toMatchObject({ baseMinor: 5000, betIds: [2] })
    expect(of(bets(['won', 1000, 1500], ['lost', 5000, 0]))).toEqual({ kind: 'nothing' })
    expect(of(bets(['cashed_out', 1000, 400]))).toEqual({ kind: 'nothing' })
    expect(of(bets([null, 1000, 0], ['lost', 500, 0]))).toEqual({ kind: 'waiting' })
  })

  test('type 7: the net loss of the first n, once all of them are settled, or the time is over', () => {
    const of = (rows: TaskBet[], isOver = false) => taskOutcome({ ...TASK, rule: 'net_loss' }, rows, isOver)
    const three = bets(['lost', 1000, 0], ['won', 1000, 1500], ['lost', 1500, 0])
    expect(of(three)).toMatchObject({ kind: 'earned', baseMinor: 2000 })
    expect(of([...three, ...bets(['lost', 9000, 0])])).toMatchObject({ baseMinor: 2000 })
    expect(of(three.slice(0, 2))).toEqual({ kind: 'waiting' })
    expect(of(bets(['lost', 1000, 0]), true)).toMatchObject({ baseMinor: 1000 })
    expect(of(bets(['won', 1000, 2500], ['lost', 1000, 0], ['lost', 400, 0]))).toEqual({ kind: 'nothing' })
  })

  test('type 16: stakes of won and lost bets add up, in whatever order they settle', () => {
    const of = (rows: TaskBet[]) => taskOutcome({ ...TASK, rule: 'staked' }, rows, false)
    expect(of(bets(['won', 3000, 9000], ['void', 4000, 4000], ['lost', 1999, 0]))).toEqual({ kind: 'waiting' })
    expect(of(bets(['won', 3000, 9000], [null, 4000, 0], ['lost', 2000, 0]))).toMatchObject({ baseMinor: 5000 })
  })

  test('a bet counts by the terms: own money, stake, outcomes, odds, and no other side', () => {
    const bet = { stakeMinor: 500, odds: ['1.50', '2.00'], isOwnMoney: true, hasOpposite: false }
    expect(taskRefusal(TASK, bet)).toBeNull()
    expect(taskRefusal(TASK, { ...bet, stakeMinor: 499 })).toBe('promo.counts_not_stake')
    expect(taskRefusal(TASK, { ...bet, odds: ['2.00', '1.49'] })).toBe('promo.counts_not_odds')
    expect(taskRefusal({ ...TASK, minimumLegs: 3 }, bet)).toBe('promo.counts_not_legs')
    expect(taskRefusal(TASK, { ...bet, isOwnMoney: false })).toBe('promo.counts_not_own')
    expect(taskRefusal(TASK, { ...bet, hasOpposite: true })).toBe('promo.counts_not_opposite')
  })

  test('no rule gives back more than the bets have lost, and a void bet is as if it had never been placed', () => {
    fc.assert(
      fc.property(
        anyBets,
        fc.constantFrom('first_lost', 'risk_free', 'net_loss'),
        fc.boolean(),
        (rows, rule, isOver) => {
          const task = { ...TASK, rule }
          const outcome = taskOutcome(task, rows, isOver)
          expect(
            taskOutcome(
              task,
              rows.filter(({ ending }) => ending !== 'void'),
              isOver,
            ),
          ).toEqual(outcome)
          if (outcome.kind !== 'earned') return
          const lost = rows
            .filter(({ betId }) => outcome.betIds.includes(betId))
            .reduce((sum, { stakeMinor, paidMinor }) => sum + stakeMinor - paidMinor, 0)
          expect(outcome.baseMinor).toBe(lost)
          expect(shareE4(outcome.baseMinor, 10_000)).toBeLessThanOrEqual(lost)
        },
      ),
    )
  })

  test('when bets were settled changes nothing where it is not asked for', () => {
    fc.assert(
      fc.property(anyBets, fc.constantFrom('risk_free', 'net_loss', 'staked'), fc.nat(50), (rows, rule, shift) => {
        const later = rows.map((bet, index) => ({
          ...bet,
          endedAtMs: bet.endedAtMs === null ? null : (bet.endedAtMs * (index + 1) + shift) % 997,
        }))
        expect(taskOutcome({ ...TASK, rule }, later, false)).toEqual(taskOutcome({ ...TASK, rule }, rows, false))
      }),
    )
  })
})
