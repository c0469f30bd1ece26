import { describe, expect, test } from 'vitest'
import {
  type AnyStateMachine,
  and,
  assign,
  createActor,
  createMachine,
  fromPromise,
  not,
  or,
  setup,
  stateIn,
} from 'xstate'
import { coverageItems } from './coverage-items.ts'
import { wayText } from './coverage-text.ts'
import { guardsOf, watchGuards } from './guard-watch.ts'

const gate = setup({
  types: {} as {
    context: { key: number; isDark: boolean }
    events:
      | { type: 'turned'; key: number }
      | { type: 'pushed'; force: number }
      | { type: 'kicked' }
      | { type: 'looked' }
      | { type: 'darkened' }
  },
  guards: {
    fits: ({ context }, params: { key: number }) => params.key === context.key,
    isStrong: ({ event }, params: { least: number }) => event.type === 'pushed' && event.force >= params.least,
    isDark: ({ context }) => context.isDark,
    isQuiet: and([not('isDark'), 'isNight']),
    isNight: () => false,
  },
}).createMachine({
  id: 'gate',
  context: { key: 7, isDark: false },
  initial: 'shut',
  on: { darkened: { actions: assign({ isDark: true }) } },
  states: {
    shut: {
      on: {
        turned: { guard: { type: 'fits', params: ({ event }) => event }, target: 'open' },
        pushed: {
          guard: or([
            { type: 'isStrong', params: { least: 9 } },
            and([{ type: 'isStrong', params: { least: 5 } }, not('isDark')]),
          ]),
          target: 'open',
        },
        kicked: [{ guard: 'isQuiet', target: 'open' }, { guard: 'isDark', target: 'open' }, {}],
        looked: { guard: stateIn('shut'), target: 'shut' },
      },
    },
    open: {},
  },
})

/** What a machine's guards are heard to say: `shut, turned [fits]: fits is true`. */
function heardOf(machine: AnyStateMachine) {
  const heard: string[] = []
  const copy = watchGuards(machine, {
    heard: (of, key, name, isTrue) => {
      const words = coverageItems(of).transitions.get(key)
      heard.push(`${words ? wayText(words) : key}: ${name} is ${isTrue}`)
    },
    copied: () => undefined,
  })
  return { copy, heard }
}

function started(machine: AnyStateMachine) {
  const { copy, heard } = heardOf(machine)
  return { actor: createActor(copy).start(), heard }
}

describe('QA-7: guards are heard at the place where they stand', () => {
  test('with the parameters that the event gives', () => {
    const { actor, heard } = started(gate)
    actor.send({ type: 'turned', key: 3 })
    actor.send({ type: 'turned', key: 7 })
    expect(heard).toEqual(['shut, turned [fits]: fits is false', 'shut, turned [fits]: fits is true'])
    expect(actor.getSnapshot().value).toBe('open')
  })

  test('in or, and, not: each part that was asked, and those that were not are not heard', () => {
    const place = 'shut, pushed [or(isStrong, and(isStrong, not(isDark)))]'
    const { actor, heard } = started(gate)
    actor.send({ type: 'pushed', force: 4 })
    expect(heard.splice(0)).toEqual([`${place}: isStrong is false`, `${place}: isStrong (2) is false`])
    actor.send({ type: 'darkened' })
    actor.send({ type: 'pushed', force: 5 })
    expect(heard.splice(0)).toEqual([
      `${place}: isStrong is false`,
      `${place}: isStrong (2) is true`,
      `${place}: isDark is true`,
    ])
    expect(actor.getSnapshot().value).toBe('shut')
    actor.send({ type: 'pushed', force: 9 })
    expect(heard).toEqual([`${place}: isStrong is true`])
    expect(actor.getSnapshot().value).toBe('open')
  })

  test('also where one has a name and is made of others', () => {
    const { actor, heard } = started(gate)
    actor.send({ type: 'kicked' })
    expect(heard).toEqual([
      'shut, kicked, 1 of 3 [isQuiet]: isDark is false',
      'shut, kicked, 1 of 3 [isQuiet]: isNight is false',
      'shut, kicked, 1 of 3 [isQuiet]: isQuiet is false',
      'shut, kicked, 2 of 3 [isDark]: isDark is false',
    ])
  })

  test('and one that asks for the state', () => {
    const { actor, heard } = started(gate)
    actor.send({ type: 'looked' })
    expect(heard).toEqual(['shut, looked [stateIn]: stateIn is true'])
  })

  test('every name that is heard is one that the definition gives', () => {
    const names = new Map([...guardsOf(gate)].map(([key, list]) => [JSON.parse(key)[1] + JSON.parse(key)[2], list]))
    expect(Object.fromEntries(names)).toEqual({
      turned0: ['fits'],
      pushed0: ['isStrong', 'isStrong (2)', 'isDark'],
      kicked0: ['isDark', 'isNight', 'isQuiet'],
      kicked1: ['isDark'],
      looked0: ['stateIn'],
    })
  })
})

