/** What the machines rely on in XState for names, provided parts and time, pinned as in xstate-contract.test.ts. */
import { describe, expect, test } from 'vitest'
import { and, createActor, fromPromise, not, or, SimulatedClock, setup } from 'xstate'
import { VirtualClock } from '#stage/player/virtual-clock.ts'

describe('provide', () => {
  const parts = setup({
    guards: { isA: () => true, isB: (_, _params: { readonly n: number }) => true },
    actors: { call: fromPromise(() => Promise.resolve()) },
    actions: { act: () => undefined },
    delays: { wait: 100 },
  })
  const machine = parts.createMachine({
    id: 'parts',
    initial: 'one',
    states: {
      one: {
        on: {
          both: { guard: and(['isA', { type: 'isB', params: { n: 2 } }]), target: 'two' },
          either: { guard: or([not('isA'), { type: 'isB', params: { n: 3 } }]), target: 'two' },
        },
      },
      two: {},
    },
  })

  test('replaces a named guard also inside of and, or and not, and gives it its parameters', () => {
    const asked: unknown[] = []
    const watched = machine.provide({
      guards: {
        isA: () => {
          asked.push('isA')
          return true
        },
        isB: (_, params) => {
          asked.push(params)
          return false
        },
      },
    })
    const actor = createActor(watched).start()
    actor.send({ type: 'both' })
    expect([actor.getSnapshot().value, asked]).toEqual(['one', ['isA', { n: 2 }]])
    actor.send({ type: 'either' })
    expect([actor.getSnapshot().value, asked.slice(2)]).toEqual(['one', ['isA', { n: 3 }]])
  })

  test('keeps the configuration itself, and the names of all implementations can be read', () => {
    expect(machine.provide({}).config).toBe(machine.config)
    const { guards, actors, actions, delays } = machine.implementations
    expect([guards, actors, actions, delays].map((named) => Object.keys(named))).toEqual([
      ['isA', 'isB'],
      ['call'],
      ['act'],
      ['wait'],
    ])
  })

  test('can asks guards and changes nothing', () => {
    const snapshot = createActor(machine).start().getSnapshot()
    expect([snapshot.can({ type: 'both' }), snapshot.can({ type: 'neither' as never }), snapshot.value]).toEqual([
      true,
      false,
      'one',
    ])
  })
})

describe('names and ids', () => {
  const machine = setup({ delays: { wait: 5 }, actors: { call: fromPromise(() => Promise.resolve()) } }).createMachine({
    id: 'm',
    initial: 'a',
    states: {
      a: {
        initial: 'b',
        onDone: 'c',
        states: {
          b: { after: { wait: 'd' }, invoke: { src: 'call', onDone: 'd', onError: 'd' } },
          d: { type: 'final' },
        },
      },
      c: {},
    },
  })

  test('of states are paths joined by dots below the id of the machine', () => {
    expect([machine.root.states.a?.states.b?.id, machine.root.states.a?.states.b?.path]).toEqual(['m.a.b', ['a', 'b']])
  })

  test('of events that XState makes hold the delay, the state or the number of the invocation', () => {
    expect([...(machine.root.states.a?.states.b?.transitions.keys() ?? [])].sort()).toEqual([
      'xstate.after.wait.m.a.b',
      'xstate.done.actor.0.m.a.b',
      'xstate.error.actor.0.m.a.b',
    ])
    expect([...(machine.root.states.a?.transitions.keys() ?? [])]).toEqual(['xstate.done.state.m.a'])
    expect(machine.root.states.a?.states.b?.invoke[0]).toMatchObject({ id: '0.m.a.b', src: 'call' })
  })

  test('of a transition that a delay sets off include the delay itself', () => {
    expect(machine.root.states.a?.states.b?.transitions.get('xstate.after.wait.m.a.b')?.[0]).toMatchObject({
      delay: 'wait',
    })
  })
})

describe('the clock', () => {
  const chain = setup({ delays: { wait: 100 } }).createMachine({
    initial: 'a',
    states: { a: { after: { wait: 'b' } }, b: { after: { wait: 'c' } }, c: {} },
  })

  test('of XState fires a chain of delays late when it is moved at once, so we have our own', () => {
    const [late, exact] = [new SimulatedClock(), new VirtualClock()]
    const [lateActor, exactActor] = [createActor(chain, { clock: late }), createActor(chain, { clock: exact })]
    lateActor.start()
    exactActor.start()
    late.increment(200)
    exact.advanceTo(200)
    expect([lateActor.getSnapshot().value, exactActor.getSnapshot().value]).toEqual(['b', 'c'])
  })

  test('is asked for nothing but setTimeout and clearTimeout, and a left state clears its timer', () => {
    const clock = new VirtualClock()
    const machine = setup({ delays: { wait: 100 } }).createMachine({
      initial: 'a',
      states: { a: { on: { go: 'b' }, after: { wait: 'c' } }, b: {}, c: {} },
    })
    const actor = createActor(machine, {
      clock: { setTimeout: (...args) => clock.setTimeout(...args), clearTimeout: (id) => clock.clearTimeout(id) },
    })
    actor.start()
    expect(clock.pendingCount).toBe(1)
    actor.send({ type: 'go' })
    expect(clock.pendingCount).toBe(0)
  })

  test('gets timers of one moment in the order of the states, and first set means first fired', () => {
    const fired: string[] = []
    const region = (name: string) => ({ after: { wait: { actions: { type: 'note' as const, params: { name } } } } })
    const machine = setup({
      actions: { note: (_, { name }: { readonly name: string }) => void fired.push(name) },
      delays: { wait: 50 },
    }).createMachine({
      type: 'parallel',
      states: { first: region('first'), second: region('second'), third: region('third') },
    })
    const clock = new VirtualClock()
    createActor(machine, { clock }).start()
    clock.advanceTo(50)
    expect(fired).toEqual(['first', 'second', 'third'])
  })

  test('is lost by a persisted snapshot: a restored machine never leaves a state with a delay', () => {
    const before = createActor(chain, { clock: new VirtualClock() }).start()
    const clock = new VirtualClock()
    const restored = createActor(chain, { clock, snapshot: before.getPersistedSnapshot() })
    restored.start()
    clock.advanceTo(10_000)
    expect(restored.getSnapshot().value).toBe('a')
  })
})
