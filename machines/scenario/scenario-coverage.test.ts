import { describe, expect, test } from 'vitest'
import { assign, createActor, createMachine, fromPromise, type InspectedMicrostepEvent, raise, setup } from 'xstate'
import type { AnyMachineContract } from '#machines/shell/machine-contract.ts'
import { coverageItems } from './coverage-items.ts'
import { MachineStage, type Microstep } from './machine-stage.ts'
import { ScenarioCoverage, totalCount } from './scenario-coverage.ts'

const never = fromPromise<void>(() => Promise.reject(new Error('ran for real')))

const door = setup({
  types: {} as {
    context: { tries: number }
    events: { type: 'knocked' } | { type: 'rang' } | { type: 'heard' }
  },
  actors: { open: never },
  guards: { isTired: ({ context }) => context.tries > 1 },
  actions: { count: assign({ tries: ({ context }) => context.tries + 1 }), hear: raise({ type: 'heard' }) },
}).createMachine({
  id: 'door',
  context: { tries: 0 },
  type: 'parallel',
  states: {
    leaf: {
      initial: 'fresh',
      states: {
        fresh: { always: 'shut' },
        shut: {
          on: {
            knocked: [{ guard: 'isTired', target: 'opening' }, { actions: ['count', 'hear'] }],
          },
        },
        opening: { invoke: { src: 'open', onDone: 'wide', onError: 'shut' } },
        wide: { after: { 100: 'shut' } },
      },
    },
    dog: { initial: 'asleep', states: { asleep: { on: { heard: 'awake', knocked: {} } }, awake: {} } },
  },
})

function contractOf(machine: AnyMachineContract['machine']): AnyMachineContract {
  return { machine, invariants: [], abstract: () => null, events: [], outcomes: {} }
}

function record(machine: AnyMachineContract['machine'], play: (stage: MachineStage) => void): readonly Microstep[] {
  const microsteps: Microstep[] = []
  play(new MachineStage(contractOf(machine), {}, (microstep) => void microsteps.push(microstep)))
  return microsteps
}

function knock(times: number) {
  return (stage: MachineStage) => {
    for (let count = 0; count < times; count += 1) stage.send({ type: 'knocked' })
  }
}

