import {
  type AnyActorRef,
  type AnyMachineSnapshot,
  type AnyStateMachine,
  type InspectionEvent,
  isMachineSnapshot,
  type StateValue,
} from 'xstate'
import { leafPaths, statePaths } from '../player/machine-nodes.ts'
import { type CoverageIndex, ignoredText } from './coverage-index.ts'
import { transitionKey } from './coverage-items.ts'
import { followPairs, type LastTransitions } from './pair-track.ts'

/** What a scenario covers of a machine, in words; pairs are apart because no definition names them. */
export interface Covered {
  readonly items: ReadonlySet<string>
  readonly pairs: ReadonlySet<string>
}

/** One running machine: where it is, and which of its delays and actors are under way since which of its events. */
interface Running {
  readonly index: CoverageIndex
  readonly items: Set<string>
  readonly pairs: Set<string>
  readonly pending: Map<string, number>
  value: StateValue | undefined
  last: LastTransitions
  events: number
}

/** Sees all that is inspected in one replay, and keeps what it covers of each machine that runs in it. */
export class CoverageWatch {
  readonly #indexOf: (machine: AnyStateMachine) => CoverageIndex
  readonly #running = new Map<unknown, Running>()
  readonly #covered = new Map<CoverageIndex, { readonly items: Set<string>; readonly pairs: Set<string> }>()
  #played: Running | undefined

  /** @param indexOf finds how the coverage of a machine is counted */
  constructor(indexOf: (machine: AnyStateMachine) => CoverageIndex) {
    this.#indexOf = indexOf
  }

  /** What was covered of each machine that has run. */
  get covered(): ReadonlyMap<CoverageIndex, Covered> {
    return this.#covered
  }

  /** Receives what XState reports during a replay. */
  inspect(inspection: InspectionEvent): void {
    if (inspection.type === '@xstate.actor') return
    const snapshot: unknown = 'snapshot' in inspection ? inspection.snapshot : inspection.actorRef.getSnapshot()
    if (!isMachineSnapshot(snapshot)) return
    const running = this.#find(inspection.actorRef as AnyActorRef, snapshot)
    if (inspection.type === '@xstate.event') noteEvent(running, inspection.event.type)
    if (inspection.type === '@xstate.action') noteAction(running, inspection.action)
    if (inspection.type === '@xstate.microstep') noteMicrostep(running, snapshot.value, inspection._transitions)
    if (inspection.type === '@xstate.snapshot') noteStates(running, snapshot.value)
  }

  /** Takes it that the played machine was asked whether it takes an event, and does not. */
  noteRefusal(event: string): void {
    if (this.#played?.value !== undefined) noteIgnored(this.#played, this.#played.value, event)
  }

  /** Takes what a guard said; it may have been asked only to learn what the machine would do. */
  noteGuard(index: CoverageIndex, guard: string): void {
    this.#of(index).items.add(guard)
  }

  #of(index: CoverageIndex) {
    const known = this.#covered.get(index) ?? { items: new Set(index.initialStates), pairs: new Set() }
    this.#covered.set(index, known)
    return known
  }

  #find(actor: AnyActorRef, { machine }: AnyMachineSnapshot): Running {
    const known = this.#running.get(actor)
    if (known) return known
    const index = this.#indexOf(machine)
    const fresh: Running = {
      index,
      ...this.#of(index),
      pending: new Map(),
      value: undefined,
      last: new Map(),
      events: 0,
    }
    this.#running.set(actor, fresh)
    if (actor._parent === undefined) this.#played = fresh
    return fresh
  }
}

function noteEvent(running: Running, type: string): void {
  running.events += 1
  const [, phase, actor = ''] = /^xstate\.(done|error)\.actor\.(.+)$/.exec(type) ?? []
  const end = running.index.actors.get(actor)
  if (end !== undefined) running.items.add(`${end} ${phase === 'done' ? 'succeeds' : 'fails'}`)
  const delay = running.index.delays.get(type)
  if (delay !== undefined) running.items.add(`${delay} is over`)
  running.pending.delete(phase === undefined ? type : actor)
  if (running.value !== undefined) noteIgnored(running, running.value, type)
}

/** XState sets a delay by an action and calls it off by another one whenever the state is left; with actors it is alike. What
 *  is set and called off by one event has never been under way. */
function noteAction(running: Running, { type, params }: { readonly type: string; readonly params: unknown }): void {
  const { id, sendId, actorRef } = (params ?? {}) as {
    id?: string
    sendId?: string
    actorRef?: { readonly id: string }
  }
  if (type === 'xstate.raise' && id !== undefined) running.pending.set(id, running.events)
  if (type === 'xstate.spawnChild' && actorRef) running.pending.set(actorRef.id, running.events)
  if (type === 'xstate.cancel') noteBroken(running, sendId, running.index.delays, 'is cancelled')
  if (type === 'xstate.stopChild') noteBroken(running, id, running.index.actors, 'is stopped')
}

function noteBroken(
  { pending, events, items }: Running,
  id: string | undefined,
  words: ReadonlyMap<string, string>,
  end: string,
): void {
  const since = pending.get(id ?? '')
  if (id === undefined || since === undefined) return
  pending.delete(id)
  const item = words.get(id)
  if (item !== undefined && since < events) items.add(`${item} ${end}`)
}

function noteMicrostep(running: Running, value: StateValue, transitions: Parameters<typeof transitionKey>[0][]): void {
  const { index, items, pairs } = running
  for (const transition of transitions) {
    const words = index.transitions.get(transitionKey(transition))
    if (words) items.add(words.item)
  }
  const step = { before: running.value ?? value, after: value, transitions }
  running.last = followPairs(index, running.last, step, (pair) => pairs.add(pair))
  noteStates(running, value)
}

function noteStates(running: Running, value: StateValue): void {
  running.value = value
  for (const path of statePaths(value)) running.items.add(path)
}

function noteIgnored({ items, index }: Running, value: StateValue, event: string): void {
  for (const leaf of leafPaths(value)) {
    const item = ignoredText(leaf, event)
    if (index.items.has(item)) items.add(item)
  }
}
