import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { FieldEnding } from '#schemas'
import { entrantOf, entrantOutcome, MARKET_TYPE, marketType } from '../../markets/market-types.ts'
import { LEAST_ODDS } from '../fair-price.rules.ts'
import { fieldEndingFault, gameEnd, placesPaid } from '../game-end.rules.ts'
import { fieldBoardAt } from './field-board.rules.ts'
import { planFieldDay } from './field-plan.rules.ts'
import { placeChances, priceField } from './field-price.rules.ts'

const MARGIN = 0.06
const { fieldWinner, fieldPlace, fightMethod, fightRounds, winner } = MARKET_TYPE
const win = (number: number) => ({
  typeId: fieldWinner.typeId,
  outcomeTypeId: entrantOutcome(fieldWinner, number),
  parameter: undefined,
})
const place = (number: number, places: number) => ({
  typeId: fieldPlace.typeId,
  outcomeTypeId: entrantOutcome(fieldPlace, number),
  parameter: String(places),
})
const anyEvent = fc
  .record({ seed: fc.integer({ min: 1, max: 60 }), day: fc.nat(60), number: fc.nat(19) })
  .map(({ seed, day, number }) => planFieldDay(seed, day)[number] ?? planFieldDay(1, 1)[0])
  .filter((plan) => plan !== undefined)

describe('how an event of many ends', () => {
  const ending: FieldEnding = { kind: 'field', order: [[3], [1, 7], [2]], withdrawn: [5] }

  test('the first wins, places pay within their number, who does not finish loses, who does not run is void', () => {
    expect([3, 1, 4, 5].map((number) => gameEnd(win(number), { ending }))).toEqual(['win', 'lose', 'lose', 'void'])
    expect([3, 1, 7, 2, 5].map((number) => gameEnd(place(number, 3), { ending }))).toEqual([
      'win',
      'win',
      'win',
      'lose',
      'void',
    ])
    expect(gameEnd(win(3), { score: { home: 1, away: 0 } })).toBeNull()
  })

  test('MATH-3: who ties for the last place shares it, and a tied win is shared', () => {
    expect(gameEnd(place(1, 2), { ending })).toEqual({ places: 1, tied: 2 })
    const tied: FieldEnding = { kind: 'field', order: [[3, 4], [1]] }
    expect(gameEnd(win(4), { ending: tied })).toEqual({ places: 1, tied: 2 })
    expect(gameEnd(place(4, 2), { ending: tied })).toBe('win')
    expect(gameEnd(place(1, 3), { ending: tied })).toBe('win')
  })

  test('MATH-3: whatever the order, as many places are paid as there are', () => {
    const check = fc.property(anyEvent, fc.integer({ min: 1, max: 3 }), ({ order, entrants }, places) => {
      const paid = entrants.map(({ number }) => {
        const end = gameEnd(place(number, places), { ending: { kind: 'field', order } })
        return end === 'win' ? 1 : typeof end === 'object' && end !== null ? end.places / end.tied : 0
      })
      expect(paid.reduce((sum, one) => sum + one, 0)).toBeCloseTo(Math.min(places, order.flat().length), 9)
    })
    fc.assert(check, { numRuns: 100 })
  })

  test('an order that names somebody twice or a stranger is none', () => {
    const entrants = [1, 2, 3, 5, 7]
    expect(fieldEndingFault(ending, entrants)).toBeNull()
    expect(fieldEndingFault({ kind: 'field', order: [[3], [3]] }, entrants)).toContain('twice')
    expect(fieldEndingFault({ kind: 'field', order: [[9]] }, entrants)).toContain('no number 9')
    expect(fieldEndingFault({ kind: 'field', order: [[3]], withdrawn: [3] }, entrants)).toContain('twice')
    expect(fieldEndingFault({ kind: 'field', order: [] }, entrants)).not.toBeNull()
  })

  test('places are paid by the number of runners', () => {
    expect([4, 5, 7, 8, 14].map(placesPaid)).toEqual([null, 2, 2, 3, 3])
  })
})

describe('how a fight ends', () => {
  test('SPORT-5: method, winner and rounds are decided by the end of the fight', () => {
    const told = {
      score: { home: 0, away: 1 },
      ending: { kind: 'fight', method: 'submission', round: 2, seconds: 95 },
    } as const
    const of = (typeId: number, outcomeTypeId: number, parameter?: string) =>
      gameEnd({ typeId, outcomeTypeId, parameter }, told)
    expect(fightMethod.outcomes.map((outcome) => of(fightMethod.typeId, outcome))).toEqual([
      'lose',
      'lose',
      'lose',
      'lose',
      'win',
      'lose',
    ])
    expect(winner.outcomes.map((outcome) => of(winner.typeId, outcome))).toEqual(['lose', 'win'])
    expect([of(fightRounds.typeId, 37, '1.5'), of(fightRounds.typeId, 38, '1.5')]).toEqual(['lose', 'win'])
    expect(of(fightRounds.typeId, 37, '0.5')).toBe('win')
    const onTheLine = { ...told, ending: { ...told.ending, seconds: 150 } }
    expect(gameEnd({ typeId: fightRounds.typeId, outcomeTypeId: 37, parameter: '1.5' }, onTheLine)).toBe('void')
  })
})

