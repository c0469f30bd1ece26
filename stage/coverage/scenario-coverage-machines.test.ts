import { describe, expect, test } from 'vitest'
import { createActor, createMachine, type InspectedMicrostepEvent, setup, spawnChild } from 'xstate'
import { coverageItems } from './coverage-items.ts'
import { contractOf, coverageOf, door, end, never, type Play, send, wait } from './scenario-coverage.test-support.ts'
import { coverCounts } from './scenario-coverage.ts'

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

  test('one that an action starts counts too, except for its guards, which cannot be observed', () => {
    const house = createMachine({ id: 'house', entry: spawnChild(bell, { id: 'spawned' }) })
    const [report] = coverageOf(contractOf(house), wait(10)).report(true)
    expect([report?.machine, report?.counts.states, report?.counts.transitions, report?.counts.guards]).toEqual([
      'bell',
      { covered: 2, all: 2 },
      { covered: 1, all: 1 },
      { covered: 0, all: 0 },
    ])
  })

  test('one that has a name is a stand-in, whose ends the scenario gives', () => {
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
