import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { scenarioMachines } from '../scenario-machines.ts'
import { walkMachine } from './random-walk.ts'

const INPUTS: Readonly<Record<string, readonly Record<string, unknown>[]>> = {
  'shell/dropdown': [{ opensBy: 'hover' }, { opensBy: 'click' }],
  'shell/modal-queue': [{}, { initialModal: { id: 'a', name: 'LOGIN' } }],
  'account/sign-in': [{}, { returnUrl: '//evil.example', login: '1002003' }],
  'registration/registration': [
    {},
    { requestedType: 'fast_reg', defaultFields: { full_reg: [{ id: 'email', required: true }] } },
  ],
}

const choices = fc.array(fc.record({ pick: fc.nat(1000), advanceMs: fc.integer({ min: 0, max: 4000 }) }), {
  minLength: 1,
  maxLength: 60,
})

describe.each(Object.entries(scenarioMachines))('%s', (name, contract) => {
  test('QA-14: declares invariants', () => {
    expect(contract.invariants.length).toBeGreaterThan(0)
  })

  test('QA-14: its invariants hold whatever happens in whatever order', () => {
    for (const input of INPUTS[name] ?? [{}]) {
      fc.assert(
        fc.property(choices, (walk) => {
          expect(walkMachine(contract, input, walk)).toBeUndefined()
        }),
        { numRuns: 200, seed: 7 },
      )
    }
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
    walkMachine(planted, {}, [
      { pick: contract.events.length, advanceMs: 5 },
      { pick: 0, advanceMs: 0 },
    ]),
  ).toEqual({
    move: 1,
    broken: 'no modal is ever opened',
  })
})
