import fc from 'fast-check'
import { expect, test } from 'vitest'
import { fieldBoardAt, fieldMark } from './field-board.rules.ts'
import { planFieldDay } from './field-plan.rules.ts'
import { positionsAt } from './race-run.rules.ts'

const anyRace = fc
  .record({ seed: fc.integer({ min: 1, max: 60 }), day: fc.nat(60), number: fc.nat(19) })
  .map(({ seed, day, number }) => planFieldDay(seed, day)[number])
  .filter((plan) => plan?.race !== undefined)
  .map((plan) => plan as NonNullable<typeof plan>)

test('runners never go back, stay on the course, and come in as the result says', () => {
  const check = fc.property(anyRace, (plan) => {
    const { distanceM = 0 } = plan.race ?? {}
    const finishedS = new Map<number, number>()
    const before = new Map<number, number>()
    for (let atS = 0; atS < plan.resultS; atS += 5) {
      for (const { number, metres } of positionsAt(plan, atS) ?? []) {
        expect(metres).toBeGreaterThanOrEqual(before.get(number) ?? 0)
        expect(metres).toBeLessThanOrEqual(distanceM)
        before.set(number, metres)
        if (metres === distanceM && !finishedS.has(number)) finishedS.set(number, atS)
      }
    }
    const times = plan.order.flat().map((number) => finishedS.get(number) ?? Number.NaN)
    expect(times).not.toContain(Number.NaN)
    expect(times).toEqual(times.toSorted((one, other) => one - other))
    expect(finishedS.size).toBe(plan.order.flat().length)
    const withdrawn = plan.withdrawals.map(({ number }) => number)
    expect([...before.keys()].some((number) => withdrawn.includes(number))).toBe(false)
  })
  fc.assert(check, { numRuns: 60 })
})

test('a race tells its positions every five seconds while it is run, and neither before nor with its result', () => {
  const plan = planFieldDay(1, 1).find(({ race }) => race !== undefined)
  if (!plan) throw new Error('no race is planned')
  const at = (elapsedS: number) => fieldBoardAt(plan, plan.startS + elapsedS, 0.06).field?.race?.positions
  expect(at(-1)).toBeUndefined()
  expect(at(0)?.every(({ metres }) => metres === 0)).toBe(true)
  expect(at(30)).not.toEqual(at(35))
  expect(at(plan.resultS)).toBeUndefined()
  const mark = (elapsedS: number) => fieldMark(plan, plan.startS + elapsedS)
  expect(mark(31)).toBe(mark(34))
  expect(mark(34)).not.toBe(mark(35))
})

test('elections have no positions', () => {
  const plan = planFieldDay(1, 1).find(({ race }) => race === undefined)
  expect(plan && positionsAt(plan, 10)).toBeNull()
})
