import { expect, test } from 'vitest'
import type { ScratchGame } from '#schemas'
import { baseSection } from '../base-section.ts'
import { sectionPath } from '../brands/brand-level.ts'
import { checkScratch } from './check-scratch.ts'

const BASE = baseSection('lotteries')

function problemsOf(changes: Partial<ScratchGame> = {}): readonly string[] {
  const game = { ...(BASE.scratch['lucky-sevens'] as ScratchGame), ...changes }
  const value = { ...BASE, scratch: { ...BASE.scratch, 'lucky-sevens': game } }
  const level = {
    documents: new Map([
      [sectionPath('lotteries'), { value }],
      [sectionPath('global'), { value: baseSection('global') }],
    ]),
    layer: { id: 'pier', files: new Map() },
    parent: null,
  } as never
  return checkScratch(level).map((problem) => JSON.stringify(problem))
}

const prizes = (...times: readonly number[]): ScratchGame['prizes'] =>
  Object.fromEntries(times.map((timesE2, at) => [`p${at}`, { order: at, timesE2, count: 10 }]))

test('LOT-5: the scratch cards of the engine give back what a licence allows', () => {
  expect(problemsOf()).toEqual([])
})

test('LOT-5: a deck above the band is refused with its exact fraction', () => {
  const [problem] = problemsOf({ cards: 100, prizes: prizes(100, 200, 300, 400, 500) })
  expect(problem).toContain('150.0000 % (1.5)')
  expect(problem).toContain('/scratch/lucky-sevens/prizes')
})

test('LOT-5: prizes that do not fit, are there twice, or pay parts of a cent are refused with their place', () => {
  expect(problemsOf({ cards: 49, prizes: prizes(100, 200, 300, 400, 500) })[0]).toContain('more prizes than cards')
  expect(problemsOf({ prizes: prizes(100, 100, 300, 400, 500) })[0]).toContain('too few different prizes')
  expect(problemsOf({ prices: { EUR: 50 }, prizes: prizes(101, 200, 300, 400, 500) })[0]).toContain('/prizes/p0')
})

test('LOT-5: a game that is sold in no currency of the brand, and a price in one that nobody knows, are refused with their place', () => {
  const unsold = problemsOf({ prices: { XXX: 100 } })[0]
  expect(unsold).toContain('/scratch/lucky-sevens/prices')
  expect(unsold).toContain('nobody can buy it')
  const unknown = problemsOf({ prices: { EUR: 100, EURO: 100 } })[0]
  expect(unknown).toContain('/scratch/lucky-sevens/prices/EURO')
})
