import { describe, expect, test } from 'vitest'
import { createMachine } from 'xstate'
import { MachineStage } from '../player/machine-stage.ts'
import { all, contractOf, coverageOf, door, end, opening, send } from './scenario-coverage.test-support.ts'
import { ScenarioCoverage } from './scenario-coverage.ts'

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
