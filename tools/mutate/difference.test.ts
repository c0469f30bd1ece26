import { expect, test } from 'vitest'
import { setup } from 'xstate'
import type { AnyMachineContract } from '#machines/shell/machine-contract.ts'
import { explorationsOf, findDifference } from './difference.ts'
import { mutantsOf } from './mutants.ts'

/** A door that is locked or shut as it begins; one that is shut was never locked. */
const machine = setup({
  types: { context: {} as { readonly isLocked: boolean }, input: {} as { readonly isLocked: boolean } },
  guards: { isLocked: ({ context }) => context.isLocked },
}).createMachine({
  id: 'door',
  context: ({ input }) => input,
  initial: 'unknown',
  states: {
    unknown: { always: [{ guard: 'isLocked', target: 'locked' }, { target: 'shut' }] },
    locked: { always: { guard: ({ context }) => !context.isLocked, target: 'shut' } },
    shut: { on: { pushed: 'open' } },
    open: {},
  },
})

const contract: AnyMachineContract = {
  machine,
  invariants: [],
  abstract: (context) => context,
  events: [{ type: 'pushed' }],
  outcomes: {},
}
const inputs = [{ isLocked: true }, { isLocked: false }]

function search(place: string, change: string) {
  const mutant = mutantsOf(machine).find((mutant) => mutant.place === place && mutant.change === change)
  if (!mutant) throw new Error(`there is no mutant "${place}: ${change}"`)
  return findDifference(contract, { ...contract, machine: mutant.make() }, mutant, explorationsOf(contract, inputs))
}

test('a difference that shows as the machine starts is shown by no step', () => {
  const { found, isSame } = search('unknown, always, 2 of 2 → shut', 'leads to open')
  expect([isSame, found]).toEqual([
    false,
    { input: { isLocked: false }, steps: [], what: 'value', original: 'shut', mutant: 'open' },
  ])
})

test('what is passed as the machine starts alone, and comes to the same, is the same', () => {
  expect(search('unknown, always, 2 of 2 → shut', 'leads to locked')).toEqual({ isSame: true })
})

test('what is passed nowhere is not taken for the same', () => {
  const [, shut] = inputs
  const mutant = mutantsOf(machine).find(({ place }) => place === 'unknown, always, 1 of 2 [isLocked] → locked')
  if (!mutant) throw new Error('there is no such mutant')
  const explorations = explorationsOf(contract, [shut ?? {}])
  const changed = { ...contract, machine: mutant.make() }
  expect(findDifference(contract, changed, mutant, explorations)).toEqual({ isSame: false })
})
