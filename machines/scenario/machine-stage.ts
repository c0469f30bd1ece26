import {
  type AnyActorRef,
  type AnyEventObject,
  type AnyMachineSnapshot,
  type AnyStateMachine,
  type AnyTransitionDefinition,
  createActor,
  type InspectionEvent,
  isMachineSnapshot,
  type StateValue,
} from 'xstate'
import type { AnyMachineContract, MachineView } from '#machines/shell/machine-contract.ts'
import { canonicalWriter } from './canonical-json.ts'
import { scriptedMachine } from './scripted-actor.ts'
import { VirtualClock } from './virtual-clock.ts'

/** An emitted event, or a named action with its parameters. */
export interface Effect {
  readonly type: string
  readonly params?: unknown
}

/** One event that the machine has worked off, with what came of it. All values are plain JSON. */
export interface TraceLine {
  readonly at: number
  readonly event: string
  readonly value: unknown
  readonly context: unknown
  readonly effects: readonly Effect[]
}

/**
 * One change of a machine: the transitions that it took at once, and the states that it was in afterwards. The start, which
 * is no transition, is one without any. Where two regions want to leave for places outside of them, XState names both and
 * follows the first.
 */
export interface Microstep {
  readonly machine: AnyStateMachine
  readonly transitions: readonly AnyTransitionDefinition[]
  readonly value: StateValue
}

const ACTOR_EVENT = /^xstate\.(done|error|snapshot)\./

/**
 * A machine on a virtual clock whose invoked actors are all stand-ins: nothing runs for real, and everything that
 * happens is told in plain JSON and by logical paths (`root/submit#1`), never by session ids.
 */
export class MachineStage {
  readonly clock = new VirtualClock()
  /** One text a worked-off event: a `TraceLine` as canonical JSON. */
  readonly traceTexts: string[] = []
  readonly #actors = new Map<string, AnyActorRef>()
  readonly #paths = new Map<object, string>()
  readonly #write = canonicalWriter((object) => this.#paths.get(object) ?? object)
  readonly #startedCount = new Map<string, number>()
  readonly #emitted: AnyEventObject[] = []
  readonly #root: AnyActorRef
  readonly #onMicrostep: ((microstep: Microstep) => void) | undefined
  #stepEffects: Effect[] = []
  #lineEffects: Effect[] = []
  #source: object | undefined
  #error: unknown

