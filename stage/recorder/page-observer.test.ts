import { expect, test } from 'vitest'
import { type AnyActorRef, createActor, createMachine, fromObservable, fromPromise, type Observer } from 'xstate'
import { serviceTokenMachine } from '#machines/account/sessions/service-token.machine.ts'
import { type SignedIn, signInMachine } from '#machines/account/sign-in/sign-in.machine.ts'
import type { LoginIdentity } from '#machines/account/sign-in/sign-in.rules.ts'
import { scenarioMachines } from '#machines/scenario-machines.ts'
import { type Look, PageObserver } from './page-observer.ts'

const NAME = 'account/sign-in'
const ALL: Look = { effectsFrom: 0, eventsFrom: 0, momentsFrom: 0, can: [] }

/** A call that the test ends. */
function heldCall() {
  const { promise, resolve, reject } = Promise.withResolvers<{ readonly userId: number }>()
  return { resolve, reject, actor: fromPromise<SignedIn, LoginIdentity & { readonly password: string }>(() => promise) }
}

function observed() {
  const observer = new PageObserver(scenarioMachines)
  const call = heldCall()
  const actor = createActor(signInMachine.provide({ actors: { signIn: call.actor } }), {
    input: { returnUrl: '/en' },
    inspect: observer.inspect,
  })
  return { observer, call, actor }
}

function submit(actor: Pick<AnyActorRef, 'send'>): void {
  actor.send({ type: 'login.changed', login: 'ann@example.org' })
  actor.send({ type: 'password.changed', password: 'correct horse' })
  actor.send({ type: 'form.submitted' })
}

test('a machine is known from its start on, by its name, its number and its input', () => {
  const { observer, actor } = observed()
  expect(observer.list()).toEqual([])
  actor.start()
  createActor(signInMachine, { input: {}, inspect: observer.inspect }).start()
  expect(observer.list()).toEqual([
    { id: 1, machine: NAME, number: 1, input: { returnUrl: '/en' }, hasEnded: false },
    { id: 2, machine: NAME, number: 2, input: {}, hasEnded: false },
  ])
  actor.stop()
  expect(observer.list().map(({ hasEnded }) => hasEnded)).toEqual([true, false])
})

test('what a scenario can expect is reported as plain JSON by logical paths', () => {
  const { observer, actor } = observed()
  actor.start()
  submit(actor)
  const seen = observer.look(1, { ...ALL, can: [{ type: 'form.submitted' }] })
  expect(seen).toMatchObject({
    value: 'submitting',
    context: { login: 'ann@example.org', failure: null },
    children: ['root/signIn#1'],
    inputs: { 'root/signIn#1': { kind: 'email', login: 'ann@example.org', password: 'correct horse' } },
    can: [false],
    ends: {},
    eventCount: 3,
  })
  expect(JSON.parse(JSON.stringify(seen))).toEqual(seen)
})

test('ends of actors and effects are kept, and listed from any requested moment on', async () => {
  const { observer, actor, call } = observed()
  actor.start()
  submit(actor)
  call.resolve({ userId: 7001 })
  await expect.poll(() => observer.look(1, ALL).value).toBe('done')
  const { effects, ends, children, effectCount } = observer.look(1, ALL)
  expect(effects.filter(({ type }) => type === 'signed-in')).toEqual([
    { type: 'signed-in', params: { userId: 7001, returnPath: '/en' } },
  ])
  expect(ends).toEqual({ 'root/signIn#1': { do: 'ok', value: { userId: 7001 } } })
  expect(children).toEqual([])
  expect(observer.look(1, { ...ALL, effectsFrom: effectCount, eventsFrom: 2 })).toMatchObject({
    effects: [],
    events: [{ type: 'form.submitted' }],
  })
})

test('past states are reported moment by moment, though the machine has moved on since', async () => {
  const { observer, actor, call } = observed()
  actor.start()
  submit(actor)
  call.resolve({ userId: 7001 })
  await expect.poll(() => observer.look(1, ALL).value).toBe('done')
  const { moments, value, context, effects } = observer.look(1, ALL)
  expect(moments.at(-1)).toMatchObject({ value, context, effects, endCount: 1, children: [] })
  const sending = moments.findLast(({ endCount }) => endCount === 0)
  expect(sending).toMatchObject({ effects: [], eventCount: 3, children: ['root/signIn#1'] })
  expect(sending?.value).not.toBe('done')
  expect(observer.look(1, { ...ALL, momentsFrom: moments.length - 1 }).moments).toHaveLength(1)
})

test('an error is reported as it is, and the next start of the actor is the second', async () => {
  const { observer, actor, call } = observed()
  actor.start()
  submit(actor)
  call.reject({ code: 'request.offline' })
  await expect
    .poll(() => observer.look(1, ALL).ends)
    .toEqual({
      'root/signIn#1': { do: 'err', value: { code: 'request.offline' } },
    })
  submit(actor)
  expect(observer.look(1, ALL).children).toEqual(['root/signIn#2'])
})

test('events from outside are reported even where the machine ignores them; events of actors are not among them', async () => {
  const { observer, actor } = observed()
  actor.start()
  actor.send({ type: 'activation.requested' })
  submit(actor)
  actor.send({ type: 'login.changed', login: 'bob@example.org' })
  const { events, context } = observer.look(1, ALL)
  expect(events).toHaveLength(5)
  expect(events[0]).toEqual({ type: 'activation.requested' })
  expect(context).toMatchObject({ login: 'ann@example.org' })
})

test('machines that nobody has registered are ignored, and an unknown id is reported', () => {
  const observer = new PageObserver(scenarioMachines)
  createActor(createMachine({ id: 'other' }), { inspect: observer.inspect }).start()
  expect(observer.list()).toEqual([])
  expect(() => observer.look(1, ALL)).toThrow('no machine of this page has the id 1')
})

test('QA-13: what an actor shows while it runs is reported with the moments that it causes', () => {
  const observer = new PageObserver(scenarioMachines)
  const listeners: Observer<{ readonly isHeld: boolean }>[] = []
  const lock = fromObservable<{ readonly isHeld: boolean }, { readonly isStealing: boolean }>(() => ({
    subscribe: (listener: unknown) => {
      listeners.push(listener as Observer<{ readonly isHeld: boolean }>)
      return { unsubscribe: () => undefined }
    },
  }))
  const actor = createActor(serviceTokenMachine.provide({ actors: { holdLock: lock } }), {
    input: { isSignedIn: true, epoch: 1 },
    inspect: observer.inspect,
  })
  actor.start()
  actor.send({ type: 'token.wanted', requestId: 'request-1', nowMs: 0 })
  expect(observer.look(1, ALL).shows).toEqual([])
  listeners[0]?.next?.({ isHeld: true })
  const { shows, moments } = observer.look(1, ALL)
  expect(shows).toEqual([{ path: 'root/holdLock#1', value: { isHeld: true } }])
  expect(moments.find(({ showCount }) => showCount === 1)?.value).toEqual({ obtaining: 'reading' })
})
