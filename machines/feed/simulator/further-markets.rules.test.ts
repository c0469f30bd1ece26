import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { Score } from '#schemas'
import { derivedType, playerOf } from '../markets/derived-types.ts'
import { outcomeResult } from '../markets/market-result.rules.ts'
import { marketType } from '../markets/market-types.ts'
import { boardAt } from './game-board.rules.ts'
import { endOf, scoreAt } from './game-plan.rules.ts'
import { planDay } from './match-day.rules.ts'
import type { GamePlan } from './planned-game.ts'

const MARGIN = 0.06
const DAYS = Array.from({ length: 12 }, (_, day) => planDay(5, day)).flat()
const PLAYED = DAYS.filter(({ abandonedS }) => abandonedS === null)
const anyPlan = fc.constantFrom(...PLAYED)
const anyMoment = fc.record({ plan: anyPlan, part: fc.double({ min: -0.2, max: 0.98, noNaN: true }) })

const firstOf = (sportId: number): GamePlan => {
  const plan = DAYS.find((one) => one.sportId === sportId)
  if (!plan) throw new Error(`no game of the sport ${sportId} is planned`)
  return plan
}
/** Ten minutes before the game. */
const typesBefore = (sportId: number) => {
  const plan = firstOf(sportId)
  return new Set(boardAt(plan, plan.startS - 600, MARGIN).markets.map(({ typeId }) => typeId)).size
}

/** Questions of which every game has exactly one answer. */
const EXHAUSTIVE: readonly string[] = [
  'result',
  'both-score',
  'correct-score',
  'exact-score',
  'odd-even',
  'exact-total',
  'total-range',
  'to-nil',
  'clean-sheet',
  'margin',
  'three-way-handicap',
  'result-both-score',
  'any',
  'part-whole',
  'highest-period',
  'scores-in-both',
  'wins-both',
  'wins-either',
  'both-over',
  'both-under',
  'both-score-in-both',
  'nth-goal',
  'last-goal',
  'goal-method',
  'first-goal-time',
]
const ON_HALF_LINES: readonly string[] = ['over-under', 'handicap', 'result-total', 'both-score-total']

