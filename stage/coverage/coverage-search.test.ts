import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type AnyStateMachine, assign, createMachine, fromPromise, raise, setup } from 'xstate'
import { scenarioMachines } from '#machines/scenario-machines.ts'
import type { AnyMachineContract } from '#machines/shell/machine-contract.ts'
import { MachineStage } from '../player/machine-stage.ts'
import { coverageIndex } from './coverage-index.ts'
import { searchPairs } from './coverage-search.ts'
import { CoverageWatch } from './coverage-watch.ts'

const MANY = 100_000

function contractOf(machine: AnyStateMachine, more: Partial<AnyMachineContract> = {}): AnyMachineContract {
  return { machine, invariants: [], abstract: () => null, events: [], outcomes: {}, ...more }
}

function pairsOf(contract: AnyMachineContract, maxMoves = MANY): string[] {
  const { inputs = [{}] } = contract
  return [...searchPairs(contract, coverageIndex(contract.machine), inputs, maxMoves).pairs].sort()
}

describe('QA-7: pairs that can happen', () => {
  test('what a machine takes at once as it starts counts', () => {
    const start = createMachine({
      id: 'start',
      initial: 'a',
      states: { a: { always: 'b' }, b: { always: 'c' }, c: {} },
    })
    expect(pairsOf(contractOf(start))).toEqual(['a, always; then b, always'])
  })

  test('a delay that is set earlier and longer can end after what came since another one was set', () => {
    const call = createMachine({
      id: 'call',
      initial: 'calling',
      states: {
        calling: {
          initial: 'ringing',
          after: { 100: 'given-up' },
          states: { ringing: { after: { 30: { target: 'ringing', reenter: true } }, on: { heard: { actions: [] } } } },
        },
        'given-up': {},
      },
    })
    const pairs = pairsOf(contractOf(call, { events: [{ type: 'heard' }] }))
    expect(pairs).toContain('calling.ringing, heard; then calling, after 100')
  })

  test('delays end in an order that time allows', () => {
    const race = createMachine({
      id: 'race',
      type: 'parallel',
      states: {
        long: { initial: 'a', states: { a: { after: { 100: 'b' } }, b: {} } },
        short: {
          initial: 'a',
          states: { a: { after: { 50: 'b' } }, b: { after: { 40: 'c', 60: 'd' } }, c: {}, d: {} },
        },
        // Follows everything, whatever region it happened in.
        seen: { on: { looked: {} } },
      },
      on: { asked: {} },
    })
    const pairs = pairsOf(contractOf(race, { events: [{ type: 'asked' }] }))
    expect(pairs).toContain('short.a, after 50; then short.b, after 40')
    expect(pairs).not.toContain('short.a, after 50; then short.b, after 60')
    expect(pairs).toContain('long.a, after 100; then (the machine), asked')
  })

  test('one that is set later can end first when it is shorter, but not when it is longer', () => {
    const kettle = (later: number) =>
      createMachine({
        id: 'kettle',
        initial: 'cold',
        states: {
          cold: {
            initial: 'still',
            after: { 100: 'hot' },
            states: { still: { on: { stirred: 'stirring' } }, stirring: { after: { [later]: 'still' } } },
          },
          hot: {},
        },
      })
    const stirred = (later: number) => pairsOf(contractOf(kettle(later), { events: [{ type: 'stirred' }] }))
    expect(stirred(99)).toContain('cold.still, stirred; then cold.stirring, after 99')
    expect(stirred(100)).not.toContain('cold.still, stirred; then cold.stirring, after 100')
    expect(stirred(100)).toContain('cold.still, stirred; then cold, after 100')
  })

  test('of two that are set together and are equally long, the first ends first', () => {
    const pairs = (first: string, second: string) => {
      const region = (name: string) => ({
        initial: 'off',
        states: {
          off: { on: { start: 'on' } },
          on: { after: { 10: { actions: raise({ type: `${name}.rang` }), target: 'rung' } } },
          rung: {},
          silent: {},
        },
        on: { [`${name === first ? second : first}.rang`]: `.silent` },
      })
      const alarms = createMachine({ type: 'parallel', states: { [first]: region(first), [second]: region(second) } })
      return pairsOf(contractOf(alarms, { events: [{ type: 'start' }] }))
    }
    expect(pairs('a', 'b')).toEqual(['a.off, start; then a.on, after 10', 'b.off, start; then b, a.rang'])
    expect(pairs('b', 'a')).toEqual(['a.off, start; then a, b.rang', 'b.off, start; then b.on, after 10'])
  })

  test('what is called off is no longer waited for', () => {
    const pauses = setup({ actors: { work: fromPromise(() => new Promise(() => undefined)) } }).createMachine({
      id: 'pauses',
      initial: 'on',
      states: { on: { invoke: { src: 'work' }, after: { 10: {} }, on: { go: 'off' } }, off: { type: 'parallel' } },
    })
    const contract = contractOf(pauses, { events: [{ type: 'go' }], outcomes: { work: { ok: [1], err: [] } } })
    const { moves, isWhole } = searchPairs(contract, coverageIndex(pauses), [{}], MANY)
    // Four places of `on`, by what has ended, with 3 + 2 + 2 + 1 events; one place of `off`, for each `go` is alike, with 1.
    expect([moves, isWhole]).toEqual([9, true])
  })

  test('a countdown is followed to its end though its steps look the same', () => {
    const bomb = setup({
      types: {} as { context: { left: number } },
      guards: { isOver: ({ context }) => context.left === 0 },
      actions: { count: assign({ left: ({ context }) => context.left - 1 }) },
    }).createMachine({
      id: 'bomb',
      context: { left: 60 },
      initial: 'ticking',
      states: {
        ticking: {
          always: { guard: 'isOver', target: 'over' },
          after: { 1000: { target: 'ticking', reenter: true, actions: 'count' } },
        },
        over: {},
      },
    })
    const tick = 'ticking, after 1000'
    expect(pairsOf(contractOf(bomb))).toEqual([`${tick}; then ${tick}`, `${tick}; then ticking, always [isOver]`])
  })

  test('actors end as is typical for them, once, and no more when they were stopped', () => {
    const caller = setup({ actors: { call: fromPromise(() => new Promise(() => undefined)) } }).createMachine({
      id: 'caller',
      initial: 'idle',
      states: {
        idle: { on: { dial: 'calling' } },
        calling: {
          invoke: { src: 'call', onDone: { actions: [] }, onError: 'idle' },
          on: { hangUp: 'idle' },
        },
      },
    })
    const events = [{ type: 'dial' }, { type: 'hangUp' }]
    const pairs = (ok: unknown[], err: unknown[]) =>
      pairsOf(contractOf(caller, { events, outcomes: { call: { ok, err } } }))
    expect(pairs([null], [])).toEqual([
      'calling, call onDone; then calling, hangUp',
      'calling, hangUp; then idle, dial',
      'idle, dial; then calling, call onDone',
      'idle, dial; then calling, hangUp',
    ])
    expect(pairs([], ['lost'])).toContain('calling, call onError; then idle, dial')
  })

  test('places are distinguished by what came last, by history, and by what the contract names of the context', () => {
    const lamp = setup({
      types: {} as { context: { presses: number }; events: { type: 'pressed' } | { type: 'wiped' } },
      guards: { isWorn: ({ context }) => context.presses >= 2 },
      actions: { count: assign({ presses: ({ context }) => context.presses + 1 }) },
    }).createMachine({
      id: 'lamp',
      context: { presses: 0 },
      initial: 'on',
      states: {
        on: { on: { pressed: [{ guard: 'isWorn', target: 'broken' }, { actions: 'count' }], wiped: {} } },
        broken: {},
      },
    })
    const events = [{ type: 'pressed' }, { type: 'wiped' }]
    const breaking = 'on, wiped; then on, pressed, 1 of 2 [isWorn]'
    expect(pairsOf(contractOf(lamp, { events }))).not.toContain(breaking)
    const abstract = (context: unknown) => (context as { presses: number }).presses
    expect(pairsOf(contractOf(lamp, { events, abstract }))).toContain(breaking)
  })

  test('nothing follows where the machine throws, and the search continues elsewhere', () => {
    const fuse = setup({
      actions: {
        blow: assign(() => {
          throw new Error('planted bug')
        }),
      },
    }).createMachine({
      id: 'fuse',
      initial: 'on',
      states: {
        on: { on: { shorted: { target: 'off', actions: 'blow' }, cut: 'off' } },
        off: { on: { mended: 'on' } },
      },
    })
    const events = [{ type: 'shorted' }, { type: 'cut' }, { type: 'mended' }]
    expect(pairsOf(contractOf(fuse, { events }))).toEqual(['off, mended; then on, cut', 'on, cut; then off, mended'])
  })

  test('the search ends at its bound, says so, and finds the same each time', () => {
    const contract = scenarioMachines['shell/dropdown'] as AnyMachineContract
    const index = coverageIndex(contract.machine)
    const search = (maxMoves: number) => searchPairs(contract, index, contract.inputs ?? [], maxMoves)
    expect(search(50)).toMatchObject({ moves: 50, isWhole: false })
    expect([...search(50).pairs]).toEqual([...search(50).pairs])
    expect(search(MANY).isWhole).toBe(true)
    expect(search(50).pairs.size).toBeGreaterThan(5)
    expect(search(50).pairs.size).toBeLessThan(search(MANY).pairs.size)
  })
})

