import {
  type AnyActorRef,
  type AnyEventObject,
  type AnyMachineSnapshot,
  type InspectionEvent,
  isMachineSnapshot,
} from 'xstate'
import { recordable } from '../recorder/recordable.ts'
import { type Effect, effectOf } from './machine-stage.ts'

/** What is seen of a machine itself, as plain JSON. */
export interface ObservedState {
  readonly value: unknown
  readonly context: unknown
  /** Effects since the one that was asked for, and how many there have been in all. */
  readonly effects: readonly Effect[]
  readonly effectCount: number
  /** Events from outside since the one that was asked for, and how many there have been in all. */
  readonly events: readonly unknown[]
  readonly eventCount: number
  /** Logical paths of the actors that run, in order of their start. */
  readonly children: readonly string[]
}

/** The machine as it was when it had dealt with something: an event, the end of an actor, a delay. */
export interface ObservedMoment {
  readonly value: unknown
  readonly context: unknown
  readonly children: readonly string[]
  /** Effects since the one that was asked for. */
  readonly effects: readonly Effect[]
  /** How many effects, events from outside and ends of actors there had been in all. */
  readonly effectCount: number
  readonly eventCount: number
  readonly endCount: number
  /** How many values actors had shown in all. */
  readonly showCount: number
  /** An answer for each event that was asked about. */
  readonly can: readonly boolean[]
  /** Logical path → input, of the actors that ran. */
  readonly inputs: Readonly<Record<string, unknown>>
}

interface KeptMoment
  extends Pick<ObservedMoment, 'children' | 'effectCount' | 'eventCount' | 'endCount' | 'showCount'> {
  readonly snapshot: AnyMachineSnapshot
}

/** What is asked of the moments: those from one on, counted from 0, with the effects from one on. */
export interface MomentsWanted {
  readonly momentsFrom: number
  readonly effectsFrom: number
  readonly can: readonly AnyEventObject[]
}

/** How an actor has ended: with an output or an error, as plain JSON. */
export interface ActorEnd {
  readonly do: 'ok' | 'err'
  readonly value: unknown
}

/** A value that an actor has shown while it ran, as plain JSON. */
export interface ActorShow {
  /** Its logical path. */
  readonly path: string
  readonly value: unknown
}

/** Whether the machine would act on an event; where a guard reads what the event does not hold, it would look at it at least. */
function mayAct(snapshot: AnyMachineSnapshot, event: AnyEventObject): boolean {
  try {
    return snapshot.can(event)
  } catch {
    return true
  }
}

const ACTOR_SHOW = /^xstate\.snapshot\./
const ACTOR_END = /^xstate\.(done|error)\.actor\./

/** One machine of a page and the actors that it has started. */
export class ObservedMachine {
  readonly id: number
  readonly machine: string
  readonly #root: AnyActorRef
  readonly #actors = new Map<string, AnyActorRef>()
  readonly #paths = new Map<object, string>()
  readonly #inputs = new Map<object, unknown>()
  readonly #ends = new Map<string, ActorEnd>()
  readonly #shows: ActorShow[] = []
  readonly #startedCount = new Map<string, number>()
  readonly #effects: Effect[] = []
  readonly #events: unknown[] = []
  readonly #moments: KeptMoment[] = []
  input: unknown = {}
  hasStarted = false

  constructor(id: number, machine: string, root: AnyActorRef) {
    this.id = id
    this.machine = machine
    this.#root = root
  }

  get hasEnded(): boolean {
    return this.#snapshot.status !== 'active'
  }

