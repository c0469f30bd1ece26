import { describe, expect, test } from 'vitest'
import { type AnyStateMachine, assign, createActor, setup } from 'xstate'

/** Ids of the W3C's SCXML Implementation Report Plan; each test says what of it holds in XState. */
describe('conformance with SCXML', () => {
  interface Counts {
    readonly outer: number
    readonly inner: number
    readonly other: number
    readonly taken: number
  }
  const counting = setup({
    types: { context: {} as Counts },
    actions: {
      count: assign(({ context }, { name }: { readonly name: keyof Counts }) => ({ [name]: context[name] + 1 })),
    },
  })
  const context: Counts = { outer: 0, inner: 0, other: 0, taken: 0 }
  const count = (name: keyof Counts) => ({ type: 'count' as const, params: { name } })
  const reached = (machine: AnyStateMachine, ...types: readonly string[]) => {
    const actor = createActor(machine).start()
    for (const type of types) actor.send({ type })
    return actor.getSnapshot()
  }

  test('IRP 396: the event that a guard sees has the name by which the transition was found', () => {
    const machine = setup({
      guards: { isNamed: ({ event }, params: { readonly name: string }) => event.type === params.name },
    }).createMachine({
      initial: 'a',
      states: {
        a: { on: { foo: [{ guard: { type: 'isNamed', params: { name: 'foo' } }, target: 'pass' }, 'fail'] } },
        pass: {},
        fail: {},
      },
    })
    expect(reached(machine, 'foo').value).toBe('pass')
  })

  test('IRP 399: a prefix finds an event by whole words when it ends in .*, and * finds all; alone it finds only itself', () => {
    const machine = setup({}).createMachine({
      initial: 'a',
      states: {
        a: { on: { foo: 'exact', 'bar.*': 'prefix', 'zoo.*': 'zoo' } },
        exact: {},
        prefix: {},
        zoo: { on: { '*': 'any' } },
        any: {},
      },
    })
    expect(
      ['foo', 'foo.zoo', 'foos', 'bar.zoo', 'bar.a.b', 'bars', 'bar'].map((type) => reached(machine, type).value),
    ).toEqual(['exact', 'a', 'a', 'prefix', 'prefix', 'a', 'prefix'])
    expect(reached(machine, 'zoo.x', 'whatever').value).toBe('any')
  })

  test('IRP 503: a transition without a target does not leave its state', () => {
    const machine = counting.createMachine({
      context,
      initial: 's2',
      states: { s2: { exit: count('outer'), on: { foo: { actions: count('taken') }, bar: 's3' } }, s3: {} },
    })
    expect(reached(machine, 'foo', 'bar').context).toEqual({ ...context, outer: 1, taken: 1 })
  })

  test('IRP 505: an internal transition to a child does not leave the state around it', () => {
    const machine = counting.createMachine({
      context,
      initial: 's1',
      states: {
        s1: {
          initial: 's11',
          exit: count('outer'),
          on: { foo: { target: '.s11', actions: count('taken') }, bar: 's2' },
          states: { s11: { exit: count('inner') } },
        },
        s2: {},
      },
    })
    expect(reached(machine, 'foo', 'bar').context).toEqual({ ...context, outer: 1, inner: 2, taken: 1 })
  })

  test.each([
    ['left and entered again when it says so, as SCXML has it', true, { outer: 2, inner: 2 }],
    ['not left otherwise, though SCXML would', false, { outer: 1, inner: 2 }],
  ])('IRP 506: a state whose transition leads to itself is %s', (_name, reenter, counts) => {
    const machine = counting.createMachine({
      context,
      initial: 's2',
      states: {
        s2: {
          initial: 's21',
          exit: count('outer'),
          on: { foo: { target: 's2', reenter, actions: count('taken') }, bar: 's3' },
          states: { s21: { exit: count('inner') } },
        },
        s3: {},
      },
    })
    expect(reached(machine, 'foo', 'bar').context).toEqual({ ...context, ...counts, taken: 1 })
  })

  test.each([
    ['leaves all of its regions when it says so, as SCXML has it', true, { outer: 2, inner: 2, other: 2 }],
    [
      'leaves its regions but not itself otherwise, though SCXML would leave all',
      false,
      { outer: 1, inner: 2, other: 2 },
    ],
  ])('IRP 533: a parallel state whose transition leads to one of its regions %s', (_name, reenter, counts) => {
    const machine = counting.createMachine({
      context,
      initial: 'p',
      states: {
        p: {
          type: 'parallel',
          exit: count('outer'),
          on: { foo: { target: '.ps1', reenter, actions: count('taken') }, bar: 's2' },
          states: { ps1: { exit: count('inner') }, ps2: { exit: count('other') } },
        },
        s2: {},
      },
    })
    expect(reached(machine, 'foo', 'bar').context).toEqual({ ...context, ...counts, taken: 1 })
  })
})
