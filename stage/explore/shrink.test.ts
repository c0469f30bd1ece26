import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { assign, fromPromise, setup } from 'xstate'
import { scenarioMachines } from '#machines/scenario-machines.ts'
import type { AnyMachineContract } from '#machines/shell/machine-contract.ts'
import type { Scenario, ScenarioStep } from '#schemas'
import { playScenario } from '../player/scenario-player.ts'
import { shrinkScenario } from './shrink.ts'

const NAMES = ['a', 'b', 'c', 'd', 'e'] as const

const collecting = setup({
  types: {} as { context: { seen: string[] }; events: { type: string } },
  actions: { note: assign({ seen: ({ context, event }) => [...context.seen, event.type] }) },
  actors: { load: fromPromise<unknown>(() => Promise.reject(new Error('ran for real'))) },
}).createMachine({
  context: { seen: [] },
  initial: 'resting',
  on: { '*': { actions: 'note' } },
  states: {
    resting: { on: { 'load.pressed': 'loading' } },
    loading: { invoke: { src: 'load', onDone: 'resting', onError: { target: 'resting', actions: 'note' } } },
  },
})

/** Breaks as soon as it has seen all of some events, so often each, in whatever order. */
function breaksAfter(needed: Readonly<Record<string, number>>): AnyMachineContract {
  return {
    machine: collecting,
    abstract: () => null,
    events: NAMES.map((type) => ({ type })),
    outcomes: { load: { ok: [1], err: ['no'] } },
    invariants: [
      {
        name: 'not all are there',
        holds: ({ context }) => {
          const { seen } = context as { seen: string[] }
          return Object.entries(needed).some(([name, count]) => seen.filter((other) => other === name).length < count)
        },
      },
    ],
  }
}

function scenarioOf(steps: readonly ScenarioStep[], input = {}): Scenario {
  return { format: 'scn/1', machine: 'm', input, source: 'generated', req: [], steps: [...steps] }
}

const sent = (type: string, at = 0): ScenarioStep => ({ at, do: 'send', actor: 'root', event: { type } })

const events = fc.array(
  fc.record({ type: fc.constantFrom(...NAMES, 'load.pressed'), waitMs: fc.integer({ min: 0, max: 50 }) }),
  { minLength: 1, maxLength: 80 },
)

describe('shrinkScenario', () => {
  test('QA-9: what is left is 1-minimal, whatever breaks the machine', () => {
    const needs = fc.dictionary(fc.constantFrom(...NAMES), fc.integer({ min: 1, max: 4 }), { minKeys: 1, maxKeys: 4 })
    fc.assert(
      fc.property(events, needs, (list, needed) => {
        const times = list.map((_, index) => list.slice(0, index).reduce((sum, { waitMs }) => sum + waitMs, 0))
        const steps = list.map(({ type }, index) => sent(type, times[index]))
        const contract = breaksAfter(needed)
        const isBroken = playScenario(contract, scenarioOf(steps)).divergence !== undefined
        const smallest = shrinkScenario(contract, scenarioOf(steps))
        expect(smallest !== undefined).toBe(isBroken)
        if (!smallest) return
        const types = smallest.steps.map(({ event }) => event?.type).sort()
        const enough = Object.entries(needed).flatMap(([name, count]) => Array.from({ length: count }, () => name))
        // The state belongs to the fault: what broke while loading is not shrunk to what breaks while resting.
        const isLoading = smallest.fault.includes('loading')
        expect(types).toEqual([...enough, ...(isLoading ? ['load.pressed'] : [])].sort())
        expect(smallest.steps.every(({ at }) => at === 0)).toBe(true)
      }),
      { numRuns: 300, seed: 9 },
    )
  })

  test('QA-9: steps that tell an actor follow it when earlier ones of its name are left out', () => {
    const contract = breaksAfter({ 'xstate.error.actor.0.(machine).loading': 1 })
    const round = (count: number, end: ScenarioStep): ScenarioStep[] => [
      sent('load.pressed'),
      { ...end, actor: `root/load#${count}` },
    ]
    const steps = [1, 2, 3].flatMap((count) => round(count, { at: 0, do: 'ok', value: 1 }))
    steps.push(...round(4, { at: 0, do: 'err', value: 'no' }))
    const smallest = shrinkScenario(contract, scenarioOf(steps))
    expect(smallest?.steps).toEqual([sent('load.pressed'), { at: 0, do: 'err', actor: 'root/load#1', value: 'no' }])
  })

  test('QA-9: only as much time is left as is needed', () => {
    const machine = setup({}).createMachine({
      initial: 'a',
      states: { a: { after: { 137: 'b' } }, b: { on: { gone: 'c' } }, c: {} },
    })
    const contract = { ...breaksAfter({}), machine, invariants: [{ name: 'never c', holds: isNotC }] }
    const steps: ScenarioStep[] = [{ at: 90, do: 'advance' }, { at: 4000, do: 'mark' }, sent('gone', 9000)]
    expect(shrinkScenario(contract, scenarioOf(steps))?.steps).toEqual([sent('gone', 137)])
  })

  test('QA-9: a wrong expectation is kept, those of other steps are not', () => {
    const contract = scenarioMachines['shell/dropdown'] as AnyMachineContract
    const press = (at: number): ScenarioStep => ({
      at,
      do: 'send',
      actor: 'root',
      event: { type: 'trigger.pressed', pointerType: 'mouse' },
    })
    const steps: ScenarioStep[] = [
      { ...press(0), expect: { value: { open: 'staying' } } },
      { ...press(10), expect: { value: { closed: 'resting' } } },
      { ...press(20), expect: { effects: [{ type: 'dropdown.opened', params: { by: 'hover' } }] } },
    ]
    const smallest = shrinkScenario(contract, scenarioOf(steps, { opensBy: 'click' }))
    expect(smallest?.steps).toEqual([{ ...steps[2], at: 0 }])
  })

  test('QA-9: values are cut down as far as the schema of the event allows', () => {
    const contract = scenarioMachines['phone/phone-code'] as AnyMachineContract
    const input = {
      countries: [
        { id: 1, code: 'aa', phoneCode: '+1' },
        { id: 2, code: 'bb', phoneCode: '+2' },
      ],
      isManualCodeAllowed: true,
    }
    const strict = { ...contract, invariants: [{ name: 'no name is typed', holds: hasNoName }] }
    const steps = [sent('trigger.pressed'), { ...sent('x'), event: { type: 'name.typed', text: 'Kazakhstan' } }]
    const smallest = shrinkScenario(strict, scenarioOf(steps, input))
    expect(smallest?.steps.at(-1)?.event).toEqual({ type: 'name.typed', text: expect.stringMatching(/^.$/) as string })
  })

  test('what does not fail is not shrunk', () => {
    expect(shrinkScenario(breaksAfter({ a: 1 }), scenarioOf([sent('b')]))).toBeUndefined()
  })
})

const isNotC = ({ value }: { readonly value: unknown }) => value !== 'c'
const hasNoName = ({ context }: { readonly context: unknown }) => (context as { typedName: string }).typedName === ''
