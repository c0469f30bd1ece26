import { describe, expect, test } from 'vitest'
import { and, fromPromise, not, setup } from 'xstate'
import { coverageItems, describeTransition, guardName, transitionKey } from './coverage-items.ts'

const lamp = setup({
  types: { events: {} as { type: 'pressed' | 'broken' | 'wiped' } },
  actors: { warmUp: fromPromise<void>(() => Promise.reject(new Error('ran for real'))) },
  guards: { isDark: () => true, isHot: () => false },
  delays: { patience: 100 },
}).createMachine({
  id: 'lamp',
  initial: 'off',
  on: { broken: { target: '.waste' } },
  states: {
    off: {
      on: { pressed: [{ guard: 'isDark', target: 'on' }, { target: '#lamp.on.bright' }], '*': {} },
    },
    on: {
      initial: 'warming',
      onDone: 'off',
      states: {
        warming: {
          invoke: { src: 'warmUp', onDone: 'bright', onError: { actions: () => undefined }, onSnapshot: {} },
        },
        bright: {
          always: { guard: and(['isHot', not('isDark')]), target: 'burnt' },
          after: { patience: 'burnt', 50: {} },
        },
        burnt: { type: 'final' },
        last: { type: 'history' },
      },
    },
    waste: { type: 'parallel', states: { glass: {}, metal: { initial: 'solid', states: { solid: {} } } } },
  },
})

/** `off, pressed, 1 of 2 [isDark] → on`. */
function inWords(machine: Parameters<typeof coverageItems>[0]): string[] {
  return [...coverageItems(machine).transitions.values()].map(
    ({ source, kind, name = '', candidate, candidates, guard = '', targets }) =>
      `${source}|${kind}|${name}|${candidate}/${candidates}|${guard}|${targets.join()}`,
  )
}

describe('what scenarios can cover', () => {
  test('is every state but the machine itself and pseudo-states of a history', () => {
    expect([...coverageItems(lamp).states.keys()]).toEqual([
      'off',
      'on',
      'on.warming',
      'on.bright',
      'on.burnt',
      'waste',
      'waste.glass',
      'waste.metal',
      'waste.metal.solid',
    ])
  })

  test('is every candidate of every transition, with what sets it off', () => {
    expect(inWords(lamp).sort()).toEqual(
      [
        '|event|broken|1/1||waste',
        'off|event|pressed|1/2|isDark|on',
        'off|event|pressed|2/2||on.bright',
        'off|event|*|1/1||',
        'on|onDone||1/1||off',
        'on.warming|onDone|warmUp|1/1||on.bright',
        'on.warming|onError|warmUp|1/1||',
        'on.warming|onSnapshot|warmUp|1/1||',
        'on.bright|always||1/1|and(isHot, not(isDark))|on.burnt',
        'on.bright|after|patience|1/1||on.burnt',
        'on.bright|after|50|1/1||',
      ].sort(),
    )
  })

  test('each state knows the transitions that lead into it, to a state within, or to one around it that starts in it', () => {
    const waysTo = (state: string) =>
      coverageItems(lamp)
        .states.get(state)
        ?.reachedBy.map(({ source, name, candidate }) => [source, name, candidate])
    expect(waysTo('on')).toEqual([
      ['off', 'pressed', 1],
      ['off', 'pressed', 2],
    ])
    expect(waysTo('on.bright')).toEqual([
      ['off', 'pressed', 2],
      ['on.warming', 'warmUp', 1],
    ])
    expect(waysTo('on.warming')).toEqual([['off', 'pressed', 1]])
    expect(waysTo('waste.metal.solid')).toEqual([['', 'broken', 1]])
  })

  test('the start enters all states at the beginning', () => {
    expect(coverageItems(lamp).initialStates).toEqual(['off'])
    const regions = setup({}).createMachine({
      type: 'parallel',
      states: { a: { initial: 'one', states: { one: {}, two: {} } }, b: {} },
    })
    expect(coverageItems(regions).initialStates).toEqual(['a', 'a.one', 'b'])
  })
})

test('a copy that `provide` makes has the same keys', () => {
  const copy = lamp.provide({ guards: { isDark: () => false } })
  expect([...coverageItems(copy).transitions.keys()]).toEqual([...coverageItems(lamp).transitions.keys()])
  expect(new Set(coverageItems(lamp).transitions.keys()).size).toBe(11)
})

test('a transition of the machine is found by its key', () => {
  const [first] = lamp.root.states.off?.transitions.get('pressed') ?? []
  if (!first) throw new Error('the lamp has no switch')
  expect(coverageItems(lamp).transitions.get(transitionKey(first))).toEqual(describeTransition(first))
})

test('a guard has the name that the definition gives it', () => {
  expect(guardName('isDark')).toBe('isDark')
  expect(guardName({ type: 'isOther', params: { name: 'a' } })).toBe('isOther')
  expect(guardName(function isNamed() {})).toBe('isNamed')
})
