import { describe, expect, test } from 'vitest'
import { assign, fromObservable, fromPromise, setup } from 'xstate'
import type { AnyMachineContract } from '#machines/shell/machine-contract.ts'
import type { Scenario, ScenarioStep } from '#schemas'
import { playScenario, traceLines } from './scenario-player.ts'

const orderMachine = setup({
  types: {} as {
    context: { count: number; ticks: number; last: unknown }
    events: { type: 'order.sent' } | { type: 'order.cleared' } | { type: 'boom' }
    emitted: { type: 'order.taken'; id: unknown }
  },
  actors: {
    send: fromPromise<unknown, { count: number }>(() => Promise.reject(new Error('ran for real'))),
    prices: fromObservable<number, undefined>(() => {
      throw new Error('ran for real')
    }),
  },
  actions: {
    focusButton: () => {},
    explode: assign(() => {
      throw new Error('planted bug')
    }),
  },
  guards: { isFew: ({ context }) => context.count < 2 },
}).createMachine({
  context: { count: 0, ticks: 0, last: null },
  invoke: {
    src: 'prices',
    onSnapshot: { actions: assign({ ticks: ({ context, event }) => event.snapshot.context ?? context.ticks }) },
  },
  initial: 'idle',
  on: { boom: { actions: 'explode' } },
  states: {
    idle: { on: { 'order.sent': { guard: 'isFew', target: 'sending' } } },
    sending: {
      entry: assign({ count: ({ context }) => context.count + 1 }),
      invoke: {
        src: 'send',
        input: ({ context }) => ({ count: context.count }),
        onDone: { target: 'idle', actions: assign({ last: ({ event }) => event.output }) },
        onError: { target: 'idle', actions: [{ type: 'focusButton', params: { name: 'retry' } }] },
      },
      on: { 'order.cleared': 'idle' },
    },
  },
})

const contract: AnyMachineContract = {
  machine: orderMachine,
  invariants: [{ name: 'at most two orders', holds: ({ context }) => (context as { count: number }).count <= 2 }],
  abstract: (context) => context,
  events: [],
  outcomes: {},
}

function play(steps: readonly ScenarioStep[], more: Partial<Scenario> = {}) {
  return playScenario(contract, {
    format: 'scn/1',
    machine: 'order',
    source: 'authored',
    req: [],
    steps: [...steps],
    ...more,
  })
}

const sent: ScenarioStep = { at: 0, do: 'send', actor: 'root', event: { type: 'order.sent' } }
const DONE: ScenarioStep = { at: 5, do: 'ok', actor: 'root/send#1', value: { id: 1 } }

describe('playScenario', () => {
  test('QA-5: actors end as the scenario says, and none runs for real', () => {
    const result = play([
      {
        ...sent,
        expect: {
          value: 'sending',
          children: ['root/prices#1', 'root/send#1'],
          inputs: { 'root/send#1': { count: 1 } },
        },
      },
      { ...DONE, expect: { value: 'idle', ctx: { '/last': { id: 1 } }, children: ['root/prices#1'] } },
      { ...sent, at: 6 },
      {
        at: 7,
        do: 'err',
        actor: 'root/send#2',
        value: 'no',
        expect: { effects: [{ type: 'focusButton', params: { name: 'retry' } }] },
      },
      { at: 8, do: 'emit', actor: 'root/prices#1', value: 42, expect: { ctx: { '/ticks': 42 } } },
    ])
    expect(result.divergence).toBeUndefined()
    expect(traceLines(result).map(({ event }) => event)).toEqual([
      'xstate.init',
      'snapshot root/prices#1',
      'order.sent',
      'done root/send#1',
      'order.sent',
      'error root/send#2',
      'snapshot root/prices#1',
    ])
  })

  test('QA-2: the first wrong expectation is reported, with what was expected and what was seen', () => {
    const result = play([
      sent,
      { ...DONE, expect: { ctx: { '/count': 1, '/last/id': 2 } } },
      { at: 9, do: 'mark', expect: { value: 'nowhere' } },
    ])
    expect(result.divergence).toEqual({
      step: 2,
      at: 5,
      pointer: '/steps/1/expect/ctx/~1last~1id',
      expected: 2,
      actual: 1,
      seen: {
        value: 'idle',
        context: { count: 1, ticks: 0, last: { id: 1 } },
        effects: [],
        changes: [{ pointer: '/last', before: null, after: { id: 1 } }],
      },
    })
  })

  test.each<[string, ScenarioStep['expect'], string, unknown, unknown]>([
    ['value', { value: 'idle' }, '/expect/value', 'idle', 'sending'],
    ['absent context', { ctx: { '/gone': 1 } }, '/expect/ctx/~1gone', 1, { $absent: true }],
    ['present context', { ctx: { '/count': { $absent: true } } }, '/expect/ctx/~1count', { $absent: true }, 1],
    ['possible event', { can: ['order.cleared', 'order.sent'] }, '/expect/can/1', 'order.sent', '!order.sent'],
    ['refused event', { can: ['!order.sent', '!order.cleared'] }, '/expect/can/1', '!order.cleared', 'order.cleared'],
    ['effects', { effects: [{ type: 'focusButton' }] }, '/expect/effects', [{ type: 'focusButton' }], []],
    ['children', { children: [] }, '/expect/children', [], ['root/prices#1', 'root/send#1']],
    ['input', { inputs: { 'root/send#1': { count: 9 } } }, '/expect/inputs/root~1send#1', { count: 9 }, { count: 1 }],
  ])('QA-2: a wrong %s diverges', (_name, expectation, pointer, expected, actual) => {
    const { divergence } = play([expectation ? { ...sent, expect: expectation } : sent])
    expect(divergence).toMatchObject({ step: 1, at: 0, pointer: `/steps/0${pointer}`, expected, actual })
  })

  test('QA-5: an actor that does not run cannot end', () => {
    const { divergence } = play([{ ...DONE, at: 0 }])
    expect(divergence).toMatchObject({ step: 1, pointer: '/steps/0/actor', actual: ['root/prices#1'] })
    expect(play([sent, { at: 1, do: 'send', event: { type: 'order.cleared' } }, DONE]).divergence?.step).toBe(3)
  })

  test('QA-14: a broken invariant diverges though nothing is expected', () => {
    const strict = { ...contract, invariants: [{ name: 'no orders', holds: () => false }] }
    const { divergence } = playScenario(strict, {
      format: 'scn/1',
      machine: 'order',
      source: 'authored',
      req: [],
      steps: [sent],
    })
    expect(divergence).toMatchObject({ step: 1, pointer: '/steps/0', expected: 'invariant: no orders' })
  })

  test('a machine that throws diverges at that step', () => {
    const { divergence } = play([sent, { at: 1, do: 'send', event: { type: 'boom' } }])
    expect(divergence).toMatchObject({ step: 2, pointer: '/steps/1', actual: 'Error: planted bug' })
  })

  test('QA-3: a pinned hash is compared, and any other outcome gives another hash', () => {
    const { hash } = play([sent, DONE])
    expect(play([sent, DONE], { traceHash: hash }).divergence).toBeUndefined()
    const other = play([sent, { ...DONE, value: { id: 2 } }], { traceHash: hash })
    expect(other.divergence).toMatchObject({ step: 2, pointer: '/traceHash', expected: hash, actual: other.hash })
    expect(other.hash).not.toBe(hash)
  })
})