  /** Names an actor that the machine has made: `root/submit#2` is the second one of `submit`. */
  register(actor: AnyActorRef): void {
    const name = String((actor as { readonly src?: unknown }).src)
    const count = (this.#startedCount.get(name) ?? 0) + 1
    const path = `root/${name}#${count}`
    this.#startedCount.set(name, count)
    this.#actors.set(path, actor)
    this.#paths.set(actor, path)
  }

  /** Records what XState reports about the machine itself. */
  note(inspection: InspectionEvent): void {
    if (inspection.type === '@xstate.action') this.#keepEffect(inspection.action)
    if (inspection.type === '@xstate.snapshot') this.#keepMoment()
    if (inspection.type !== '@xstate.event') return
    const { event, sourceRef } = inspection
    if (event.type === 'xstate.init') {
      this.hasStarted = true
      this.input = this.#plain(event.input ?? {})
    } else if (sourceRef) this.#keepWord(event, sourceRef)
    else if (!event.type.startsWith('xstate.')) this.#events.push(this.#plain(event))
  }

  /** Records what XState reports about an actor that the machine has started. */
  noteChild(inspection: InspectionEvent): void {
    if (inspection.type !== '@xstate.event' || inspection.event.type !== 'xstate.init') return
    this.#inputs.set(inspection.actorRef, this.#plain(inspection.event.input))
  }

  state({ effectsFrom, eventsFrom }: { readonly effectsFrom: number; readonly eventsFrom: number }): ObservedState {
    const { value, context } = this.#snapshot
    return {
      value,
      context: this.#plain(context),
      effects: this.#effects.slice(effectsFrom),
      effectCount: this.#effects.length,
      events: this.#events.slice(eventsFrom),
      eventCount: this.#events.length,
      children: this.#running,
    }
  }

  actors() {
    return { inputs: this.#inputsOf(this.#running), ends: Object.fromEntries(this.#ends), shows: [...this.#shows] }
  }

  #inputsOf(paths: readonly string[]): Readonly<Record<string, unknown>> {
    const inputs = paths.map((path) => [path, this.#inputs.get(this.#actors.get(path) ?? {}) ?? null] as const)
    return Object.fromEntries(inputs)
  }

  /** What the machine has been since a moment, the oldest first. */
  moments({ momentsFrom, effectsFrom, can }: MomentsWanted): readonly ObservedMoment[] {
    return this.#moments.slice(momentsFrom).map(({ snapshot, ...counts }) => ({
      ...counts,
      value: snapshot.value,
      context: this.#plain(snapshot.context),
      effects: this.#effects.slice(effectsFrom, counts.effectCount),
      can: can.map((event) => snapshot.status === 'active' && mayAct(snapshot, event)),
      inputs: this.#inputsOf(counts.children),
    }))
  }

  can(event: AnyEventObject): boolean {
    return this.#snapshot.status === 'active' && this.#snapshot.can(event)
  }

  get #snapshot(): AnyMachineSnapshot {
    const snapshot: unknown = this.#root.getSnapshot()
    if (!isMachineSnapshot(snapshot)) throw new Error(`${this.machine} is no machine`)
    return snapshot
  }

  get #running(): readonly string[] {
    const { children } = this.#snapshot
    return [...this.#actors.entries()].flatMap(([path, actor]) => {
      const isRunning = children[actor.id] === actor && actor.getSnapshot().status === 'active'
      return isRunning ? [path] : []
    })
  }

  #keepMoment(): void {
    this.#moments.push({
      snapshot: this.#snapshot,
      children: this.#running,
      effectCount: this.#effects.length,
      eventCount: this.#events.length,
      endCount: this.#ends.size,
      showCount: this.#shows.length,
    })
  }

  #keepEffect(action: { readonly type: string; readonly params: unknown }): void {
    const effect = effectOf(action)
    if (!effect) return
    const { type, params } = effect
    this.#effects.push(params === undefined ? { type } : { type, params: this.#plain(params) })
  }

  /** Keeps what an actor tells: a value that it shows, or its end. */
  #keepWord(event: AnyEventObject, source: object): void {
    const path = this.#paths.get(source)
    if (path === undefined) return
    // An actor that has begun shows nothing yet.
    const shown = ACTOR_SHOW.test(event.type) ? event.snapshot?.context : undefined
    if (shown !== undefined) this.#shows.push({ path, value: this.#plain(shown) })
    const kind = ACTOR_END.exec(event.type)?.[1]
    if (kind === undefined) return
    const value = kind === 'done' ? event.output : event.error
    this.#ends.set(path, { do: kind === 'done' ? 'ok' : 'err', value: this.#plain(value) ?? null })
  }

  #plain(value: unknown): unknown {
    return recordable(value, (object) => this.#paths.get(object) ?? object).value
  }
}
