import { describe, expect, test } from 'vitest'
import {
  type AnyStateMachine,
  assign,
  createActor,
  createMachine,
  fromPromise,
  type InspectedMicrostepEvent,
  raise,
  setup,
  spawnChild,
} from 'xstate'
import type { AnyMachineContract } from '#machines/shell/machine-contract.ts'
import type { CoverKind } from './coverage-index.ts'
import { coverageItems } from './coverage-items.ts'
import { MachineStage } from './machine-stage.ts'
import { coverCounts, ScenarioCoverage } from './scenario-coverage.ts'

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

function contractOf(machine: AnyStateMachine, more: Partial<AnyMachineContract> = {}): AnyMachineContract {
  return { machine, invariants: [], abstract: () => null, events: [], outcomes: {}, ...more }
}

type Play = (stage: MachineStage) => void

/** The coverage of one machine after some scenarios, each told by what is done on the stage. */
function coverageOf(contract: AnyMachineContract, ...plays: readonly Play[]) {
  const coverage = new ScenarioCoverage({ 'test/played': contract })
  for (const [index, play] of plays.entries()) {
    const scenario = { format: 'scn/1', machine: 'test/played', source: 'authored', req: [`QA-${index}`], steps: [] }
    const recording = coverage.record(scenario as never, `${index}.scn.json`)
    play(new MachineStage(recording.contract, {}, undefined, recording.observer.onInspection))
    recording.keep()
  }
  return coverage
}

function reportOf(machine: AnyStateMachine, ...plays: readonly Play[]) {
  const [report] = coverageOf(contractOf(machine), ...plays).report(true)
  if (!report) throw new Error('nothing is reported')
  const missing = (kind: CoverKind) => report.missing.filter((item) => item.kind === kind).map(({ item }) => item)
  return { ...report, missing, missingItems: report.missing }
}

const send =
  (...types: readonly string[]): Play =>
  (stage) => {
    for (const type of types) stage.send({ type })
  }
const wait =
  (timeMs: number): Play =>
  (stage) =>
    stage.clock.advanceTo(timeMs)
const end =
  (path: string, type: 'ok' | 'err'): Play =>
  (stage) =>
    void stage.tell(path, `script.${type}`, null)
const all =
  (...plays: readonly Play[]): Play =>
  (stage) => {
    for (const play of plays) play(stage)
  }
const opening = send('knocked', 'knocked', 'knocked')

describe('QA-7: states and transitions', () => {
  test('states that are left at once count, and so do transitions of every region and of raised events', () => {
    const { missing, missingItems, counts, scenarios } = reportOf(door, send('knocked'))
    expect(scenarios).toBe(1)
    expect(missing('states')).toEqual(['leaf.opening', 'leaf.wide'])
    expect(missingItems[0]?.by).toEqual(['leaf.shut, knocked, 1 of 2 [isTired]'])
    expect(missing('transitions')).toEqual([
      'leaf.shut, knocked, 1 of 2 [isTired] → leaf.opening',
      'leaf.opening, open onDone → leaf.wide',
      'leaf.opening, open onError → leaf.shut',
      'leaf.wide, after 100 → leaf.shut',
    ])
    expect([counts.states, counts.transitions]).toEqual([
      { covered: 6, all: 8 },
      { covered: 4, all: 8 },
    ])
  })

  test('what several scenarios cover is added up', () => {
    const failing = all(opening, end('root/open#1', 'err'))
    const passing = all(opening, end('root/open#1', 'ok'), wait(100))
    expect(reportOf(door, failing).missing('transitions')).toHaveLength(2)
    const both = reportOf(door, failing, passing)
    expect([both.missing('states'), both.missing('transitions'), both.scenarios]).toEqual([[], [], 2])
    expect(both.requirements).toEqual(['QA-0', 'QA-1'])
  })

  test('what was not kept counts for nothing', () => {
    const coverage = new ScenarioCoverage({ 'test/played': contractOf(door) })
    const { contract, observer } = coverage.record({ machine: 'test/played', req: [], steps: [] } as never, 'a')
    opening(new MachineStage(contract, {}, undefined, observer.onInspection))
    expect(coverage.report(true)[0]).toMatchObject({ scenarios: 0, counts: { states: { covered: 0, all: 8 } } })
    expect(coverage.report(false)).toEqual([])
  })

  test('an unknown machine is refused', () => {
    expect(() => coverageOf(contractOf(door)).record({ machine: 'test/other' } as never, 'a')).toThrow('test/other')
  })
})

