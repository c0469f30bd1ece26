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
import type {
  ActorEnding,
  AfterView,
  AnyMachineContract,
  EndingView,
  MachineView,
} from '#machines/shell/machine-contract.ts'
import { canonicalWriter } from './canonical-json.ts'
import { plainCopier } from './plain-json.ts'
import { scriptedMachine } from './scripted-actor.ts'
import { VirtualClock } from './virtual-clock.ts'

/** An emitted event, or a named action with its parameters. */
export interface Effect {
  readonly type: string
  readonly params?: unknown
}

/** One event that the machine has worked off, with what came of it; written, all its values are plain JSON. */
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

/** The end of an actor that has just been reported, with what is seen after it. */
export interface JustEnded extends ActorEnding {
  readonly view: EndingView<unknown>
}

/** An event from outside that has just been worked off, with what is seen after it. */
export interface JustSent {
  readonly event: AnyEventObject
  readonly view: AfterView<unknown>
}

/**
 * A machine on a virtual clock whose invoked actors are all stand-ins: nothing runs for real, and everything that
 * happens is recorded in plain JSON and by logical paths (`root/submit#1`), never by session ids.
 */
export class MachineStage {
  readonly clock = new VirtualClock()
  /** What was worked off, as a list of lines; written only on request, for writing takes longer than playing. */
  readonly #trace: TraceLine[] = []
  readonly #traceTexts: string[] = []
  readonly #actors = new Map<string, AnyActorRef>()
  readonly #paths = new Map<object, string>()
  readonly #write = canonicalWriter((object) => this.#paths.get(object) ?? object)
  readonly #plain = plainCopier((object) => this.#paths.get(object) ?? object)
  /** Who sent an event of an actor; while one is worked off, others may be told already. */
  readonly #sources = new WeakMap<object, object>()
  readonly #startedCount = new Map<string, number>()
  readonly #emitted: AnyEventObject[] = []
  readonly #ended: ActorEnding[] = []
  #justEnded: JustEnded | undefined
  #justSent: JustSent | undefined
  readonly #root: AnyActorRef
  readonly #onMicrostep: ((microstep: Microstep) => void) | undefined
  readonly #onInspection: ((inspection: InspectionEvent) => void) | undefined
  #stepEffects: Effect[] = []
  #lineEffects: Effect[] = []
  #error: unknown

