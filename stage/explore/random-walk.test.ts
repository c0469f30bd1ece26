import { describe, expect, test } from 'vitest'
import { assign, setup } from 'xstate'
import { scenarioMachines } from '#machines/scenario-machines.ts'
import { walkMachine } from './random-walk.ts'

describe.each(Object.entries(scenarioMachines))('%s', (_name, contract) => {
  test('QA-14: declares invariants', () => {
    expect(contract.invariants.length).toBeGreaterThan(0)
  })

  test('every actor has typical ends of both kinds', () => {
    const actors = Object.keys(contract.machine.implementations.actors)
    for (const actor of actors) {
      expect(contract.outcomes[actor]?.ok.length, actor).toBeGreaterThan(0)
      expect(contract.outcomes[actor]?.err.length, actor).toBeGreaterThan(0)
    }
  })
})

test('QA-14: a broken invariant is found and its move is named', () => {
  const contract = scenarioMachines['shell/modal-queue']
  if (!contract) throw new Error('the modal queue is not registered')
  const planted = {
    ...contract,
    invariants: [
      { name: 'no modal is ever opened', holds: ({ emitted }: { emitted: readonly unknown[] }) => !emitted.length },
    ],
  }
  expect(
    walkMachine({
      contract: planted,
      input: {},
      choices: [
        { pick: contract.events.length, advanceMs: 5 },
        { pick: 0, advanceMs: 0 },
      ],
    }),
  ).toEqual({
    move: 1,
    broken: 'no modal is ever opened',
  })
})

test('a machine that throws is a fault of the move that made it', () => {
  const machine = setup({
    actions: {
      explode: assign(() => {
        throw new Error('planted bug')
      }),
    },
  }).createMachine({ initial: 'calm', states: { calm: { after: { 10: { actions: 'explode' } } } } })
  const contract = { machine, invariants: [], abstract: () => null, events: [], outcomes: {} }
  const wait = (advanceMs: number) => ({ pick: 0, advanceMs })
  expect(walkMachine({ contract, input: {}, choices: [wait(9)] })).toBeUndefined()
  expect(walkMachine({ contract, input: {}, choices: [wait(9), wait(1), wait(1)] })).toEqual({
    move: 1,
    broken: 'Error: planted bug',
  })
})
