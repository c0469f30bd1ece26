/**
 * What playing, covering and exploring machines rely on in XState, pinned: a new version that breaks one of these facts breaks
 * machines/scenario too, and these tests say where.
 */
import { describe, expect, test } from 'vitest'
import {
  type ActorLogic,
  type AnyActorRef,
  type AnyStateMachine,
  assign,
  createActor,
  emit,
  fromPromise,
  type InspectionEvent,
  raise,
  type Snapshot,
  setup,
} from 'xstate'
import { createTestModel, getShortestPaths, serializeSnapshot } from 'xstate/graph'

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

  test('reports an event in the order event, actions, microsteps, snapshot', () => {
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
  test('an action that throws ends the machine and is reported to those who watch for errors, not to the one who sent the event', () => {
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
