import {
  type AnyActorRef,
  type AnyActorScope,
  type AnyEventObject,
  type AnyMachineSnapshot,
  type AnyStateMachine,
  type AnyTransitionDefinition,
  createActor,
  type StateValue,
} from 'xstate'
import type { AnyMachineContract } from '#machines/shell/machine-contract.ts'
import { scriptedMachine } from '../player/scripted-actor.ts'
import type { CoverageIndex } from './coverage-index.ts'
import { followPairs, type LastTransitions } from './pair-track.ts'

/** A delay that is under way. */
export interface Timer {
  readonly event: AnyEventObject
  readonly delayMs: number
  /** Number of the move that set it. */
  readonly since: number
}

/** A place that the search has come to; everything that decides what can happen there. */
export interface Place {
  readonly snapshot: AnyMachineSnapshot
  readonly last: LastTransitions
  readonly timers: ReadonlyMap<string, Timer>
  /** The delays of which any may end next: what was set when decides that, and which are under way does not tell it. */
  readonly due: readonly Timer[]
  /** Id of an actor that runs → its name. */
  readonly actors: ReadonlyMap<string, string>
  /** Number of moves that led here. */
  readonly depth: number
  /** Distinguishes places regardless of what came last. */
  readonly sort: string
  /** Tells places apart. */
  readonly key: string
}

interface Step {
  readonly value: StateValue
  readonly transitions: readonly AnyTransitionDefinition[]
}

interface Action {
  readonly type: string
  readonly params: unknown
}

/** Works off events without running anything: what a machine would do, according to its transition function. */
export class TransitionBench {
  readonly #contract: AnyMachineContract
  readonly #index: CoverageIndex
  readonly #machine: AnyStateMachine
  readonly #host: AnyActorRef
  #steps: Step[] = []
  #actions: Action[] = []

  constructor(contract: AnyMachineContract, index: CoverageIndex) {
    this.#contract = contract
    this.#index = index
    this.#machine = scriptedMachine(contract.machine)
    this.#host = createActor(this.#machine, {
      input: {},
      inspect: (inspection) => {
        if (inspection.type !== '@xstate.microstep') return
        const { value } = inspection.snapshot as AnyMachineSnapshot
        this.#steps.push({ value, transitions: inspection._transitions })
      },
    })
  }

  /** Where the machine is once it has started. @param onPair gets the pairs of transitions that it takes at once */
  begin(input: Readonly<Record<string, unknown>>, onPair: (pair: string) => void): Place {
    this.#clear()
    const snapshot = this.#machine.getInitialSnapshot(this.#scope, this.#contract.prepareInput?.(input) ?? input)
    const origin = { last: new Map(), timers: new Map(), actors: new Map(), depth: 0 }
    return this.#arrive(origin, snapshot, onPair)
  }

  /** Where an event leads to from a place. @param onPair gets the pairs of transitions on the way
   *  @returns undefined when the machine throws, so that nothing follows: random walks and fuzzing report that */
  move(place: Place, event: AnyEventObject, onPair: (pair: string) => void): Place | undefined {
    this.#clear()
    const snapshot = this.#transition(place.snapshot, event)
    return snapshot && this.#arrive(withoutEnded(place, event), snapshot, onPair)
  }

  #transition(snapshot: AnyMachineSnapshot, event: AnyEventObject): AnyMachineSnapshot | undefined {
    try {
      return this.#machine.transition(snapshot, event, this.#scope)
    } catch {
      return undefined
    }
  }

  #arrive(origin: Origin, snapshot: AnyMachineSnapshot, onPair: (pair: string) => void): Place {
    let { last } = origin
    let before = origin.snapshot?.value
    for (const { value, transitions } of this.#steps) {
      last = followPairs(this.#index, last, { before: before ?? value, after: value, transitions }, onPair)
      before = value
    }
    const timers = new Map(origin.timers)
    const actors = new Map(origin.actors)
    for (const action of this.#actions) follow(action, timers, actors, origin.depth)
    const due = [...timers.values()].filter((timer, _, all) => isDueFirst(timer, all))
    const place = { snapshot, last, timers, due, actors, depth: origin.depth + 1 }
    const sort = sortOf(this.#contract, place)
    return { ...place, sort, key: `${sort} ${JSON.stringify([...last].sort())}` }
  }

  #clear(): void {
    this.#steps = []
    this.#actions = []
  }

  get #scope(): AnyActorScope {
    return {
      self: this.#host,
      system: this.#host.system,
      id: '',
      sessionId: '',
      logger: () => undefined,
      defer: () => undefined,
      emit: () => undefined,
      stopChild: () => undefined,
      actionExecutor: (action) => void this.#actions.push(action),
    }
  }
}

type Origin = Omit<Place, 'snapshot' | 'due' | 'sort' | 'key'> & { readonly snapshot?: AnyMachineSnapshot }

/** Delays and actors are set and called off by actions of XState's own. */
function follow(
  { type, params }: Action,
  timers: Map<string, Timer>,
  actors: Map<string, string>,
  since: number,
): void {
  const { id, sendId, delay, event, src, actorRef } = (params ?? {}) as Partial<Record<string, unknown>> & {
    readonly event?: AnyEventObject
    readonly actorRef?: AnyActorRef
  }
  if (type === 'xstate.raise' && typeof delay === 'number' && event) {
    timers.set(String(id), { event, delayMs: Math.max(0, delay), since })
  }
  if (type === 'xstate.cancel') timers.delete(String(sendId))
  if (type === 'xstate.spawnChild' && actorRef) actors.set(actorRef.id, String(src))
  if (type === 'xstate.stopChild') actors.delete(String(id))
}

/** Whether a delay can end before all others, which are in the order of their setting: one that was set later must be shorter,
 *  and of those that are set together and equally long the first ends first. Any time may have passed between two moves. */
function isDueFirst(timer: Timer, timers: readonly Timer[]): boolean {
  const place = timers.indexOf(timer)
  return timers.every((other, index) => {
    if (other === timer || timer.since < other.since) return true
    return index > place ? timer.delayMs <= other.delayMs : timer.delayMs < other.delayMs
  })
}

/** A place without the delay or the actor that an event tells the end of. */
function withoutEnded(place: Place, { type, actorId }: AnyEventObject): Origin {
  const timers = new Map([...place.timers].filter(([, { event }]) => event.type !== type))
  const actors = new Map([...place.actors].filter(([id]) => id !== actorId))
  return { ...place, timers, actors }
}

function sortOf({ abstract }: AnyMachineContract, place: Omit<Place, 'sort' | 'key'>): string {
  const { snapshot, timers, due, actors } = place
  if (snapshot.status !== 'active') return ''
  const history = Object.entries(snapshot.historyValue).map(([id, nodes]) => [id, nodes.map((node) => node.id)])
  const underWay = [[...timers.keys()].sort(), due.map(({ event }) => event.type).sort(), [...actors.keys()].sort()]
  return JSON.stringify([snapshot.value, abstract(snapshot.context), history, underWay])
}
