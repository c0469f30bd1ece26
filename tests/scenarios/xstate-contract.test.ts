/**
 * What playing, covering and exploring machines rely on in XState, pinned: a new version that breaks one of these facts breaks
 * machines/scenario too, and these tests say where.
 */
import { describe, expect, test } from 'vitest'
import {
  type ActorLogic,
  type AnyActorRef,
  type AnyStateMachine,
  and,
  assign,
  createActor,
  emit,
  fromPromise,
  type InspectionEvent,
  not,
  or,
  raise,
  SimulatedClock,
  type Snapshot,
  setup,
} from 'xstate'
import { createTestModel, getShortestPaths, serializeSnapshot } from 'xstate/graph'
import { VirtualClock } from '#machines/scenario/virtual-clock.ts'

/** Everything that a run tells its inspector. */
function inspected(machine: AnyStateMachine, ...events: readonly { readonly type: string }[]) {
  const told: InspectionEvent[] = []
  const actor = createActor(machine, { inspect: (event) => void told.push(event) })
  actor.start()
  told.length = 0
  for (const event of events) actor.send(event)
  return { actor, told }
}

const scripted: ActorLogic<Snapshot<unknown> & { context: unknown }, { type: string; value?: unknown }, unknown> = {
  getInitialSnapshot: () => ({ status: 'active', output: undefined, error: undefined, context: undefined }),
  transition: (snapshot, { type, value }) => {
    if (type === 'ok') return { ...snapshot, status: 'done', output: value, error: undefined }
    if (type === 'err') return { ...snapshot, status: 'error', output: undefined, error: value }
    return { ...snapshot, status: 'active', output: undefined, error: undefined, context: value }
  },
  getPersistedSnapshot: (snapshot) => snapshot,
}

const caller = setup({
  types: { context: {} as { readonly seen: unknown } },
  actors: { call: fromPromise<unknown>(() => Promise.reject(new Error('not provided'))) },
  actions: { note: assign((_, params: { readonly seen: unknown }) => ({ seen: params.seen })) },
}).createMachine({
  id: 'caller',
  context: { seen: null },
  initial: 'calling',
  states: {
    calling: {
      on: { cancel: 'idle' },
      invoke: {
        src: 'call',
        onDone: { target: 'well', actions: { type: 'note', params: ({ event }) => ({ seen: event.output }) } },
        onError: { target: 'badly', actions: { type: 'note', params: ({ event }) => ({ seen: event.error }) } },
        onSnapshot: {
          actions: {
            type: 'note',
            params: ({ event }) => ({ seen: (event.snapshot as unknown as { context: unknown } | undefined)?.context }),
          },
        },
      },
    },
    well: {},
    badly: {},
    idle: { on: { again: 'calling' } },
  },
})