describe('QA-7: guard outcomes', () => {
  test('each guard counts at each place, found true and found false', () => {
    const words = 'leaf.shut, knocked, 1 of 2 [isTired]: isTired is'
    expect(reportOf(door).missing('guards')).toEqual([`${words} true`, `${words} false`])
    expect(reportOf(door, send('knocked')).missing('guards')).toEqual([`${words} true`])
    expect(reportOf(door, opening).counts.guards).toEqual({ covered: 2, all: 2 })
  })

  test('being asked what it would do is enough', () => {
    expect(reportOf(door, (stage) => void stage.can({ type: 'knocked' })).counts.guards.covered).toBe(1)
  })
})

describe('QA-7: delays', () => {
  test('are over, or are cancelled, which names what would', () => {
    const bell = createMachine({
      id: 'bell',
      initial: 'still',
      states: { still: { after: { 10: 'ringing' }, on: { held: 'quiet' } }, ringing: { after: { 10: {} } }, quiet: {} },
    })
    const { missingItems } = reportOf(bell)
    expect(missingItems.filter(({ kind }) => kind === 'delays')).toEqual([
      { kind: 'delays', item: 'still, after 10 is over', by: [] },
      { kind: 'delays', item: 'still, after 10 is cancelled', by: ['still, held'] },
      // Nothing leads out of `ringing`, so that its delay cannot be cancelled.
      { kind: 'delays', item: 'ringing, after 10 is over', by: [] },
    ])
    expect(reportOf(bell, wait(9)).counts.delays.covered).toBe(0)
    expect(reportOf(bell, wait(10)).missing('delays')).toEqual([
      'still, after 10 is cancelled',
      'ringing, after 10 is over',
    ])
    expect(reportOf(bell, all(wait(5), send('held'), wait(50))).missing('delays')).toEqual([
      'still, after 10 is over',
      'ringing, after 10 is over',
    ])
  })

  test('are over though their guard refuses, and are not cancelled when they end the state themselves', () => {
    const timer = setup({ guards: { never: () => false } }).createMachine({
      initial: 'on',
      states: { on: { after: { 10: { guard: 'never', target: 'off' }, 20: 'off' } }, off: {} },
    })
    expect(reportOf(timer, wait(15)).missing('delays')).toEqual([
      'on, after 10 is cancelled',
      'on, after 20 is over',
      'on, after 20 is cancelled',
    ])
    // The first is not cancelled, for it is over.
    expect(reportOf(timer, wait(20)).missing('delays')).toEqual([
      'on, after 10 is cancelled',
      'on, after 20 is cancelled',
    ])
  })

  test('are not cancelled when their state is left by the same event that entered it', () => {
    const hasty = createMachine({
      initial: 'a',
      states: { a: { on: { go: 'b' } }, b: { after: { 10: 'a' }, always: 'c' }, c: {} },
    })
    expect(reportOf(hasty, send('go')).missing('delays')).toEqual(['b, after 10 is over', 'b, after 10 is cancelled'])
  })
})

describe('QA-7: actors', () => {
  const never = fromPromise<void>(() => new Promise(() => undefined))
  const caller = setup({ actors: { call: never } }).createMachine({
    id: 'caller',
    initial: 'idle',
    states: {
      idle: { on: { dial: 'calling' } },
      calling: { invoke: { src: 'call', onDone: 'idle', onError: 'idle' }, on: { hangUp: 'idle' } },
    },
  })

  test('succeed, fail, and are stopped while they run', () => {
    const words = 'calling, call'
    expect(reportOf(caller).missing('actors')).toEqual([`${words} succeeds`, `${words} fails`, `${words} is stopped`])
    expect(reportOf(caller, all(send('dial'), end('root/call#1', 'ok'))).missing('actors')).toEqual([
      `${words} fails`,
      `${words} is stopped`,
    ])
    expect(reportOf(caller, all(send('dial'), end('root/call#1', 'err'))).missing('actors')).toEqual([
      `${words} succeeds`,
      `${words} is stopped`,
    ])
    const stopped = reportOf(caller, send('dial', 'hangUp'))
    expect(stopped.missing('actors')).toEqual([`${words} succeeds`, `${words} fails`])
  })

  test('that only end by themselves cannot be stopped', () => {
    expect(reportOf(door).missing('actors')).toEqual(['leaf.opening, open succeeds', 'leaf.opening, open fails'])
  })

  test('of one name in one state are told apart', () => {
    const twice = setup({ actors: { call: never } }).createMachine({
      id: 'twice',
      invoke: [
        { id: 'left', src: 'call', onDone: {} },
        { id: 'right', src: 'call', onError: {} },
      ],
    })
    const { missing } = reportOf(twice, end('root/call#2', 'err'))
    expect(missing('actors')).toEqual([
      '(the machine), call (left) succeeds',
      '(the machine), call (left) fails',
      '(the machine), call (right) succeeds',
    ])
  })
})