  /** @param onMicrostep sees every change of the machine, and of machines that it runs */
  constructor(
    contract: AnyMachineContract,
    input: Readonly<Record<string, unknown>>,
    onMicrostep?: (microstep: Microstep) => void,
  ) {
    this.#onMicrostep = onMicrostep
    const root = createActor(scriptedMachine(contract.machine), {
      input: contract.prepareInput?.(input) ?? input,
      clock: this.clock,
      inspect: (event) => this.#inspect(event),
    })
    this.#root = root
    root.subscribe({ error: (error) => this.#fail(error) })
    root.start()
  }

  /** What the machine threw, if its own code failed; nothing moves after that. */
  get error(): unknown {
    return this.#error
  }

  /** The machine as an invariant sees it: the context itself, not a copy. */
  get view(): MachineView<unknown> {
    const { value, context } = this.#snapshot
    return { value, context, emitted: this.#emitted }
  }

  /** The context as plain JSON; actors in it are written as their paths. */
  get context(): unknown {
    return this.#plain(this.#snapshot.context)
  }

  /** Logical paths of the actors that run now, in order of their start. */
  get running(): readonly string[] {
    const children = new Set<unknown>(Object.values(this.#snapshot.children))
    return [...this.#actors]
      .filter(([, actor]) => children.has(actor) && actor.getSnapshot().status === 'active')
      .map(([path]) => path)
  }

  /** What was emitted and asked for since the last call. */
  takeEffects(): readonly Effect[] {
    const effects = this.#stepEffects
    this.#stepEffects = []
    return effects
  }

  can(event: AnyEventObject): boolean {
    return this.#snapshot.can(event)
  }

  send(event: AnyEventObject): void {
    this.#root.send(event)
  }

  /** The input that a running actor was started with, as plain JSON; undefined when it does not run. */
  inputOf(path: string): unknown {
    if (!this.running.includes(path)) return undefined
    return this.#plain(this.#actors.get(path)?.getSnapshot().input)
  }

  /** Ends a running actor with an output or an error, or lets it show a value. @returns false when it does not run */
  tell(path: string, type: 'script.ok' | 'script.err' | 'script.value', value: unknown): boolean {
    if (!this.running.includes(path)) return false
    this.#actors.get(path)?.send({ type, value })
    return true
  }

  get #snapshot(): AnyMachineSnapshot {
    return this.#root.getSnapshot()
  }

  #register(actor: AnyActorRef): void {
    if (actor._parent === undefined) return
    const name = String(actor.src)
    const count = (this.#startedCount.get(name) ?? 0) + 1
    const path = `root/${name}#${count}`
    this.#startedCount.set(name, count)
    this.#actors.set(path, actor)
    this.#paths.set(actor, path)
  }

  #inspect(inspection: InspectionEvent): void {
    if (inspection.type === '@xstate.actor') this.#register(inspection.actorRef as AnyActorRef)
    if (this.#onMicrostep) tellMicrostep(inspection, this.#onMicrostep)
    if (this.#paths.has(inspection.actorRef)) return
    if (inspection.type === '@xstate.event') this.#source = inspection.sourceRef
    if (inspection.type === '@xstate.action') this.#keepEffect(inspection.action)
    if (inspection.type !== '@xstate.snapshot') return
    const { value, context } = inspection.snapshot as AnyMachineSnapshot
    const line: TraceLine = {
      at: this.clock.nowMs,
      event: this.#eventName(inspection.event.type),
      value,
      context,
      effects: this.#lineEffects,
    }
    this.traceTexts.push(this.#write(line))
    this.#lineEffects = []
  }

  #keepEffect({ type, params }: { readonly type: string; readonly params: unknown }): void {
    if (type === 'xstate.emit') {
      const { event } = params as { readonly event: AnyEventObject }
      const { type: name, ...payload } = event
      this.#emitted.push(event)
      this.#pushEffect(name, Object.keys(payload).length ? payload : undefined)
    } else if (!type.startsWith('xstate.')) this.#pushEffect(type, params)
  }

  #pushEffect(type: string, params: unknown): void {
    const effect = params === undefined ? { type } : { type, params: this.#plain(params) }
    this.#stepEffects.push(effect)
    this.#lineEffects.push(effect)
  }

  /** What an actor tells is named after its path, for XState names it after ids that need not be alike in two runs. */
  #eventName(type: string): string {
    const kind = ACTOR_EVENT.exec(type)?.[1]
    return kind === undefined ? type : `${kind} ${this.#paths.get(this.#source ?? {}) ?? 'root'}`
  }

  #fail(error: unknown): void {
    this.#error = error
  }

  #plain(value: unknown): unknown {
    return value === undefined ? undefined : JSON.parse(this.#write(value))
  }
}

/** XState tells of microsteps while it is inspected; the start, which is none, is told by the first snapshot. */
function tellMicrostep(inspection: InspectionEvent, onMicrostep: (microstep: Microstep) => void): void {
  const isStart = inspection.type === '@xstate.snapshot' && inspection.event.type === 'xstate.init'
  if (inspection.type !== '@xstate.microstep' && !isStart) return
  const { snapshot } = inspection
  if (!isMachineSnapshot(snapshot)) return
  const transitions = inspection.type === '@xstate.microstep' ? inspection._transitions : []
  onMicrostep({ machine: snapshot.machine, value: snapshot.value, transitions })
}
