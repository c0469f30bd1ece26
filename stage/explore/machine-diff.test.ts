import { expect, test } from 'vitest'
import { type AnyStateMachine, assign, setup } from 'xstate'
import { diffMachines } from './machine-diff.ts'

const parts = setup({
  types: { context: {} as { readonly count: number } },
  guards: { isDark: ({ context }) => context.count > 0, isLate: () => true },
  actions: { count: assign({ count: ({ context }) => context.count + 1 }) },
  delays: { rest: 200 },
})

const on = parts.createStateConfig({ after: { rest: 'off' } })

function lamp(off: object, setups: typeof parts = parts): AnyStateMachine {
  const config = { id: 'lamp', context: { count: 0 }, initial: 'off', states: { off, on } }
  return setups.createMachine(config as never) as unknown as AnyStateMachine
}

const OFF = {
  on: {
    pressed: [
      { guard: 'isDark', target: 'on' },
      { target: 'off', actions: 'count' },
    ],
  },
}

function changes(before: AnyStateMachine, after: AnyStateMachine) {
  return diffMachines(before, after).map(({ change, kind, name }) => `${change} ${kind} ${name}`)
}

test('a machine does not differ from itself, nor from what provide makes of it', () => {
  expect(diffMachines(lamp(OFF), lamp(OFF))).toEqual([])
  expect(diffMachines(lamp(OFF), lamp(OFF).provide({}))).toEqual([])
})

test('QA-10: a transition that leads elsewhere is reported with its old and its new target', () => {
  const other = {
    on: {
      pressed: [
        { guard: 'isDark', target: 'on', actions: 'count' },
        { target: 'off', actions: 'count' },
      ],
    },
  }
  expect(diffMachines(lamp(OFF), lamp(other))).toEqual([
    {
      change: 'changed',
      kind: 'transition',
      name: 'off, pressed [isDark] → on',
      old: 'if isDark; to on',
      new: 'if isDark; to on; does count',
    },
  ])
})

test.each([
  [
    'a candidate put before the others',
    { guard: 'isLate', target: 'off' },
    ['added transition off, pressed [isLate] → off'],
  ],
  ['a transition of another event', null, ['added transition off, dropped → on']],
])('%s is the only thing reported', (_name, candidate, expected) => {
  const after = candidate ? { on: { pressed: [candidate, ...OFF.on.pressed] } } : { on: { ...OFF.on, dropped: 'on' } }
  expect(changes(lamp(OFF), lamp(after))).toEqual(expected)
  expect(changes(lamp(after), lamp(OFF))).toEqual(expected.map((line) => line.replace('added', 'removed')))
})

test('candidates that are tried in another order are reported, though they are the same', () => {
  const after = { on: { pressed: OFF.on.pressed.toReversed() } }
  expect(changes(lamp(OFF), lamp(after))).toEqual([
    'changed transition off, pressed [isDark] → on',
    'changed transition off, pressed → off',
  ])
})

test('states are reported with their entry, exit, tags and actors', () => {
  expect(diffMachines(lamp(OFF), lamp({ ...OFF, entry: 'count', tags: 'dark' }))).toEqual([
    { change: 'changed', kind: 'state', name: 'off', old: 'atomic', new: 'atomic; entry count; tags dark' },
  ])
})

test('guards, actions and delays are reported when their code or their time differs', () => {
  const other = setup({
    types: { context: {} as { readonly count: number } },
    guards: { isDark: ({ context }) => context.count > 1, isLate: () => true },
    actions: { count: assign({ count: ({ context }) => context.count + 2 }) },
    delays: { rest: 250 },
  })
  expect(changes(lamp(OFF), lamp(OFF, other as unknown as typeof parts))).toEqual([
    'changed guard isDark',
    'changed action count',
    'changed delay rest',
  ])
})