describe('markets of a game', () => {
  test('a football game has at least sixty types of market, ten other sports have from fifteen to more', () => {
    expect(typesBefore(1)).toBeGreaterThanOrEqual(60)
    // Ice hockey, basketball, tennis, baseball, volleyball, handball, table tennis, American football, cricket, a shooter.
    for (const sportId of [2, 3, 4, 5, 6, 8, 10, 13, 66, 4001])
      expect(typesBefore(sportId), `${sportId}`).toBeGreaterThanOrEqual(15)
  })

  test('the book of a market exceeds what is fair by the margin', () => {
    const check = fc.property(anyMoment, fc.constantFrom(0.03, 0.06, 0.12), ({ plan, part }, margin) => {
      const atS = plan.startS + Math.floor(endOf(plan) * part)
      for (const { typeId, parameter, outcomes } of boardAt(plan, atS, margin).markets) {
        const { question } = marketType(typeId)
        const isHalf = ON_HALF_LINES.includes(question) && Math.abs(Number(parameter) % 1) === 0.5
        if (!EXHAUSTIVE.includes(question) && !isHalf) continue
        // Prices are rounded down, and are from 1.01 to 501: a book of others is a little dearer, one of 1.01 cheaper.
        const book = outcomes.reduce((sum, { odds, isSuspended }) => sum + (isSuspended ? 0 : 1 / Number(odds)), 0)
        const isCut = outcomes.some(({ odds }) => Number(odds) <= 1.01)
        expect(book, `${typeId} ${parameter}`).toBeGreaterThanOrEqual(isCut ? 1 : 1 + margin - 0.001)
        expect(book, `${typeId} ${parameter}`).toBeLessThanOrEqual(1 + margin + 0.012 * outcomes.length)
      }
    })
    fc.assert(check, { numRuns: 60 })
  })

  test('exactly one outcome wins where one must, and the game that was played decides each market that was offered', () => {
    const check = fc.property(anyMoment, ({ plan, part }) => {
      const end = scoreAt(plan, endOf(plan))
      const atS = plan.startS + Math.floor(endOf(plan) * part)
      for (const { typeId, parameter, outcomes } of boardAt(plan, atS, MARGIN).markets) {
        if (!derivedType(typeId)) continue
        const { question } = marketType(typeId)
        const results = outcomes.map((outcome) => outcomeResult(typeId, parameter, outcome.typeId, end))
        expect(results, `${typeId} ${parameter}`).not.toContain(null)
        const won = results.filter((result) => result === 'win').length
        if (EXHAUSTIVE.includes(question)) {
          const isVoid = results.every((result) => result === 'void')
          expect(isVoid ? 1 : won, `${typeId} ${parameter} ${question}`).toBe(1)
        }
        const isSuspendedWinner = outcomes.some(({ isSuspended }, place) => isSuspended && results[place] === 'win')
        if (!question.startsWith('scorer')) expect(isSuspendedWinner, `${typeId} ${parameter}`).toBe(false)
      }
    })
    fc.assert(check, { numRuns: 120 })
  })

  test('two sides of a line mirror each other, and a whole line gives the stake back when it is met', () => {
    const counts = fc.array(fc.record({ home: fc.nat(9), away: fc.nat(9) }), { minLength: 2, maxLength: 2 })
    const check = fc.property(counts, fc.integer({ min: 0, max: 20 }), (periods, line) => {
      const score: Score = { home: 0, away: 0, periods, facts: { counts: [{ code: 'corners', periods }] } }
      const all = periods.reduce((sum, { home, away }) => sum + home + away, 0)
      const [over, under] = [1, 2].map((place) => outcomeResult(20004, String(line), 2000400 + place, score))
      expect([over, under]).toEqual(all === line ? ['void', 'void'] : all > line ? ['win', 'lose'] : ['lose', 'win'])
      const first = periods[0] ?? { home: 0, away: 0 }
      const inFirst = outcomeResult(20104, String(line), 2010401, score)
      const sum = first.home + first.away
      expect(inFirst).toBe(sum === line ? 'void' : sum > line ? 'win' : 'lose')
    })
    fc.assert(check)
  })

  test('a scorer wins, one who did not take part gets the stake back, and nobody wins a game without goals', () => {
    const goal = { kind: 'goal', side: 'home', periodNumber: 1, seconds: 1805, number: 9, method: 'header' } as const
    const facts = { incidents: [goal], played: { home: [1, 9], away: [1, 7] } }
    const scorer = (number: number, side: 0 | 500, score: Score) =>
      outcomeResult(10071, undefined, 910_071_000 + side + number, score)
    const won: Score = { home: 1, away: 0, facts }
    expect([
      scorer(9, 0, won),
      scorer(1, 0, won),
      scorer(9, 500, won),
      scorer(7, 500, won),
      scorer(999, 0, won),
    ]).toEqual(['win', 'lose', 'void', 'lose', 'lose'])
    expect(scorer(999, 0, { home: 0, away: 0, facts: { ...facts, incidents: [] } })).toBe('win')
    expect(outcomeResult(10062, '1', 1006202, won)).toBe('win')
    expect(outcomeResult(10063, undefined, 1006303, won)).toBe('win')
    expect(outcomeResult(10060, '2', 1006002, won)).toBe('win')
    expect(outcomeResult(10071, undefined, 910_071_009, { home: 1, away: 0 })).toBeNull()
  })

  test('the chances of a model are those of the games that it plays', () => {
    const football = PLAYED.filter(({ sportId }) => sportId === 1)
    const expected = new Map<string, { sum: number; won: number; games: number }>()
    for (const plan of football) {
      const end = scoreAt(plan, endOf(plan))
      for (const { typeId, parameter, outcomes } of boardAt(plan, plan.startS - 60, MARGIN).markets) {
        if (!derivedType(typeId) || outcomes.some(({ typeId: of }) => playerOf(of))) continue
        const [first] = outcomes
        const result = first && outcomeResult(typeId, parameter, first.typeId, end)
        if (!first || (result !== 'win' && result !== 'lose')) continue
        const known = expected.get('all') ?? { sum: 0, won: 0, games: 0 }
        known.sum += 1 / (Number(first.odds) * (1 + MARGIN))
        known.won += Number(result === 'win')
        known.games += 1
        expected.set('all', known)
      }
    }
    const { sum, won, games } = expected.get('all') ?? { sum: 0, won: 0, games: 1 }
    expect(games).toBeGreaterThan(2000)
    expect(Math.abs(won - sum) / games).toBeLessThan(0.04)
  })
})
