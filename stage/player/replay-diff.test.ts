import { expect, test } from 'vitest'
import { type AnyStateMachine, assign, emit, setup } from 'xstate'
import type { AnyMachineContract } from '#machines/shell/machine-contract.ts'
import type { Scenario } from '#schemas'
import { diffReplays } from './replay-diff.ts'

interface Shape {
  readonly delayMs?: number
  readonly leads?: 'on' | 'off'
  readonly says?: string
  readonly fact?: number
  readonly throws?: boolean
}

function lamp({ delayMs = 200, leads = 'on', says = 'lit', fact = 0, throws = false }: Shape = {}): AnyMachineContract {
  const machine: AnyStateMachine = setup({
    types: { context: {} as { readonly fact: number } },
    delays: { rest: delayMs },
    actions: {
      tell: emit({ type: says }),
      fail: assign(() => {
        if (throws) throw new Error('burnt out')
        return {}
      }),
    },
  }).createMachine({
    context: { fact },
    initial: 'off',
    states: {
      off: { on: { pressed: leads === 'on' ? { target: 'on', actions: ['tell', 'fail'] } : [] } },
      on: { after: { rest: 'off' }, on: { pressed: 'off' } },
    },
  }) as unknown as AnyStateMachine
  return { machine, invariants: [], events: [], outcomes: {}, abstract: () => null }
}

const scenario: Scenario = {
  format: 'scn/1',
  machine: 'lamp',
  source: 'authored',
  req: [],
  traceHash: '0000000000000000',
  steps: [
    { at: 0, do: 'mark' },
    { at: 10, do: 'send', event: { type: 'pressed' }, expect: { value: 'never' } },
    { at: 210, do: 'advance' },
    { at: 300, do: 'send', event: { type: 'pressed' } },
  ],
}

test('QA-10: machines that behave alike do not differ, whatever the scenario expects', () => {
  const { divergence, idleSteps, takenOld, takenNew } = diffReplays(lamp(), lamp(), scenario)
  expect([divergence, idleSteps]).toEqual([undefined, []])
  expect([...takenOld]).toEqual(['off, pressed → on', 'on, after rest → off'])
  expect(takenNew).toEqual(takenOld)
})

test.each<[string, Shape, object, readonly number[]]>([
  ['a state', { leads: 'off' }, { step: 2, at: 10, what: 'value', old: 'on', new: 'off' }, [2, 3, 4]],
  ['a delay', { delayMs: 201 }, { step: 3, at: 210, what: 'value', old: 'off', new: 'on' }, [3]],
  [
    'an effect',
    { says: 'glowing' },
    { step: 2, what: 'effects', old: [{ type: 'lit' }], new: [{ type: 'glowing' }] },
    [],
  ],
  ['the context alone', { fact: 1 }, { step: 1, what: 'context', old: { fact: 0 }, new: { fact: 1 } }, []],
  ['an effect, though the context differs earlier', { fact: 1, says: 'x' }, { step: 2, what: 'effects' }, []],
])('QA-10: the first step that differs is reported: %s', (_name, shape, divergence, idleSteps) => {
  const diff = diffReplays(lamp(), lamp(shape), scenario)
  expect(diff.divergence).toMatchObject(divergence)
  expect(diff.idleSteps).toEqual(idleSteps)
})

test('QA-10: a machine that throws differs where it throws', () => {
  const { divergence } = diffReplays(lamp(), lamp({ throws: true }), scenario)
  expect(divergence).toMatchObject({ step: 2, at: 10 })
})

test('a machine that cannot even start differs at the first step', () => {
  const broken: AnyMachineContract = {
    ...lamp(),
    prepareInput: () => {
      throw new Error('no input')
    },
  }
  expect(diffReplays(lamp(), broken, scenario).divergence).toMatchObject({ step: 1, what: 'end', new: 'no input' })
})