describe('QA-7: a watched copy is the machine', () => {
  const yes = { guard: 'isSo' as const }
  const everywhere = setup({
    types: {} as { events: { type: 'go' } },
    guards: { isSo: () => true },
    delays: { soon: 10 },
    actors: { work: fromPromise<number>(() => new Promise(() => undefined)) },
  }).createMachine({
    id: 'everywhere',
    initial: 'a',
    states: {
      a: { on: { go: 'b', '*': { ...yes, target: 'b' } }, after: { soon: 'b', 20: [{ ...yes, target: 'c' }] } },
      b: {
        invoke: [
          { src: 'work', onDone: 'c', onError: [{ ...yes, target: 'd' }, { target: 'c' }] },
          { id: 'other', src: 'work', onDone: { ...yes, target: 'd' }, onSnapshot: { ...yes, actions: [] } },
        ],
      },
      c: { initial: 'in', onDone: { ...yes, target: 'd' }, states: { in: { always: yes }, out: { type: 'final' } } },
      d: { type: 'parallel', onDone: 'a', states: { x: { on: { go: undefined } }, y: { type: 'final' } } },
    },
  })

  test('with the same states and transitions, keys and words, in every place where a guard can stand', () => {
    const { copy } = heardOf(everywhere)
    const own = coverageItems(everywhere)
    const copied = coverageItems(copy)
    expect([...copied.states.keys()]).toEqual([...own.states.keys()])
    const withoutGuards = (items: typeof own) =>
      [...items.transitions].map(([key, { guard: _, ...rest }]) => [key, rest])
    expect(withoutGuards(copied)).toEqual(withoutGuards(own))
    expect([...guardsOf(everywhere).values()]).toEqual(Array.from({ length: 7 }, () => ['isSo']))
    expect([...guardsOf(copy).keys()]).toEqual([...guardsOf(everywhere).keys()])
  })

  test('machines that it runs by their definition are watched too, and reported under the original', () => {
    const child = setup({ guards: { isIn: () => false } }).createMachine({
      id: 'child',
      initial: 'one',
      states: { one: { always: { guard: 'isIn', target: 'two' } }, two: {} },
    })
    const parent = createMachine({ id: 'parent', invoke: { src: child } })
    const heard: unknown[] = []
    const copies = new Map<AnyStateMachine, AnyStateMachine>()
    const copy = watchGuards(parent, {
      heard: (machine, _key, name, isTrue) => void heard.push([machine, name, isTrue]),
      copied: (machine, made) => void copies.set(machine, made),
    })
    createActor(copy).start()
    expect(heard).toEqual([[child, 'isIn', false]])
    expect([...copies.keys()]).toEqual([child, parent])
    expect(copies.get(parent)).toBe(copy)
  })
})