describe('the inspector', () => {
  const machine = setup({
    guards: { isWide: (_, params: { readonly width: number }) => params.width > 5 },
    actions: {
      paint: (_, _params: { readonly colour: string }) => undefined,
      tell: emit({ type: 'told', by: 'door' }),
    },
  }).createMachine({
    id: 'door',
    initial: 'closed',
    states: {
      closed: {
        on: {
          pushed: [
            { guard: { type: 'isWide', params: { width: 1 } }, target: 'open' },
            { target: 'ajar', actions: [{ type: 'paint', params: { colour: 'red' } }, 'tell'] },
          ],
        },
      },
      ajar: { always: 'open' },
      open: {},
    },
  })

  test('tells of an event in the order event, actions, microsteps, snapshot', () => {
    const { told } = inspected(machine, { type: 'pushed' })
    expect(told.map(({ type }) => type)).toEqual([
      '@xstate.event',
      '@xstate.action',
      '@xstate.action',
      '@xstate.microstep',
      '@xstate.microstep',
      '@xstate.snapshot',
    ])
  })

  test('names in _transitions of a microstep the very transitions of the definition', () => {
    const { told } = inspected(machine, { type: 'pushed' })
    const steps = told.flatMap((event) => (event.type === '@xstate.microstep' ? [event._transitions] : []))
    const [closed, ajar] = [machine.root.states.closed, machine.root.states.ajar]
    expect(steps.map((step) => step.length)).toEqual([1, 1])
    expect(steps[0]?.[0]).toBe(closed?.transitions.get('pushed')?.[1])
    expect(steps[1]?.[0]).toBe(ajar?.always?.[0])
  })

  test('gives the parameters of an action, and an emitted event as an action xstate.emit', () => {
    const { told } = inspected(machine, { type: 'pushed' })
    expect(told.flatMap((event) => (event.type === '@xstate.action' ? [event.action] : []))).toEqual([
      { type: 'paint', params: { colour: 'red' } },
      { type: 'xstate.emit', params: { event: { type: 'told', by: 'door' } } },
    ])
  })

  test('tells nothing but event and snapshot of what changes nothing', () => {
    const { told } = inspected(machine, { type: 'unknown' })
    expect(told.flatMap((event) => (event.type === '@xstate.microstep' ? event._transitions : []))).toEqual([])
    expect(told.at(0)?.type).toBe('@xstate.event')
    expect(told.at(-1)?.type).toBe('@xstate.snapshot')
  })

  test('tells the start as an actor and a snapshot of xstate.init, children before their parent is seen', () => {
    const told: InspectionEvent[] = []
    const actor = createActor(caller.provide({ actors: { call: scripted as never } }), {
      inspect: (event) => void told.push(event),
    })
    actor.start()
    const actors = told.flatMap((event) => (event.type === '@xstate.actor' ? [event.actorRef as AnyActorRef] : []))
    expect(
      actors.map(({ _parent, src }) => [_parent === undefined, typeof src === 'string' ? src : 'machine']),
    ).toEqual([
      [true, 'machine'],
      [false, 'call'],
    ])
    const snapshots = told.flatMap((event) => (event.type === '@xstate.snapshot' ? [event] : []))
    expect(snapshots.map(({ event, actorRef }) => [event.type, actorRef === actor])).toContainEqual([
      'xstate.init',
      true,
    ])
    const lastActor = told.findLastIndex(({ type }) => type === '@xstate.actor')
    expect(told.findIndex((event) => event.type === '@xstate.snapshot' && event.actorRef === actor)).toBeGreaterThan(
      lastActor,
    )
  })

  test('says who sent an event: nobody when it comes from outside, the child when it ends', () => {
    const { actor, told } = inspected(caller.provide({ actors: { call: scripted as never } }))
    const child = Object.values(actor.getSnapshot().children)[0] as AnyActorRef
    child.send({ type: 'ok', value: 5 })
    const sources = told.flatMap((event) =>
      event.type === '@xstate.event' ? [[event.event.type, event.sourceRef]] : [],
    )
    expect(sources).toEqual([
      ['ok', undefined],
      ['xstate.done.actor.0.caller.calling', child],
    ])
  })
})

describe('a stand-in for an actor', () => {
  function started() {
    const actor = createActor(caller.provide({ actors: { call: scripted as never } }))
    actor.start()
    return { actor, child: () => Object.values(actor.getSnapshot().children)[0] as AnyActorRef | undefined }
  }

  test.each([
    ['ok', 'well'],
    ['err', 'badly'],
    ['show', 'calling'],
  ])('that says %s moves its parent to %s, without waiting for a promise', (type, state) => {
    const { actor, child } = started()
    child()?.send({ type, value: 'v' })
    expect([actor.getSnapshot().value, actor.getSnapshot().context]).toEqual([state, { seen: 'v' }])
  })

  test('is no longer a child when its state is left, though its snapshot says active; another start makes another one', () => {
    const { actor, child } = started()
    const first = child()
    actor.send({ type: 'cancel' })
    expect([first?.getSnapshot().status, child()]).toEqual(['active', undefined])
    first?.send({ type: 'ok', value: 'late' })
    expect([actor.getSnapshot().value, actor.getSnapshot().context.seen]).toEqual(['idle', undefined])
    actor.send({ type: 'again' })
    expect(child()).not.toBe(first)
    expect(child()?.id).toBe(first?.id)
    expect(actor.getSnapshot().children[first?.id ?? '']).toBe(child())
  })

  test('has a session id that differs between two runs, so that ids are never compared', () => {
    expect(started().child()?.sessionId).not.toBe(started().child()?.sessionId)
  })
})

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

