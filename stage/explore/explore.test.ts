import { describe, expect, test } from 'vitest'
import { type AnyStateMachine, assign, fromPromise, setup } from 'xstate'
import { scenarioMachines } from '#machines/scenario-machines.ts'
import type { AnyMachineContract } from '#machines/shell/machine-contract.ts'
import { MachineStage } from '../player/machine-stage.ts'
import { playScenario } from '../player/scenario-player.ts'
import { type ExploreGrain, explore, stateKey } from './explore.ts'

function contractOf(machine: AnyStateMachine, more: Partial<AnyMachineContract> = {}): AnyMachineContract {
  return { machine, invariants: [], abstract: () => null, events: [], outcomes: {}, ...more }
}

function look(contract: AnyMachineContract, grain: ExploreGrain = 'abstract', maxPlaces = 500) {
  return explore(contract, [{}], { maxPlaces, maxMoves: 10_000, grain })
}

/** The states that an exploration has seen, each once. */
function statesOf(contract: AnyMachineContract, grain?: ExploreGrain): readonly string[] {
  const { moves } = look(contract, grain)
  const values = moves.map(({ from, step }) => {
    const stage = new MachineStage(contract, from.input)
    let value: unknown = stage.snapshot.value
    playScenario(
      contract,
      { format: 'scn/1', machine: 'm', source: 'generated', req: [], steps: [...from.steps, step] },
      {
        onStep: (_, seen) => {
          value = seen.value
        },
      },
    )
    return JSON.stringify(value)
  })
  return [...new Set(values)].sort()
}

const go = { type: 'gone' }
const back = { type: 'came' }

describe('exploration of a machine that runs', () => {
  test('QA-8: tells what a history remembers apart', () => {
    const machine = setup({}).createMachine({
      initial: 'a',
      states: {
        a: {
          initial: 'x',
          on: { gone: 'away' },
          states: { x: { on: { moved: 'y' } }, y: {}, hist: { type: 'history' } },
        },
        away: { on: { came: 'a.hist' } },
      },
    })
    const { places } = look(contractOf(machine, { events: [go, back, { type: 'moved' }] }))
    expect(places.filter(({ key }) => key.includes('"away"'))).toHaveLength(2)
  })

  test('QA-8: comes to the end of a countdown that its contract does not count', () => {
    const machine = setup({
      guards: { isOver: ({ context }) => context.left === 0 },
      actions: { count: assign({ left: ({ context }) => context.left - 1 }) },
      delays: { second: 1000 },
      types: { context: {} as { left: number } },
    }).createMachine({
      context: { left: 60 },
      initial: 'waiting',
      states: {
        waiting: {
          always: { guard: 'isOver', target: 'over' },
          after: { second: { target: 'waiting', reenter: true, actions: 'count' } },
        },
        over: {},
      },
    })
    const { moves, isWhole } = look(contractOf(machine))
    expect(moves.map(({ step }) => step)).toEqual([{ at: 60_000, do: 'advance' }])
    expect(isWhole).toBe(true)
    expect(statesOf(contractOf(machine))).toEqual(['"over"'])
  })

  test('QA-8: lets actors end in every typical way, and show what they typically show', () => {
    const machine = setup({
      actors: { load: fromPromise<unknown>(() => Promise.reject(new Error('ran for real'))) },
      guards: { isOpen: (_, params: { shown: unknown }) => params.shown === 'open' },
    }).createMachine({
      initial: 'loading',
      states: {
        loading: {
          invoke: {
            src: 'load',
            onDone: 'loaded',
            onError: 'failed',
            onSnapshot: {
              guard: {
                type: 'isOpen',
                params: ({ event }) => ({ shown: (event.snapshot as { context?: unknown }).context }),
              },
              target: 'open',
            },
          },
        },
        loaded: {},
        failed: {},
        open: {},
      },
    })
    const outcomes = { load: { ok: [1], err: ['no'], shows: ['shut', 'open'] } }
    expect(statesOf(contractOf(machine, { outcomes }))).toEqual(['"failed"', '"loaded"', '"loading"', '"open"'])
  })

  test('a delay that has been under way is distinguished from one that has not', () => {
    const machine = setup({ actions: { beep: () => {} } }).createMachine({
      initial: 'a',
      states: { a: { after: { 50: { actions: 'beep' } } } },
    })
    expect(look(contractOf(machine)).places).toHaveLength(2)
  })

  test('a finer grain tells more places apart, and a bound ends what has no end', () => {
    const machine = setup({ actions: { add: assign({ count: ({ context }) => context.count + 1 }) } }).createMachine({
      context: { count: 0 },
      initial: 'a',
      states: { a: { on: { gone: { actions: 'add' } } } },
    })
    const contract = contractOf(machine, { events: [go] })
    expect(look(contract)).toMatchObject({ isWhole: true, places: [{}] })
    expect(look(contract, 'last').places).toHaveLength(2)
    const endless = look(contract, 'context', 7)
    expect([endless.places.length, endless.isWhole]).toEqual([7, false])
    const short = explore(contract, [{}], { maxPlaces: 100, maxMoves: 3, grain: 'context' })
    expect([short.moves.length, short.isWhole]).toEqual([3, false])
  })

  test('a path ends where the machine throws, and the others continue', () => {
    const machine = setup({
      actions: {
        explode: assign(() => {
          throw new Error('planted bug')
        }),
      },
    }).createMachine({ initial: 'a', states: { a: { on: { gone: { actions: 'explode' }, came: 'b' } }, b: {} } })
    const { places, moves } = look(contractOf(machine, { events: [go, back] }))
    expect(places.map(({ steps }) => steps.length)).toEqual([0, 1])
    expect(moves).toHaveLength(4)
  })
})

describe.each(['shell/dropdown', 'shell/modal-queue', 'shell/notification-queue', 'social/social-start'])(
  '%s',
  (name) => {
    const contract = scenarioMachines[name] as AnyMachineContract
    const order = { maxPlaces: 300, maxMoves: 3000, grain: 'last' } as const
    const found = explore(contract, contract.inputs ?? [{}], order)

    test('QA-8: is explored in the same way every time', () => {
      expect(explore(contract, contract.inputs ?? [{}], order)).toEqual(found)
      expect(found.isWhole).toBe(true)
    })

    test('QA-8: every place is where its steps lead, by no more steps than any other way to it', () => {
      const depths = found.places.map(({ steps }) => steps.length)
      expect(depths).toEqual(depths.toSorted((left, right) => left - right))
      for (const { key, input, steps } of found.places) {
        const stage = new MachineStage(contract, input)
        for (const step of steps) {
          stage.clock.advanceTo(step.at)
          if (step.event) stage.send(step.event)
          else if (step.actor) stage.tell(step.actor, step.do === 'ok' ? 'script.ok' : 'script.err', step.value)
        }
        expect(key.startsWith(`${stateKey(contract, stage)} `)).toBe(true)
      }
    })
  },
)