describe('QA-7: ignored events', () => {
  test('are those that the region knows but a state does not answer, sent or known to be refused', () => {
    const events = ['knocked', 'heard', 'rang'].map((type) => ({ type }))
    const ignored = (...types: readonly string[]) =>
      (coverageOf(contractOf(door, { events }), send(...types)).report(true)[0]?.missing ?? [])
        .filter(({ kind }) => kind === 'ignored')
        .map(({ item }) => item)
    // `rang` is of no region; `leaf.fresh` is left at once; `heard` woke the dog, so that it was not ignored.
    expect(ignored('heard')).toEqual([
      'leaf.opening ignores knocked',
      'leaf.wide ignores knocked',
      'dog.awake ignores heard',
      'dog.awake ignores knocked',
    ])
    expect(ignored('heard', 'heard', 'knocked')).toEqual(['leaf.opening ignores knocked', 'leaf.wide ignores knocked'])
  })

  test('a refusal that an expectation names counts, and only events from outside are asked for', () => {
    const switched = createMachine({
      initial: 'off',
      states: { off: { on: { on: 'on' } }, on: { on: { off: 'off' } } },
    })
    const contract = contractOf(switched, { events: [{ type: 'on' }, { type: 'off' }] })
    const coverage = new ScenarioCoverage({ 'test/played': contract })
    const steps = [{ expect: { can: ['!off', 'on'] } }]
    const recording = coverage.record({ machine: 'test/played', req: [], steps } as never, 'a')
    new MachineStage(recording.contract, {}, undefined, recording.observer.onInspection)
    recording.observer.onStep?.(0, {} as never)
    recording.keep()
    expect(coverage.report(true)[0]?.counts.ignored).toEqual({ covered: 1, all: 2 })
    const inner = coverageOf(contractOf(switched, { events: [{ type: 'off' }] })).report(true)[0]
    expect(inner?.missing.filter(({ kind }) => kind === 'ignored').map(({ item }) => item)).toEqual(['off ignores off'])
  })
})

describe('QA-7: ignored events of a machine', () => {
  const ignoredOf = (config: Parameters<typeof createMachine>[0], types: readonly string[]) => {
    const contract = contractOf(createMachine(config), { events: types.map((type) => ({ type })) })
    const missing = coverageOf(contract).report(true)[0]?.missing ?? []
    return missing.filter(({ kind }) => kind === 'ignored').map(({ item }) => item)
  }

  test('are not asked for where it has ended, nor where a wildcard answers', () => {
    const end = { type: 'final' as const }
    expect(ignoredOf({ initial: 'a', states: { a: { on: { go: 'b' } }, b: end } }, ['go'])).toEqual([])
    const nested = { initial: 'in', states: { in: { on: { go: 'out' } }, out: end } }
    expect(ignoredOf({ initial: 'a', states: { a: nested, b: {} } }, ['go'])).toEqual([
      'a.out ignores go',
      'b ignores go',
    ])
    const types = ['form.sent', 'form', 'formal', 'other']
    const on = { 'form.sent': 'b', form: 'b', formal: 'b', other: 'b' }
    expect(ignoredOf({ initial: 'a', states: { a: { on }, b: { on: { 'form.*': 'a' } } } }, types)).toEqual([
      'b ignores formal',
      'b ignores other',
    ])
    expect(ignoredOf({ initial: 'a', states: { a: { on }, b: { on: { '*': 'a' } } } }, types)).toEqual([])
  })

  test('a refusal is one of the machine that is played, not of one within', () => {
    const child = createMachine({ id: 'child', initial: 'x', states: { x: {}, y: { on: { go: 'x' } } } })
    const house = createMachine({
      invoke: { src: child },
      initial: 'a',
      states: { a: { always: 'b' }, b: {}, c: { on: { go: 'a' } } },
    })
    const coverage = new ScenarioCoverage({ 'test/played': contractOf(house, { events: [{ type: 'go' }] }) })
    const steps = [{ expect: { can: ['!go'] } }]
    const recording = coverage.record({ machine: 'test/played', req: [], steps } as never, 'a')
    new MachineStage(recording.contract, {}, undefined, recording.observer.onInspection)
    recording.observer.onStep?.(0, {} as never)
    recording.keep()
    expect(coverage.report(true).map(({ machine, counts }) => [machine, counts.ignored])).toEqual([
      ['child', { covered: 0, all: 1 }],
      ['test/played', { covered: 1, all: 1 }],
    ])
  })
})

