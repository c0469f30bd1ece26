import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { legFactor } from '#machines/betting/settling/leg-factor.rules.ts'
import { add, compare, multiply, rational, subtract, toExactText } from '#machines/odds/rational.rules.ts'
import type { Score } from '#schemas'
import { type OutcomeResult, outcomeResult } from './market-result.rules.ts'
import { MARKET_TYPE, type MarketType, marketType, OTHER_SCORE } from './market-types.ts'

const { fieldWinner, fieldPlace, fightMethod, fightRounds, ...decidedByScore } = MARKET_TYPE
const TYPES: readonly MarketType[] = Object.values(decidedByScore)
const points = fc.integer({ min: 0, max: 9 })
const periodScore = fc.record({ home: points, away: points })
const anyScore: fc.Arbitrary<Score> = fc.record({
  home: points,
  away: points,
  periods: fc.array(periodScore, { maxLength: 3 }),
})
const lineOf = (quarters: number) => toExactText(rational(quarters, 4))
const anyLine = fc.integer({ min: -40, max: 40 }).map(lineOf)

const parameterOf = (type: MarketType, line: string, period: number) =>
  type.parameter === 'line' ? line : type.parameter === 'period' ? String(period) : undefined

const all = (type: MarketType, parameter: string | undefined, score: Score) =>
  type.outcomes.map((outcome) => outcomeResult(type.typeId, parameter, outcome, score))

const OPPOSITE: Readonly<Record<OutcomeResult, OutcomeResult>> = {
  win: 'lose',
  lose: 'win',
  void: 'void',
  'half-win': 'half-lose',
  'half-lose': 'half-win',
}

const score = (home: number, away: number, ...periods: readonly [number, number][]): Score => ({
  home,
  away,
  ...(periods.length > 0 && { periods: periods.map(([h, a]) => ({ home: h, away: a })) }),
})

describe('worked examples', () => {
  const { total, handicap, drawNoBet, matchResult, doubleChance, correctScore, halfTimeResult } = MARKET_TYPE
  test.each([
    ['home wins 2:1', matchResult, undefined, score(2, 1), ['win', 'lose', 'lose']],
    ['a draw in double chance', doubleChance, undefined, score(0, 0), ['win', 'lose', 'win']],
    ['a draw gives the stake back', drawNoBet, undefined, score(1, 1), ['void', 'void']],
    ['3 goals at 2.5', total, '2.5', score(2, 1), ['win', 'lose']],
    ['3 goals at 3', total, '3', score(2, 1), ['void', 'void']],
    ['2 goals at 2.25', total, '2.25', score(1, 1), ['half-lose', 'half-win']],
    ['3 goals at 2.75', total, '2.75', score(3, 0), ['half-win', 'half-lose']],
    ['the favourite wins by one at -0.75', handicap, '-0.75', score(1, 0), ['half-win', 'half-lose']],
    ['the favourite wins by one at -1.25', handicap, '-1.25', score(1, 0), ['half-lose', 'half-win']],
    ['a draw at +0.25', handicap, '0.25', score(1, 1), ['half-win', 'half-lose']],
    ['a draw at -0.5', handicap, '-0.5', score(2, 2), ['lose', 'win']],
    ['both score', MARKET_TYPE.bothTeamsToScore, undefined, score(1, 2), ['win', 'lose']],
    ['one does not score', MARKET_TYPE.bothTeamsToScore, undefined, score(3, 0), ['lose', 'win']],
    ['no goals are even', MARKET_TYPE.oddEven, undefined, score(0, 0), ['lose', 'win']],
    ['the home side scores 2', MARKET_TYPE.homeTotal, '1.5', score(2, 4), ['win', 'lose']],
    ['the away side scores 4', MARKET_TYPE.awayTotal, '4', score(2, 4), ['void', 'void']],
    [
      '0:1 at half-time, 2:1 at the end',
      halfTimeResult,
      undefined,
      score(2, 1, [0, 1], [2, 0]),
      ['lose', 'lose', 'win'],
    ],
    ['won in overtime', MARKET_TYPE.winner, undefined, score(101, 99), ['win', 'lose']],
    ['the second set', MARKET_TYPE.periodWinner, '2', score(2, 1, [6, 4], [3, 6], [7, 6]), ['lose', 'win']],
    ['a third set that was not needed', MARKET_TYPE.periodWinner, '3', score(2, 0, [6, 4], [6, 3]), ['void', 'void']],
    ['half-time without its score', halfTimeResult, undefined, score(2, 1), [null, null, null]],
  ] as const)('%s', (_name, type, parameter, result, expected) => {
    expect(all(type, parameter, result)).toEqual(expected)
  })

  test('an exact score wins alone, and one beyond the list wins as another', () => {
    const won = (result: Score) =>
      correctScore.outcomes.filter((outcome) => outcomeResult(7, undefined, outcome, result) === 'win')
    expect(won(score(2, 1))).toEqual([10_201])
    expect(won(score(5, 5))).toEqual([10_505])
    expect(won(score(6, 0))).toEqual([OTHER_SCORE])
  })
})

