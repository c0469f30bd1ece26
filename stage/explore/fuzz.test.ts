import { describe, expect, test } from 'vitest'
import { assign, setup } from 'xstate'
import { scenarioMachines } from '#machines/scenario-machines.ts'
import type { AnyMachineContract } from '#machines/shell/machine-contract.ts'
import { fuzzMachine } from './fuzz.ts'
import { SeededRandom } from './seeded-random.ts'
import { faultOf, wrongEvents } from './wrong-events.ts'

const bomb = setup({
  types: {} as { context: { presses: number }; events: { type: 'pressed' | 'left' } },
  guards: { isWorn: ({ context }) => context.presses > 30 },
  actions: {
    count: assign({ presses: ({ context }) => context.presses + 1 }),
    explode: assign(() => {
      throw new Error('planted bug')
    }),
  },
}).createMachine({
  context: { presses: 0 },
  initial: 'whole',
  states: {
    whole: {
      on: {
        pressed: [{ guard: 'isWorn', actions: 'explode' }, { actions: 'count' }],
        left: { guard: 'isWorn', target: 'gone' },
      },
    },
    gone: { type: 'final' },
  },
})
const contract: AnyMachineContract = {
  machine: bomb,
  invariants: [{ name: 'few presses', holds: ({ context }) => (context as { presses: number }).presses < 100 }],
  abstract: () => null,
  events: [{ type: 'pressed' }, { type: 'left' }],
  outcomes: {},
}

describe('fuzzMachine', () => {
  test('QA-9: the same seed gives the same run, and another seed another', () => {
    const order = { inputs: [{}], seed: 3, events: 3000, runs: 10 }
    const { failure } = fuzzMachine(contract, order)
    expect(failure?.mismatch).toMatchObject({ expected: 'a machine that runs', actual: 'Error: planted bug' })
    expect(fuzzMachine(contract, order).failure).toEqual(failure)
    expect(fuzzMachine(contract, { ...order, seed: 4 }).failure).not.toEqual(failure)
    expect(failure?.steps.length).toBeGreaterThan(31)
  })

  test('QA-9: the random numbers are those of mulberry32 on every machine', () => {
    const random = new SeededRandom(1)
    expect([1, 2, 3, 4].map(() => random.below(2 ** 32))).toEqual([2693262067, 11749833, 2265367787, 4213581821])
  })

  test('a run ends with its machine, and the events that are left go to the next', () => {
    const machine = setup({}).createMachine({
      initial: 'a',
      states: { a: { on: { pressed: 'b' } }, b: { type: 'final' } },
    })
    const { taken, runs } = fuzzMachine(
      { ...contract, machine, invariants: [] },
      { inputs: [{}], seed: 1, events: 200, runs: 1 },
    )
    expect(taken).toBe(200)
    expect(runs).toBeGreaterThan(20)
  })

  test('QA-9: what no page sends is sent too, and marked with what the schema has against it', () => {
    const dropdown = scenarioMachines['shell/dropdown'] as AnyMachineContract
    const wrong = wrongEvents(dropdown)
    expect(wrong.map(({ event }) => event.type)).toContain('nobody.knows')
    expect(wrong).toContainEqual({
      event: expect.objectContaining({ type: 'pointer.entered', part: '' }) as never,
      note: 'must be one of trigger, panel, not ""',
    })
    for (const { event, note } of wrong) expect(faultOf(dropdown, event)).toBe(note)
    for (const event of dropdown.events) expect(faultOf(dropdown, event)).toBeUndefined()
    expect(wrongEvents(contract).map(({ event }) => event.type)).toEqual(['nobody.knows'])
  })
})
