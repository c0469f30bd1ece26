import { describe, expect, test } from 'vitest'
import { createMachine, fromPromise, setup } from 'xstate'
import { MachineStage } from '../player/machine-stage.ts'
import {
  all,
  contractOf,
  coverageOf,
  door,
  end,
  opening,
  reportOf,
  send,
  wait,
} from './scenario-coverage.test-support.ts'
import { ScenarioCoverage } from './scenario-coverage.ts'

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

  test('of one name in one state are distinguished', () => {
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