describe('the graph tools of XState, which we do not use because', () => {
  test('test models refuse machines with actors or delays', () => {
    expect(() => createTestModel(caller)).toThrow('Invocations')
    const waiting = setup({}).createMachine({ initial: 'a', states: { a: { after: { 5: 'b' } }, b: {} } })
    expect(() => createTestModel(waiting)).toThrow('After events')
  })

  test('shortest paths invent the end of an actor, without its output', () => {
    const events = getShortestPaths(caller).flatMap(({ steps }) => steps.map(({ event }) => event as object))
    const ends = events.filter((event) => 'type' in event && String(event.type).startsWith('xstate.done.actor'))
    expect(ends.length).toBeGreaterThan(0)
    expect(ends.some((event) => 'output' in event)).toBe(false)
  })

  test('two snapshots that differ in their history alone count as one', () => {
    const machine = setup({}).createMachine({
      initial: 'p',
      states: {
        p: { initial: 'x', on: { leave: 'q' }, states: { x: { on: { next: 'y' } }, y: {}, last: { type: 'history' } } },
        q: { on: { back: 'p.last' } },
      },
    })
    const run = (...types: readonly ('next' | 'leave' | 'back')[]) => {
      const actor = createActor(machine).start()
      for (const type of types) actor.send({ type })
      return actor.getSnapshot()
    }
    expect(serializeSnapshot(run('leave'))).toBe(serializeSnapshot(run('next', 'leave')))
    expect(run('leave', 'back').value).not.toEqual(run('next', 'leave', 'back').value)
  })
})

describe('one event after the other', () => {
  test('an action that throws ends the machine and is told to who watches for errors, not to who sent the event', () => {
    const machine = setup({
      actions: {
        fail: () => {
          throw new Error('burnt out')
        },
      },
    }).createMachine({ initial: 'a', states: { a: { on: { go: { target: 'b', actions: 'fail' } } }, b: {} } })
    const actor = createActor(machine)
    const errors: unknown[] = []
    actor.subscribe({ error: (error) => void errors.push(error) })
    actor.start()
    actor.send({ type: 'go' })
    expect(errors.map(String)).toEqual(['Error: burnt out'])
    expect(actor.getSnapshot().status).toBe('error')
  })

  test('all events that a machine can take are listed, with those of XState', () => {
    expect([...caller.events].sort()).toEqual([
      'again',
      'cancel',
      'xstate.done.actor.0.caller.calling',
      'xstate.error.actor.0.caller.calling',
      'xstate.snapshot.0.caller.calling',
    ])
  })

  test('exits, then acts, then enters, from the inside out and back in', () => {
    const order: string[] = []
    const note = (name: string) => ({ type: 'note' as const, params: { name } })
    const machine = setup({
      actions: { note: (_, { name }: { readonly name: string }) => void order.push(name) },
    }).createMachine({
      initial: 'a',
      states: {
        a: {
          initial: 'b',
          exit: note('exit a'),
          states: { b: { exit: note('exit b') } },
          on: { go: { target: 'c', actions: note('act') } },
        },
        c: { initial: 'd', entry: note('enter c'), states: { d: { entry: note('enter d') } } },
      },
    })
    createActor(machine).start().send({ type: 'go' })
    expect(order).toEqual(['exit b', 'exit a', 'act', 'enter c', 'enter d'])
  })

  test('an event that is raised is worked off before one that was sent, one that was sent meanwhile afterwards', () => {
    const order: string[] = []
    const machine = setup({
      actions: {
        note: (_, { name }: { readonly name: string }) => void order.push(name),
        raiseInner: raise({ type: 'inner' }),
        sendOuter: ({ self }) => self.send({ type: 'outer' }),
      },
    }).createMachine({
      on: {
        go: { actions: ['sendOuter', 'raiseInner', { type: 'note', params: { name: 'go' } }] },
        inner: { actions: { type: 'note', params: { name: 'inner' } } },
        outer: { actions: { type: 'note', params: { name: 'outer' } } },
      },
    })
    createActor(machine).start().send({ type: 'go' })
    expect(order).toEqual(['go', 'inner', 'outer'])
  })
})

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
    ['left and entered anew when it says so, as SCXML has it', true, { outer: 2, inner: 2 }],
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