describe('prices of a field', () => {
  test('chances of so many places add up to them, and grow with places and strength', () => {
    const strengths = fc.array(fc.double({ min: 0.05, max: 8, noNaN: true }), { minLength: 4, maxLength: 12 })
    const check = fc.property(strengths, (all) => {
      const [one, two, three] = [1, 2, 3].map((places) => placeChances(all, places))
      for (const [at, chances] of [one, two, three].entries())
        expect(chances?.reduce((sum, chance) => sum + chance, 0)).toBeCloseTo(at + 1, 6)
      for (const at of all.keys()) expect(three?.[at]).toBeGreaterThanOrEqual(one?.[at] ?? 0)
      const best = all.indexOf(Math.max(...all))
      expect(one?.[best]).toBe(Math.max(...(one ?? [])))
    })
    fc.assert(check, { numRuns: 60 })
  })

  test('the book of every market is above what it pays, up to the start, and no market is left after it', () => {
    const check = fc.property(anyEvent, fc.integer({ min: -20_000, max: 3000 }), (plan, fromStart) => {
      const { markets, phase } = fieldBoardAt(plan, plan.startS + fromStart, MARGIN)
      expect(phase === 'line').toBe(fromStart < 0)
      if (fromStart >= 0) expect(markets).toEqual([])
      for (const { typeId, parameter = '1', outcomes } of markets) {
        const sum = outcomes.reduce((total, { odds }) => total + 1 / Number(odds), 0)
        // A price that is at the lowest there is leaves less of the margin, and never a gain for who bets on all.
        const isLowest = outcomes.some(({ odds }) => Number(odds) <= LEAST_ODDS / 100)
        expect(sum).toBeGreaterThanOrEqual(Number(parameter) * (isLowest ? 1 : 1 + MARGIN) - 1e-9)
        for (const { typeId: outcome } of outcomes)
          expect(plan.entrants.map(({ number }) => number)).toContain(entrantOf(marketType(typeId), outcome))
      }
    })
    fc.assert(check, { numRuns: 100 })
  })

  test('who is withdrawn has no price any more, and is void in the result', () => {
    const plans = Array.from({ length: 10 }, (_, day) => planFieldDay(5, day)).flat()
    const hit = plans.filter(({ withdrawals, isAbandoned }) => withdrawals.length > 0 && !isAbandoned)
    expect(hit.length).toBeGreaterThan(5)
    for (const plan of hit) {
      const [out] = plan.withdrawals
      if (!out) continue
      const priced = (atS: number) =>
        fieldBoardAt(plan, plan.startS + atS, MARGIN).markets[0]?.outcomes.map(({ typeId }) => typeId)
      expect(priced(out.atS - 1)).toContain(entrantOutcome(fieldWinner, out.number))
      expect(priced(out.atS)).not.toContain(entrantOutcome(fieldWinner, out.number))
      const { result } = fieldBoardAt(plan, plan.startS + plan.resultS, MARGIN)
      expect(gameEnd(win(out.number), result ?? {})).toBe('void')
    }
  })

  test('the order is drawn as the prices have it: who is thought to win a third wins about a third', () => {
    let [expected, won, races] = [0, 0, 0]
    for (let day = 0; day < 120; day += 1)
      for (const plan of planFieldDay(11, day)) {
        const runners = plan.entrants.filter(({ number }) => !plan.withdrawals.some((out) => out.number === number))
        const best = runners.reduce((one, other) => (other.strength > one.strength ? other : one))
        expected += best.strength / runners.reduce((sum, { strength }) => sum + strength, 0)
        if (plan.order[0]?.includes(best.number)) won += 1 / (plan.order[0]?.length ?? 1)
        races += 1
      }
    expect(Math.abs(won - expected) / races).toBeLessThan(0.03)
  })

  test('few runners have no market on places, and an as good as certain winner none at all', () => {
    const four = [1, 2, 3, 4].map((number) => ({ number, strength: 1 }))
    expect(priceField(four, { margin: MARGIN, hasPlaces: true }).map(({ typeId }) => typeId)).toEqual([15])
    const sure = four.map(({ number }) => ({ number, strength: number === 1 ? 1000 : 1 }))
    expect(priceField(sure, { margin: MARGIN, hasPlaces: false })).toEqual([])
  })
})
