import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { PlayerAction } from '#schemas'
import { DUEL_MARGIN, duelChances, duelPrices } from './duel-price.rules.ts'
import { type DuelMember, duelScore } from './duel-result.rules.ts'

const mean = fc.double({ min: 0, max: 6, noNaN: true })

describe('prices of duels', () => {
  test('SPORT-14: the chances of a duel make one, and none is negative', () => {
    const check = fc.property(mean, mean, (home, away) => {
      const { home: one, draw, away: other } = duelChances({ home, away })
      expect(one + draw + other).toBeCloseTo(1, 10)
      expect(Math.min(one, draw, other)).toBeGreaterThanOrEqual(0)
    })
    fc.assert(check)
  })

  test('SPORT-14: teams that change places change chances', () => {
    const check = fc.property(mean, mean, (home, away) => {
      const [one, other] = [duelChances({ home, away }), duelChances({ home: away, away: home })]
      expect(one.home).toBeCloseTo(other.away, 10)
      expect(one.draw).toBeCloseTo(other.draw, 10)
    })
    fc.assert(check)
  })

  test('SPORT-14: another player never makes a team less likely to win, nor the other more likely', () => {
    const check = fc.property(mean, mean, fc.double({ min: 0, max: 1, noNaN: true }), (home, away, more) => {
      const [before, after] = [duelChances({ home, away }), duelChances({ home: home + more, away })]
      expect(after.home).toBeGreaterThanOrEqual(before.home - 1e-12)
      expect(after.away).toBeLessThanOrEqual(before.away + 1e-12)
    })
    fc.assert(check)
  })

  test('the chances are those of Skellam for one goal each: the draw is e^-2 I0(2)', () => {
    expect(duelChances({ home: 1, away: 1 }).draw).toBeCloseTo(0.3085083225, 9)
    const alone = duelChances({ home: 0.5, away: 0 })
    expect(alone.home).toBeCloseTo(1 - Math.exp(-0.5), 10)
    expect(alone.away).toBe(0)
    expect(() => duelChances({ home: -1, away: 0 })).toThrow(RangeError)
  })

  test('a bet on all three loses at least the margin; what is as good as decided has no prices', () => {
    const check = fc.property(mean, mean, (home, away) => {
      const prices = duelPrices({ home, away })
      if (!prices) return
      expect(prices.reduce((sum, { odds }) => sum + 1 / Number(odds), 0)).toBeGreaterThanOrEqual(1 + DUEL_MARGIN - 1e-9)
    })
    fc.assert(check, { examples: [[3.8823732926177104, 0.5392585372297398]] })
    expect(duelPrices({ home: 0, away: 0 })).toBeNull()
    expect(duelPrices({ home: 0.5, away: 0 })).toBeNull()
    expect(duelPrices({ home: 0.5, away: 0.4 })).toHaveLength(3)
  })
})

describe('how duels end', () => {
  const did = (playerId: number, ...kinds: PlayerAction['kind'][]): PlayerAction[] =>
    kinds.map((kind, seconds) => ({ kind, playerId, periodNumber: 1, seconds }))
  const member = (playerId: number, more: Partial<DuelMember> = {}): DuelMember => ({
    playerId,
    side: playerId === 1 ? 'home' : 'away',
    isStarting: true,
    actions: [],
    ...more,
  })

  test('SPORT-14: goals of the players count, of others and own goals not', () => {
    const actions = [...did(1, 'goal', 'own_goal', 'goal'), ...did(2, 'goal', 'yellow_card'), ...did(9, 'goal')]
    expect(duelScore([member(1, { actions }), member(2, { actions })])).toEqual({ home: 2, away: 1 })
    expect(duelScore([member(1), member(2)])).toEqual({ home: 0, away: 0 })
  })

  test('SPORT-14: a player who does not play makes it void, one who comes on does not; nor is it decided without a source', () => {
    const actions = did(2, 'came_on', 'goal')
    expect(duelScore([member(1), member(2, { isStarting: false })])).toBeNull()
    expect(duelScore([member(1), member(2, { isStarting: false, actions })])).toEqual({ home: 0, away: 1 })
    expect(duelScore([member(1), member(2, { actions: null })])).toBeNull()
  })
})
