import { describe, expect, test } from 'vitest'
import { createMachine, setup } from 'xstate'
import type { AnyMachineContract } from '#machines/shell/machine-contract.ts'
import type { Scenario, ScenarioStep } from '#schemas'
import { scoreMachine, wholeScore } from './machine-score.ts'
import { mutantsOf } from './mutants.ts'
import { machineText } from './score-text.ts'

type DoorEvent = { readonly type: 'pushed'; readonly hard: boolean } | { readonly type: 'pulled' }

const door = setup({
  types: { events: {} as DoorEvent, emitted: {} as { readonly type: 'bell.rang' } },
  guards: { isHard: (_, params: { readonly hard: boolean }) => params.hard },
  delays: { spring: 100 },
  actions: { ring: ({ self }) => void self, creak: () => undefined },
}).createMachine({
  id: 'door',
  initial: 'shut',
  states: {
    shut: {
      on: {
        pushed: { guard: { type: 'isHard', params: ({ event }) => event }, target: 'open', actions: 'ring' },
      },
    },
    open: { entry: 'creak', on: { pulled: 'shut' }, after: { spring: 'closing' } },
    closing: { always: 'shut' },
  },
})

const contract: AnyMachineContract = {
  machine: door,
  invariants: [],
  abstract: () => null,
  events: [{ type: 'pushed', hard: true }, { type: 'pushed', hard: false }, { type: 'pulled' }],
  outcomes: {},
  inputs: [{}],
}

function scenario(...steps: readonly ScenarioStep[]): ReadonlyMap<string, Scenario> {
  return new Map([['it', { format: 'scn/1', machine: 'hall/door', source: 'authored', req: [], steps: [...steps] }]])
}

function send(at: number, event: DoorEvent, expect: ScenarioStep['expect']): ScenarioStep {
  return { at, do: 'send', actor: 'root', event, expect: expect ?? {} }
}

const OPENS = send(0, { type: 'pushed', hard: true }, { value: 'open' })
const WHOLE = scenario(
  send(0, { type: 'pushed', hard: false }, { value: 'shut' }),
  send(0, { type: 'pushed', hard: true }, { value: 'open', effects: [{ type: 'ring' }, { type: 'creak' }] }),
  { at: 99, do: 'advance', expect: { value: 'open' } },
  { at: 100, do: 'advance', expect: { value: 'shut' } },
  send(200, { type: 'pushed', hard: true }, { value: 'open' }),
  send(210, { type: 'pulled' }, { value: 'shut' }),
)

function texts(list: readonly { readonly place: string; readonly change: string }[]): string[] {
  return list.map(({ place, change }) => `${place}: ${change}`)
}

describe('QA-7: mutants of a machine', () => {
  test('are each of its parts changed once', () => {
    expect(texts(mutantsOf(door))).toEqual([
      'shut, pushed [isHard] → open: shut, pushed [isHard] is not there',
      'shut, pushed [isHard] → open: leads to shut',
      'shut, pushed [isHard] → open: leads to closing',
      'shut, pushed [isHard] → open: not isHard',
      'shut, pushed [isHard] → open: does not do ring',
      'open: does not do creak on entry',
      'open, pulled → shut: open, pulled is not there',
      'open, pulled → shut: leads to open',
      'open, pulled → shut: leads to closing',
      'open, after spring → closing: open, after spring is not there',
      'open, after spring → closing: leads to shut',
      'open, after spring → closing: leads to open',
      'open, after spring: is half as long',
      'open, after spring: is twice as long',
      'open, after spring: is 1 ms shorter',
      'open, after spring: is 1 ms longer',
      'closing, always → shut: closing, always is not there',
      'closing, always → shut: leads to open',
      'closing, always → shut: leads to closing',
    ])
  })

  test('are all noticed by a scenario that looks at everything, except for equivalent ones', () => {
    const part = scoreMachine(contract, WHOLE, { withSearch: true })
    expect(part.survivors).toEqual([])
    expect(texts(part.equivalent)).toEqual([
      'open, pulled → shut: leads to closing',
      'open, after spring → closing: leads to shut',
    ])
    expect(wholeScore('hall/door', 1, [part])).toMatchObject({ mutants: 19, noticed: 17, score: 1 })
  })

  test('survive a scenario that looks at less, and it is told what would show them', () => {
    const part = scoreMachine(contract, scenario(OPENS), { withSearch: true })
    const short = part.survivors.find(({ change }) => change === 'is 1 ms shorter')
    expect(short).toMatchObject({
      place: 'open, after spring',
      shownBy: { what: 'value', original: 'open', mutant: 'shut', steps: [{ do: 'send' }, { at: 99, do: 'advance' }] },
    })
    expect(texts(part.survivors)).toContain('shut, pushed [isHard] → open: does not do ring')
    const score = wholeScore('hall/door', 1, [part])
    expect(score.score).toBeLessThan(0.85)
    expect(machineText(score)).toContain('shown by  99 ms after 1 steps: value is "open", not "shut"')
  })

  test('that turn in a circle are noticed', () => {
    const stairs = createMachine({
      initial: 'top',
      states: { top: { on: { pulled: 'upper' } }, upper: { always: 'lower' }, lower: { always: 'floor' }, floor: {} },
    })
    const blind = scenario(send(0, { type: 'pulled' }, {}))
    const part = scoreMachine({ ...contract, machine: stairs }, blind, { withSearch: false })
    expect(texts(part.survivors)).toContain('lower, always → floor: leads to top')
    expect(texts(part.survivors)).not.toContain('lower, always → floor: leads to upper')
  })

  test('are tried on scenarios that go as written only', () => {
    const wrong = scenario({ ...OPENS, expect: { value: 'shut' } })
    expect(() => scoreMachine(contract, wrong, { withSearch: false })).toThrow('it diverges at step 1')
  })
})
