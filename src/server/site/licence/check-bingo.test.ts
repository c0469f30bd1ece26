import { expect, test } from 'vitest'
import type { BingoRoom } from '#schemas'
import { baseSection } from '../base-section.ts'
import { sectionPath } from '../brands/brand-level.ts'
import { checkBingo } from './check-bingo.ts'

const BASE = baseSection('lotteries')

function problemsOf(changes: Partial<BingoRoom> = {}): readonly string[] {
  const room = { ...(BASE.bingo['parlour-90'] as BingoRoom), ...changes }
  const level = {
    documents: new Map([
      [sectionPath('lotteries'), { value: { ...BASE, bingo: { ...BASE.bingo, 'parlour-90': room } } }],
      [sectionPath('global'), { value: baseSection('global') }],
    ]),
    layer: { id: 'pier', files: new Map() },
    parent: null,
  } as never
  return checkBingo(level).map((problem) => JSON.stringify(problem))
}

const pattern = (kind: BingoRoom['patterns'][string]['pattern'], sharePpm: number) => ({
  order: 1,
  pattern: kind,
  sharePpm,
})

test('LOT-5: the bingo rooms of the engine end, and give back what a licence allows', () => {
  expect(problemsOf()).toEqual([])
})

test('LOT-5: a room that gives out more than it takes is refused with its place', () => {
  const [problem] = problemsOf({ patterns: { line: pattern('line', 500_000), house: pattern('full_house', 600_000) } })
  expect(problem).toContain('115 %')
  expect(problem).toContain('/bingo/parlour-90/patterns')
})

test('LOT-5: a room without a full house, or with a pattern of other cards is refused', () => {
  expect(problemsOf({ patterns: { line: pattern('line', 700_000) } })[0]).toContain('one full house')
  const corners = { corners: pattern('corners', 100_000), house: pattern('full_house', 600_000) }
  expect(problemsOf({ patterns: corners })[0]).toContain('/patterns/corners/pattern')
})

test('LOT-5: a price and a jackpot in a currency that nobody knows are refused with their place', () => {
  expect(problemsOf({ prices: { EUR: 20, EURO: 20 } })[0]).toContain('/bingo/parlour-90/prices/EURO')
  expect(problemsOf({ jackpotSeeds: { EURO: 20 } })[0]).toContain('/bingo/parlour-90/jackpotSeeds/EURO')
  expect(problemsOf({ prices: { XXX: 20 } })[0]).toContain('nobody can buy it')
})
