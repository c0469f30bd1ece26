import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { DRAW_STATUS, isDrawStatus, isPoolName, TOTO_TYPE } from '#machines/site/tables/toto-types.ts'
import { hitLines, linesOf, marksFault, pressed, randomFill, systemFill, ticketPrice } from './toto-marks.rules.ts'
import { type OutcomeTerms, outcomeLabels, outcomeOfScore } from './toto-outcomes.rules.ts'

test('LOT-1: the ten types have their numbers', () => {
  expect(TOTO_TYPE).toEqual({
    ...{ fifteen: 1, score: 2, football: 3, hockey: 4, cyberfootball: 6, free: 7, jackpot: 8, cybersport: 9 },
    ...{ cricket: 11, basket: 12 },
  })
  expect(isPoolName('fifteen')).toBe(true)
  expect(isPoolName('toString')).toBe(false)
})

test('LOT-8: statuses of draws are a table, and no other word is one', () => {
  expect(Object.keys(DRAW_STATUS)).toEqual(['open', 'closed', 'resulted', 'paid', 'cancelled'])
  expect(isDrawStatus('paid')).toBe(true)
  expect(isDrawStatus('constructor')).toBe(false)
  expect(isDrawStatus(undefined)).toBe(false)
})

describe('marks', () => {
  test('LOT-7: two doubles and three triples are 108 lines', () => {
    const marks = [[0, 1], [0, 2], [0, 1, 2], [0, 1, 2], [0, 1, 2], ...Array.from({ length: 10 }, () => [1])]
    expect(linesOf(marks)).toBe(108)
    expect(ticketPrice(108, 2, 50)).toBe(10_800)
  })

  const terms = { events: 2, outcomes: 3, mostLines: 4 }
  test.each([
    [[[0]], 'toto.too_few_events', 1],
    [[[0], [0], [0]], 'toto.too_many_events', 3],
    [[[0], []], 'toto.mark_missing', 1],
    [[[0], [3]], 'toto.mark_unknown', 1],
    [[[-1], [0]], 'toto.mark_unknown', 0],
    [[[0.5], [0]], 'toto.mark_unknown', 0],
    [[[1, 1], [0]], 'toto.mark_twice', 0],
    [
      [
        [0, 1, 2],
        [0, 1],
      ],
      'toto.too_many_lines',
      0,
    ],
  ])('LOT-7: %j is refused with %s at its event', (marks, fault, place) => {
    expect(marksFault(marks, terms)).toEqual({ fault, place })
  })
  test('LOT-7: a mark for each event is a ticket', () => {
    expect(marksFault([[0, 1], [2]], terms)).toBeNull()
  })

  test('a mark is set and taken away again', () => {
    expect(pressed([[2], []], 0, 0)).toEqual([[0, 2], []])
    expect(pressed([[0, 2], []], 0, 2)).toEqual([[0], []])
  })

  test('chance marks what is not marked, and nothing else', () => {
    expect(randomFill([[1], [], []], 3, () => 0.99)).toEqual([[1], [2], [2]])
    expect(randomFill([[]], 3, () => 1)).toEqual([[2]])
  })

  test('a system opens the most doubtful events first, and stays within the lines', () => {
    const shares = [
      [9000, 600, 400],
      [4000, 3500, 2500],
      [5000, 1000, 4000],
    ]
    expect(systemFill(shares, 3, 1)).toEqual([[0], [0], [0]])
    expect(systemFill(shares, 3, 4)).toEqual([[0], [0, 1], [0, 2]])
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 3000 }), (lines) => {
        const marks = systemFill(shares, 3, lines)
        expect(linesOf(marks)).toBeLessThanOrEqual(lines)
        expect(marksFault(marks, { events: 3, outcomes: 3, mostLines: lines })).toBeNull()
      }),
    )
  })
})

describe('lines by right events', () => {
  test('LOT-7: lines are counted as if each were written out', () => {
    const events = fc.array(
      fc.tuple(
        fc.subarray([0, 1, 2], { minLength: 1 }),
        fc.oneof(fc.integer({ min: 0, max: 2 }), fc.constantFrom('void' as const, null)),
      ),
      { minLength: 1, maxLength: 6 },
    )
    fc.assert(
      fc.property(events, fc.constantFrom('win' as const, 'lose' as const, 'remove' as const), (list, policy) => {
        const marks = list.map(([own]) => own)
        const ends = list.map(([, end]) => end)
        let written: number[] = [0]
        for (const [own, end] of list) {
          const right = (mark: number) => (end === 'void' ? policy === 'win' : mark === end)
          written = written.flatMap((hits) => own.map((mark) => hits + (right(mark) ? 1 : 0)))
        }
        for (const { hits, lines } of hitLines(marks, ends, policy))
          expect(written.filter((found) => found === hits)).toHaveLength(lines)
        expect(hitLines(marks, ends, policy).reduce((sum, { lines }) => sum + lines, 0)).toBe(written.length)
      }),
    )
  })

  test('chance is right nine times of fifteen in 147449 of 4782969 lines', () => {
    const all = Array.from({ length: 15 }, () => [0, 1, 2])
    const found = hitLines(
      all,
      all.map(() => 1),
      'win',
    )
    const at = (hits: number) => found.find((one) => one.hits === hits)?.lines
    expect([9, 10, 11, 12, 13, 14, 15].map(at)).toEqual([320_320, 96_096, 21_840, 3640, 420, 30, 1])
  })
})

describe('outcomes', () => {
  test('a result has three outcomes, a winner two and no tie', () => {
    const result: OutcomeTerms = { outcomes: 'result', totalLimits: [] }
    expect(
      [
        [2, 1],
        [1, 1],
        [0, 3],
      ].map(([home = 0, away = 0]) => outcomeOfScore(result, { home, away })),
    ).toEqual([...[0, 1, 2]])
    const winner: OutcomeTerms = { outcomes: 'winner', totalLimits: [] }
    expect(outcomeLabels(winner)).toEqual(['1', '2'])
    expect(outcomeOfScore(winner, { home: 80, away: 80 })).toBeNull()
    expect(outcomeOfScore(winner, { home: 80, away: 81 })).toBe(1)
  })

  test('exact scores have one outcome for three goals and more', () => {
    const score: OutcomeTerms = { outcomes: 'score', totalLimits: [] }
    expect(outcomeLabels(score)[outcomeOfScore(score, { home: 5, away: 1 }) ?? -1]).toBe('3+:1')
    expect(outcomeLabels(score)).toHaveLength(16)
  })

  test('totals have bands', () => {
    const total: OutcomeTerms = { outcomes: 'total', totalLimits: [3, 4, 7] }
    expect(outcomeLabels(total)).toEqual(['0-3', '4', '5-7', '8+'])
    const at = (home: number) => outcomeOfScore(total, { home, away: 0 })
    expect([at(3), at(4), at(7), at(8)]).toEqual([0, 1, 2, 3])
  })
})