describe('QA-7: pairs', () => {
  const pairsOf = (report: ReturnType<typeof coverageOf>) => [
    ...(report.report(true)[0]?.missing ?? []).filter(({ kind }) => kind === 'pairs').map(({ item }) => item),
  ]

  test('a transition follows the one that led into the state that it starts from, not one of another region', () => {
    const coverage = coverageOf(contractOf(door), all(opening, end('root/open#1', 'err'), send('knocked')))
    const covered = [...(coverage.covered.get('0.scn.json') ?? [])].filter((item) => item.includes('; then '))
    expect(covered.map((item) => item.replace('test/played ', '')).sort()).toEqual([
      'dog.asleep, knocked; then dog.asleep, heard',
      'leaf.fresh, always; then leaf.shut, knocked, 2 of 2',
      'leaf.opening, open onError; then leaf.shut, knocked, 1 of 2 [isTired]',
      'leaf.shut, knocked, 1 of 2 [isTired]; then leaf.opening, open onError',
      'leaf.shut, knocked, 2 of 2; then leaf.shut, knocked, 1 of 2 [isTired]',
      'leaf.shut, knocked, 2 of 2; then leaf.shut, knocked, 2 of 2',
    ])
  })

  test('those that can happen are asked for, those that a guard never lets happen are not', () => {
    const contract = contractOf(door, {
      abstract: (context) => context,
      events: [{ type: 'knocked' }],
      outcomes: { open: { ok: [null], err: [null] } },
      inputs: [{}],
    })
    const pairs = pairsOf(coverageOf(contract))
    expect(pairs).toContain('leaf.wide, after 100; then leaf.shut, knocked, 1 of 2 [isTired]')
    expect(pairs).not.toContain('leaf.wide, after 100; then leaf.shut, knocked, 2 of 2')
    expect(pairsOf(coverageOf(contract, opening))).toEqual([
      'leaf.opening, open onDone; then leaf.wide, after 100',
      'leaf.opening, open onError; then leaf.shut, knocked, 1 of 2 [isTired]',
      'leaf.shut, knocked, 1 of 2 [isTired]; then leaf.opening, open onDone',
      'leaf.shut, knocked, 1 of 2 [isTired]; then leaf.opening, open onError',
      'leaf.wide, after 100; then leaf.shut, knocked, 1 of 2 [isTired]',
    ])
    expect(pairs).toHaveLength(9)
  })

  test('of a history: what follows depends on where it leads', () => {
    const page = createMachine({
      id: 'page',
      initial: 'p',
      states: {
        p: {
          initial: 'x',
          states: { x: { on: { next: 'y' } }, y: { on: { undo: 'x' } }, back: { type: 'history' } },
          on: { leave: 'q' },
        },
        q: { on: { back: 'p.back' } },
      },
    })
    const events = ['next', 'undo', 'leave', 'back'].map((type) => ({ type }))
    const pairs = pairsOf(coverageOf(contractOf(page, { events, inputs: [{}] })))
    expect(pairs).toEqual([
      'p, leave; then q, back',
      'p.x, next; then p, leave',
      'p.x, next; then p.y, undo',
      'p.y, undo; then p, leave',
      'p.y, undo; then p.x, next',
      'q, back; then p, leave',
      'q, back; then p.x, next',
      'q, back; then p.y, undo',
    ])
    expect(
      pairsOf(coverageOf(contractOf(page, { events, inputs: [{}] }), send('next', 'leave', 'back', 'leave'))),
    ).toEqual([
      'p.x, next; then p.y, undo',
      'p.y, undo; then p, leave',
      'p.y, undo; then p.x, next',
      'q, back; then p.x, next',
      'q, back; then p.y, undo',
    ])
  })
})