test('the results of the outcomes of a market fit together at every score', () => {
  fc.assert(
    fc.property(
      fc.constantFrom(...TYPES),
      anyScore,
      anyLine,
      fc.integer({ min: 1, max: 4 }),
      (type, ended, line, period) => {
        const results = all(type, parameterOf(type, line, period), ended)
        const won = results.filter((result) => result === 'win').length
        const [first = null] = results
        if (new Set(results).size === 1 && first === 'void') return
        if (type.outcomes.length === 2) expect(results[1]).toBe(first && OPPOSITE[first])
        else expect(won).toBe(type.question === 'double-chance' ? 2 : 1)
        if (type.parameter !== 'line') expect(results).not.toContain('half-win')
      },
    ),
  )
})

test('MATH-3: a quarter line pays the mean of the two lines beside it', () => {
  const lined = TYPES.filter(({ parameter }) => parameter === 'line')
  const quarters = fc.integer({ min: -20, max: 20 }).map((number) => 2 * number + 1)
  fc.assert(
    fc.property(fc.constantFrom(...lined), fc.nat(1), anyScore, quarters, (type, place, ended, line) => {
      const pays = (inQuarters: number) => {
        const result = outcomeResult(type.typeId, lineOf(inQuarters), type.outcomes[place] ?? 0, ended)
        return legFactor({ odds: '1.9', result: result ?? 'void' })
      }
      const mean = multiply(add(pays(line - 1), pays(line + 1)), rational(1, 2))
      expect(subtract(pays(line), mean).numerator).toBe(0n)
    }),
  )
})

test('a better line never pays less', () => {
  fc.assert(
    fc.property(anyScore, fc.integer({ min: -40, max: 39 }), (ended, line) => {
      const pays = (inQuarters: number) =>
        legFactor({ odds: '1.9', result: outcomeResult(5, lineOf(inQuarters), 11, ended) ?? 'void' })
      expect(compare(pays(line + 1), pays(line))).toBeGreaterThanOrEqual(0)
    }),
  )
})

test('what is no type, outcome or line is refused', () => {
  expect(() => marketType(99)).toThrow('no type of market 99')
  expect(() => outcomeResult(1, undefined, 9, score(1, 0))).toThrow('no outcome 9')
  for (const line of [undefined, '', 'x', '2.3', '0.125', '1e1'])
    expect(() => outcomeResult(4, line, 9, score(1, 0))).toThrow('no line')
  for (const period of ['0', '-1', '1.5']) expect(() => outcomeResult(13, period, 26, score(1, 0))).toThrow('no period')
})

test('the numbers of types and outcomes are each used once', () => {
  const outcomes = TYPES.flatMap((type) => type.outcomes)
  expect(new Set(outcomes).size).toBe(outcomes.length)
  expect(new Set(TYPES.map(({ typeId }) => typeId)).size).toBe(TYPES.length)
})

test.each([fieldWinner, fieldPlace, fightMethod, fightRounds])(
  'no score decides market type $typeId',
  (type: MarketType) => {
    const outcome = type.outcomes[0] ?? 0
    expect(() => outcomeResult(type.typeId, parameterOf(type, '2', 2), outcome, score(1, 0))).toThrow(RangeError)
  },
)