describe('what a replay has passed through', () => {
  test('states that are left at once count, and so do transitions of every region and of raised events', () => {
    const coverage = new ScenarioCoverage({ 'test/door': door })
    coverage.add(record(door, knock(1)))
    const [report] = coverage.report
    expect(report).toMatchObject({ machine: 'test/door', scenarios: 1 })
    expect(report?.missingStates.map(({ state }) => state)).toEqual(['leaf.opening', 'leaf.wide'])
    expect(report?.missingStates[0]?.reachedBy).toMatchObject([
      { source: 'leaf.shut', name: 'knocked', guard: 'isTired', candidate: 1, candidates: 2 },
    ])
    expect(report?.missingTransitions.map(({ source, kind, candidate }) => [source, kind, candidate])).toEqual([
      ['leaf.shut', 'event', 1],
      ['leaf.opening', 'onDone', 1],
      ['leaf.opening', 'onError', 1],
      ['leaf.wide', 'after', 1],
    ])
    expect([report?.states, report?.transitions]).toEqual([
      { covered: 6, all: 8 },
      { covered: 4, all: 8 },
    ])
  })

  test('ends of actors and delays count when they come', () => {
    const coverage = new ScenarioCoverage({ 'test/door': door })
    coverage.add(
      record(door, (stage) => {
        knock(3)(stage)
        stage.tell('root/open#1', 'script.err', 'stuck')
        knock(1)(stage)
        stage.tell('root/open#2', 'script.ok', null)
        stage.clock.advanceTo(99)
      }),
    )
    const missing = () => coverage.report[0]?.missingTransitions.map(({ kind, name }) => [kind, name])
    expect(missing()).toEqual([['after', '100']])
    coverage.add(
      record(door, (stage) => {
        knock(3)(stage)
        stage.tell('root/open#1', 'script.ok', null)
        stage.clock.advanceTo(100)
      }),
    )
    expect(missing()).toEqual([])
    expect(coverage.report[0]).toMatchObject({ scenarios: 2, missingStates: [] })
  })

  test('an event that nothing answers covers nothing', () => {
    const quiet = new ScenarioCoverage({ 'test/door': door })
    quiet.add(record(door, (stage) => stage.send({ type: 'rang' })))
    expect(quiet.report[0]?.transitions).toEqual({ covered: 1, all: 8 })
  })

  test('a machine that was not played is missing whole', () => {
    const { report } = new ScenarioCoverage({ 'test/door': door })
    expect(report[0]).toMatchObject({ scenarios: 0, states: { covered: 0, all: 8 } })
    expect(report[0]?.missingTransitions).toHaveLength(8)
  })

  test('a machine that another one runs by itself counts in its own name', () => {
    const bell = setup({}).createMachine({
      id: 'bell',
      initial: 'still',
      states: { still: { after: { 10: 'ringing' } }, ringing: {} },
    })
    const house = createMachine({ id: 'house', invoke: { src: bell }, initial: 'lit', states: { lit: {} } })
    const coverage = new ScenarioCoverage({ 'test/house': house })
    coverage.add(record(house, (stage) => stage.clock.advanceTo(5)))
    expect(coverage.report.map(({ machine, states }) => [machine, states])).toEqual([
      ['bell', { covered: 1, all: 2 }],
      ['test/house', { covered: 1, all: 1 }],
    ])
    coverage.add(record(house, (stage) => stage.clock.advanceTo(10)))
    expect(coverage.report[0]).toMatchObject({ scenarios: 2, missingStates: [], missingTransitions: [] })
  })

  test('totals add up', () => {
    expect(totalCount([])).toEqual({ covered: 0, all: 0 })
    expect(
      totalCount([
        { covered: 1, all: 2 },
        { covered: 3, all: 3 },
      ]),
    ).toEqual({ covered: 4, all: 5 })
  })
})

describe('what is relied upon of XState', () => {
  function inspected() {
    const seen: InspectedMicrostepEvent[] = []
    const actor = createActor(door, {
      inspect: (event) => {
        if (event.type === '@xstate.microstep') seen.push(event)
      },
    })
    actor.start()
    return { actor, seen }
  }

  test('a microstep names the transitions taken by the very objects of the definition', () => {
    const { actor, seen } = inspected()
    actor.send({ type: 'knocked' })
    const node = (path: string) => door.getStateNodeById(`door.${path}`)
    const expected = [
      [node('leaf.fresh').always?.[0]],
      [node('leaf.shut').transitions.get('knocked')?.[1], node('dog.asleep').transitions.get('knocked')?.[0]],
      [node('dog.asleep').transitions.get('heard')?.[0]],
    ]
    expect(seen.map(({ _transitions }) => _transitions.length)).toEqual([1, 2, 1])
    for (const [step, { _transitions }] of seen.entries()) {
      for (const [index, transition] of _transitions.entries()) expect(transition).toBe(expected[step]?.[index])
    }
  })

  test('a microstep shows the states after it, also those that the next one leaves', () => {
    const { actor, seen } = inspected()
    actor.send({ type: 'knocked' })
    expect(seen.map(({ snapshot }) => (snapshot as unknown as { value: unknown }).value)).toEqual([
      { leaf: 'shut', dog: 'asleep' },
      { leaf: 'shut', dog: 'asleep' },
      { leaf: 'shut', dog: 'awake' },
    ])
  })

  test('an event that nothing answers gives a microstep without transitions', () => {
    const { actor, seen } = inspected()
    actor.send({ type: 'rang' })
    expect(seen.at(-1)?._transitions).toEqual([])
  })

  test('a copy that `provide` makes keeps the configuration', () => {
    expect(door.provide({ actors: { open: never } }).config).toBe(door.config)
    expect(coverageItems(door).initialStates).toEqual(['leaf', 'leaf.fresh', 'dog', 'dog.asleep'])
  })
})