describe('QA-7: machines within machines', () => {
  const bell = setup({ guards: { isLoud: () => true } }).createMachine({
    id: 'bell',
    initial: 'still',
    states: { still: { after: { 10: { guard: 'isLoud', target: 'ringing' } } }, ringing: {} },
  })

  test('one that another invokes by its definition counts in its own name, its guards too', () => {
    const house = createMachine({ id: 'house', invoke: { src: bell }, initial: 'lit', states: { lit: {} } })
    const counts = (...plays: readonly Play[]) =>
      coverageOf(contractOf(house), ...plays)
        .report(true)
        .map((report) => [report.machine, report.counts.states, report.counts.guards])
    expect(counts(wait(5))).toEqual([
      ['bell', { covered: 1, all: 2 }, { covered: 0, all: 2 }],
      ['test/played', { covered: 1, all: 1 }, { covered: 0, all: 0 }],
    ])
    expect(counts(wait(5), wait(10))[0]).toEqual(['bell', { covered: 2, all: 2 }, { covered: 1, all: 2 }])
  })

  test('one that an action starts counts too, but for its guards, which nobody hears', () => {
    const house = createMachine({ id: 'house', entry: spawnChild(bell, { id: 'spawned' }) })
    const [report] = coverageOf(contractOf(house), wait(10)).report(true)
    expect([report?.machine, report?.counts.states, report?.counts.transitions, report?.counts.guards]).toEqual([
      'bell',
      { covered: 2, all: 2 },
      { covered: 1, all: 1 },
      { covered: 0, all: 0 },
    ])
  })

  test('one that has a name is a stand-in, whose ends are told', () => {
    const house = setup({ actors: { bell } }).createMachine({ id: 'house', invoke: { src: 'bell', onDone: {} } })
    const reports = coverageOf(contractOf(house), end('root/bell#1', 'ok')).report(true)
    expect(reports.map(({ machine, counts }) => [machine, counts.actors])).toEqual([
      ['test/played', { covered: 1, all: 2 }],
    ])
  })
})

describe('QA-7: what cannot be covered', () => {
  const why = 'Nobody opens it in the tests.'
  const withEntries = (...items: readonly string[]) =>
    coverageOf(contractOf(door, { uncoverable: items.map((item) => ({ item, why })) }), send('knocked')).report(true)[0]

  test('does not count, and is shown with its reason', () => {
    const report = withEntries('leaf.wide', 'leaf.opening, open fails')
    expect(report?.counts).toMatchObject({ states: { covered: 6, all: 7 }, actors: { covered: 0, all: 1 } })
    expect(report?.excused).toEqual([
      { item: 'leaf.wide', why },
      { item: 'leaf.opening, open fails', why },
    ])
    expect(report?.missing.map(({ item }) => item)).not.toContain('leaf.wide')
    expect(report?.faults).toEqual([])
  })

  test('an entry that names nothing, or something that is covered, is a fault', () => {
    const report = withEntries('leaf.wid', 'leaf.shut')
    expect(report?.faults).toEqual([
      'uncoverable names nothing: leaf.wid; did you mean "leaf.wide"?',
      'uncoverable, but covered by 0.scn.json: leaf.shut',
    ])
    expect(report?.excused).toEqual([])
    expect(report?.counts.states).toEqual({ covered: 6, all: 8 })
  })
})

test('counts of machines add up', () => {
  const counts = coverCounts(coverageOf(contractOf(door), send('knocked')).report(true))
  expect(counts.states).toEqual({ covered: 6, all: 8 })
  expect(coverCounts([]).pairs).toEqual({ covered: 0, all: 0 })
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