// The contracts of these name everything of the context that decides what can happen.
describe.each(['shell/dropdown', 'phone/phone-code', 'social/social-start'])('QA-7: the search on %s', (name) => {
  const contract = scenarioMachines[name] as AnyMachineContract
  const index = coverageIndex(contract.machine)
  const inputs = contract.inputs ?? []
  const found = searchPairs(contract, index, inputs, MANY).pairs

  test('finds every pair that anything typical leads to', () => {
    const moves = fc.array(fc.nat(1000), { minLength: 1, maxLength: 40 })
    fc.assert(
      fc.property(fc.constantFrom(...inputs), moves, (input, picks) => {
        const watch = new CoverageWatch(() => index)
        const stage = new MachineStage(contract, input, undefined, (inspection) => watch.inspect(inspection))
        for (const pick of picks) randomMove(contract, stage, pick)
        const seen = [...(watch.covered.get(index)?.pairs ?? [])]
        expect(seen.filter((pair) => !found.has(pair))).toEqual([])
      }),
      { numRuns: 300, seed: 5 },
    )
  })
})

function randomMove(contract: AnyMachineContract, stage: MachineStage, pick: number): void {
  const [actor] = stage.running
  const { ok, err } = contract.outcomes[/\/(.+)#/.exec(actor ?? '')?.[1] ?? ''] ?? { ok: [], err: [] }
  const moves = [
    ...contract.events.map((event) => () => stage.send(event)),
    ...ok.map((value) => () => stage.tell(actor ?? '', 'script.ok', value)),
    ...err.map((value) => () => stage.tell(actor ?? '', 'script.err', value)),
    () => stage.clock.advanceTo(stage.clock.nowMs + 250),
  ]
  moves[pick % moves.length]?.()
}