  /** @param onMicrostep sees every change of the machine, and of machines that it runs
   *  @param onInspection sees everything that XState tells */
  constructor(
    contract: AnyMachineContract,
    input: Readonly<Record<string, unknown>>,
    onMicrostep?: (microstep: Microstep) => void,
    onInspection?: (inspection: InspectionEvent) => void,
  ) {
    this.#onMicrostep = onMicrostep
    this.#onInspection = onInspection
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

  /** Where the machine is, as XState tells it: the same object as long as nothing at all has changed. */
  get snapshot(): AnyMachineSnapshot {
    return this.#root.getSnapshot()
  }

  /** The machine as an invariant sees it: the context itself, not a copy. */
  get view(): MachineView<unknown> {
    const { value, context } = this.snapshot
    return { value, context, emitted: this.#emitted, ended: this.#ended }
  }

  /** The context as plain JSON; actors in it are written as their paths. */
  get context(): unknown {
    return this.#plain(this.snapshot.context)
  }

  /** A context of the machine, such as an earlier one, as plain JSON. */
  plainContext(context: unknown): unknown {
    return this.#plain(context)
  }

  /** Logical paths of the actors that run now, in order of their start. */
  get running(): readonly string[] {
    const paths: string[] = []
    for (const path of this.#actors.keys()) if (this.#runningActor(path)) paths.push(path)
    return paths
  }

  /** One text a worked-off event: a `TraceLine` as canonical JSON. */
  get traceTexts(): readonly string[] {
    for (const line of this.#trace.slice(this.#traceTexts.length)) this.#traceTexts.push(this.#write(line))
    return this.#traceTexts
  }

  isRunning(path: string): boolean {
    return this.#runningActor(path) !== undefined
  }

  /** What was emitted and asked for since the last call; `plainEffects` makes JSON of it. */
  takeEffects(): readonly Effect[] {
    const effects = this.#stepEffects
    this.#stepEffects = []
    return effects
  }

  /** What `takeEffects` would give; it stays there. */
  get pendingEffects(): readonly Effect[] {
    return this.#stepEffects
  }

  /** Effects as plain JSON; actors in them are written as their paths. */
  plainEffects(effects: readonly Effect[]): readonly Effect[] {
    return effects.map(({ type, params }) => (params === undefined ? { type } : { type, params: this.#plain(params) }))
  }

  can(event: AnyEventObject): boolean {
    return this.snapshot.can(event)
  }

  /** What is sent to a machine that has ended goes nowhere. */
  send(event: AnyEventObject): void {
    if (this.snapshot.status !== 'active') return
    const seen = this.#watch()
    this.#root.send(event)
    this.#justSent = { event, view: seen() }
  }

  /** @returns what gives all that is seen from now on */
  #watch(): () => AfterView<unknown> {
    const { value, context, emitted } = this.view
    const toldBefore = emitted.length
    return () => {
      const told = this.#emitted.slice(toldBefore).map((event) => event.type)
      return { ...this.view, before: { value, context }, told }
    }
  }

  /** The input that a running actor was started with, as plain JSON; undefined when it does not run. */
  inputOf(path: string): unknown {
    return this.#plain(this.#runningActor(path)?.getSnapshot().input)
  }

  /** Ends a running actor with an output or an error, or lets it show a value. @returns false when it does not run */
  tell(path: string, type: 'script.ok' | 'script.err' | 'script.value', value: unknown): boolean {
    const actor = this.#runningActor(path)
    if (!actor) return false
    if (type === 'script.value') {
      actor.send({ type, value })
      return true
    }
    const ending = { actor: String(actor.src), isOk: type === 'script.ok' }
    const seen = this.#watch()
    this.#ended.push(ending)
    actor.send({ type, value })
    this.#justEnded = { ...ending, view: { ...seen(), end: value } }
    return true
  }

  /** The end of an actor that was reported since the last call. */
  takeJustEnded(): JustEnded | undefined {
    const ending = this.#justEnded
    this.#justEnded = undefined
    return ending
  }

  /** The event from outside that was sent since the last call. */
  takeJustSent(): JustSent | undefined {
    const sent = this.#justSent
    this.#justSent = undefined
    return sent
  }

  #runningActor(path: string): AnyActorRef | undefined {
    const actor = this.#actors.get(path)
    if (!actor || this.snapshot.children[actor.id] !== actor) return undefined
    return actor.getSnapshot().status === 'active' ? actor : undefined
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
    this.#onInspection?.(inspection)
    if (this.#paths.has(inspection.actorRef)) return
    if (inspection.type === '@xstate.event' && inspection.sourceRef) {
      this.#sources.set(inspection.event, inspection.sourceRef)
    }
    if (inspection.type === '@xstate.action') this.#keepEffect(inspection.action)
    if (inspection.type !== '@xstate.snapshot') return
    const { value, context } = inspection.snapshot as AnyMachineSnapshot
    const event = this.#eventName(inspection.event)
    this.#trace.push({ at: this.clock.nowMs, event, value, context, effects: this.#lineEffects })
    this.#lineEffects = []
  }

  #keepEffect(action: { readonly type: string; readonly params: unknown }): void {
    if (action.type === 'xstate.emit') this.#emitted.push((action.params as EmitParams).event)
    const effect = effectOf(action)
    if (!effect) return
    this.#stepEffects.push(effect)
    this.#lineEffects.push(effect)
  }

  /** What an actor tells is named after its path, for XState names it after ids that need not be alike in two runs. */
  #eventName(event: AnyEventObject): string {
    return traceEventName(event.type, this.#paths.get(this.#sources.get(event) ?? {}))
  }

  #fail(error: unknown): void {
    this.#error = error
  }
}

/** What an action of XState is to those who look on; undefined for what it does for itself alone. */
export function effectOf({ type, params }: { readonly type: string; readonly params: unknown }): Effect | undefined {
  if (type !== 'xstate.emit') return type.startsWith('xstate.') ? undefined : effect(type, params)
  const { type: name, ...payload } = (params as EmitParams).event
  return effect(name, Object.keys(payload).length ? payload : undefined)
}

interface EmitParams {
  readonly event: AnyEventObject
}

function effect(type: string, params: unknown): Effect {
  return params === undefined ? { type } : { type, params }
}

/** The name of a worked-off event in a trace: what an actor tells is named after its path, `done root/submit#1`. */
export function traceEventName(type: string, sourcePath: string | undefined): string {
  const kind = ACTOR_EVENT.exec(type)?.[1]
  return kind === undefined ? type : `${kind} ${sourcePath ?? 'root'}`
}

/** XState reports microsteps while it is inspected; the start, which is none, is reported by the first snapshot. */
function tellMicrostep(inspection: InspectionEvent, onMicrostep: (microstep: Microstep) => void): void {
  const isStart = inspection.type === '@xstate.snapshot' && inspection.event.type === 'xstate.init'
  if (inspection.type !== '@xstate.microstep' && !isStart) return
  const { snapshot } = inspection
  if (!isMachineSnapshot(snapshot)) return
  const transitions = inspection.type === '@xstate.microstep' ? inspection._transitions : []
  onMicrostep({ machine: snapshot.machine, value: snapshot.value, transitions })
}
