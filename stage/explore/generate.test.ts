import { describe, expect, test } from 'vitest'
import { assign, setup } from 'xstate'
import { scenarioMachines } from '#machines/scenario-machines.ts'
import type { AnyMachineContract } from '#machines/shell/machine-contract.ts'
import type { CoverKind } from '../coverage/coverage-index.ts'
import { ScenarioCoverage } from '../coverage/scenario-coverage.ts'
import { playScenario } from '../player/scenario-player.ts'
import { type GenerateOrder, generateScenarios } from './generate.ts'

const BOUNDS = { maxPlaces: 500, maxMoves: 6000 }

function orderOf(name: string, kinds: readonly CoverKind[], more: Partial<GenerateOrder> = {}): GenerateOrder {
  const contract = scenarioMachines[name] as AnyMachineContract
  return { name, contract, inputs: contract.inputs ?? [{}], kinds, present: [], bounds: BOUNDS, ...more }
}

/** What scenarios miss of some kinds. */
function missing({ name, contract, kinds }: GenerateOrder, made: ReturnType<typeof generateScenarios>): string[] {
  const coverage = new ScenarioCoverage({ [name]: contract })
  for (const { name: file, scenario } of made.scenarios) {
    const recording = coverage.record(scenario, file)
    expect(playScenario(recording.contract, scenario, recording.observer).divergence).toBeUndefined()
    recording.keep()
  }
  return (coverage.report(true)[0]?.missing ?? []).filter(({ kind }) => kinds.includes(kind)).map(({ item }) => item)
}

describe.each(['shell/dropdown', 'shell/modal-queue', 'shell/notification-queue', 'social/social-start'])(
  '%s',
  (name) => {
    test('QA-8: what is generated covers every state and transition, and goes as written', () => {
      const order = orderOf(name, ['states', 'transitions'])
      const made = generateScenarios(order)
      expect(made.unreached).toEqual([])
      expect(missing(order, made)).toEqual([])
      expect(made.scenarios.length).toBeGreaterThan(0)
    })

    test('QA-8: none of them can be left out, and each says what it covers and expects state and effects everywhere', () => {
      const order = orderOf(name, ['states', 'transitions'])
      const made = generateScenarios(order)
      for (const [index, { scenario }] of made.scenarios.entries()) {
        expect(missing(order, { ...made, scenarios: made.scenarios.toSpliced(index, 1) })).not.toEqual([])
        expect(scenario).toMatchObject({ source: 'generated', title: expect.stringMatching(/^Covers ./) as string })
        expect(scenario.machineHash).toMatch(/^[0-9a-f]{16}$/)
        for (const { expect: seen } of scenario.steps) expect(Object.keys(seen ?? {})).toEqual(['value', 'effects'])
      }
    })

    test('QA-8: the same machine gives the same files', () => {
      const order = orderOf(name, ['states', 'transitions', 'guards'])
      expect(generateScenarios(order)).toEqual(generateScenarios(order))
      const names = generateScenarios(order).scenarios.map((one) => one.name)
      expect(new Set(names).size).toBe(names.length)
      for (const file of names) expect(file).toMatch(/^[a-z0-9][a-z0-9-]*$/)
    })
  },
)

test('QA-8: what other scenarios cover is not covered again', () => {
  const order = orderOf('shell/dropdown', ['transitions'])
  const all = generateScenarios(order).scenarios
  const present = all.slice(1).map(({ scenario }) => scenario)
  const more = generateScenarios({ ...order, present })
  expect(more.scenarios).toHaveLength(1)
  expect(generateScenarios({ ...order, present: all.map(({ scenario }) => scenario) }).scenarios).toEqual([])
})

test('QA-8: pairs and guards are covered too, each by as short a way as there is', () => {
  for (const kind of ['pairs', 'guards'] as const) {
    const order = orderOf('social/social-start', [kind])
    const made = generateScenarios(order)
    expect([made.unreached, missing(order, made)]).toEqual([[], []])
    expect(made.scenarios.every(({ scenario }) => scenario.steps.length <= 4)).toBe(true)
  }
})

test('QA-8: what cannot be reached is named', () => {
  const machine = setup({ guards: { isNever: () => false } }).createMachine({
    initial: 'a',
    states: { a: { on: { gone: [{ guard: 'isNever', target: 'b' }] } }, b: {} },
  })
  const contract = { machine, invariants: [], abstract: () => null, events: [{ type: 'gone' }], outcomes: {} }
  const order = orderOf('shell/dropdown', ['states', 'transitions'], { name: 'm', contract, inputs: [{}] })
  expect(generateScenarios(order)).toMatchObject({ unreached: ['b', 'a, gone [isNever] → b'], isWhole: true })
})

test('QA-8, QA-13: ways that a page offers are taken where there are any, though they are longer', () => {
  const machine = setup({ types: { context: {} as { readonly isFilled: boolean } } }).createMachine({
    context: { isFilled: false },
    initial: 'open',
    states: {
      open: { on: { filled: { actions: assign({ isFilled: true }) }, saved: 'refused', cleared: 'gone' } },
      refused: {},
      gone: {},
    },
  })
  const bare: AnyMachineContract = {
    machine,
    invariants: [],
    abstract: (context) => context,
    events: ['saved', 'filled', 'cleared'].map((type) => ({ type })),
    outcomes: {},
  }
  const ways = (contract: AnyMachineContract) =>
    generateScenarios(orderOf('shell/dropdown', ['states'], { name: 'm', contract, inputs: [{}] })).scenarios.map(
      ({ scenario }) => scenario.steps.map(({ event }) => event?.type),
    )
  expect(ways(bare)).toEqual([['saved'], ['cleared']])
  // What no page offers anywhere is reached all the same.
  const offers: AnyMachineContract['offers'] = ({ context }, { type }) =>
    type === 'saved' ? (context as { readonly isFilled: boolean }).isFilled : type !== 'cleared'
  expect(ways({ ...bare, offers })).toEqual([['filled', 'saved'], ['cleared']])
})
