import type { AnyMachineContract } from '#machines/shell/machine-contract.ts'
import type { ScenarioStep } from '#schemas'
import { transitionKey } from '../coverage/coverage-items.ts'
import { canonicalJson } from '../player/canonical-json.ts'
import { MachineStage, type Microstep } from '../player/machine-stage.ts'
import { takeStep } from '../player/scenario-player.ts'
import { actorName, possibleSteps } from './possible-steps.ts'

type Input = Readonly<Record<string, unknown>>

/** Somewhere that an exploration has come to: how it gets there from a start. */
export interface ExploredPlace {
  readonly key: string
  readonly input: Input
  /** The shortest way: no other of its key has fewer steps. */
  readonly steps: readonly ScenarioStep[]
}

/** A step from one place to another, or to the same. */
export interface ExploredMove {
  readonly from: ExploredPlace
  readonly step: ScenarioStep
  readonly to: string
  /** What happened, in which state and after what, as text: moves that cannot differ in what they cover have the same. */
  readonly deed: string
}

/** How a machine begins, by one of its inputs. */
export interface ExploredStart {
  readonly input: Input
  /** The transitions that it takes at once, as text. */
  readonly deed: string
}

/** All that a bounded exploration has found. */
export interface Exploration {
  readonly starts: readonly ExploredStart[]
  /** In the order in which they were found: those with fewer steps first. */
  readonly places: readonly ExploredPlace[]
  readonly moves: readonly ExploredMove[]
  /** Whether it has looked everywhere. */
  readonly isWhole: boolean
}

/** How far an exploration goes, and what it tells places apart by besides the machine's own state. */
export interface ExploreBounds {
  readonly maxPlaces: number
  readonly maxMoves: number
  readonly grain: ExploreGrain
  /** Whether it lets happen only what a page offers. */
  readonly isOnPage?: boolean
}

/**
 * What makes two places different: `abstract`, the part of the context that the contract names, which is least; `last`, the
 * transitions taken last besides; `context`, the whole context, which may never come to an end.
 */
export type ExploreGrain = 'abstract' | 'last' | 'context'

/** A delay that sets itself again without a visible change is a countdown; how often, at most. */
const COUNTDOWN_MAX = 400

/**
 * Lets happen to a machine, from each of the inputs on, all that its contract holds for typical, breadth first: events, ends
 * of running actors, and time until the next delay is over. The machine runs for real on a virtual clock with stand-ins for
 * its actors; a place is come to by playing the steps that lead there, for a copy of a snapshot would have lost its delays.
 * Always finds the same in the same order. What comes after a place where the machine has thrown is not looked for. Which pairs
 * of transitions there are is looked for by another search, which needs no steps and so is faster (coverage-search.ts).
 */
export function explore(
  contract: AnyMachineContract,
  inputs: readonly Input[],
  { maxPlaces, maxMoves, grain, isOnPage = false }: ExploreBounds,
): Exploration {
  const places: ExploredPlace[] = []
  const moves: ExploredMove[] = []
  const known = new Set<string>()
  const visit = (place: ExploredPlace): boolean => {
    if (known.has(place.key)) return true
    if (known.size >= maxPlaces) return false
    known.add(place.key)
    places.push(place)
    return true
  }
  const begun = inputs.map((input) => ({ input, visit: new Visit(contract, input, grain) }))
  const starts = begun.map(({ input, visit: { taken } }) => ({ input, deed: taken.join(' ') }))
  let isWhole = begun.map(({ input, visit: { key } }) => visit({ key, input, steps: [] })).every(Boolean)
  for (let index = 0; index < places.length; index += 1) {
    const place = places[index] as ExploredPlace
    for (const { step, key, deed, isOver } of movesFrom(contract, place, grain, isOnPage)) {
      if (moves.length >= maxMoves) return { starts, places, moves, isWhole: false }
      moves.push({ from: place, step, to: key, deed })
      if (!isOver && !visit({ key, input: place.input, steps: [...place.steps, step] })) isWhole = false
    }
  }
  return { starts, places, moves, isWhole }
}

interface Move {
  readonly step: ScenarioStep
  readonly key: string
  readonly deed: string
  /** Whether nothing can happen afterwards: the machine has ended or thrown. */
  readonly isOver: boolean
}

/** A stage is used again as long as nothing has changed on it: most events do nothing in most places. */
function* movesFrom(
  contract: AnyMachineContract,
  place: ExploredPlace,
  grain: ExploreGrain,
  isOnPage: boolean,
): Generator<Move> {
  const start = () => new Visit(contract, place.input, grain, place.steps)
  let visit = start()
  for (const step of possibleSteps(contract, visit.stage)) {
    if (isOnPage && !isOffered(contract, visit.stage, step)) continue
    const { value } = visit.stage.snapshot
    const before = visit.stage.snapshot
    const origin = canonicalJson([value, grain === 'abstract' ? null : visit.last])
    const taken = visit.take(step)
    yield { step: taken, key: visit.key, deed: `${origin} ${deedText(step)} ${visit.taken}`, isOver: visit.isOver }
    if (visit.stage.snapshot !== before || step.do !== 'send') visit = start()
  }
}

function isOffered(contract: AnyMachineContract, { snapshot }: MachineStage, { event }: ScenarioStep): boolean {
  if (!event || !contract.offers) return true
  const { value, context } = snapshot
  return contract.offers({ value, context }, event)
}

/** What a step does, whenever it does it and whichever of several alike it does it to. */
function deedText({ do: deed, actor = 'root', event, value }: ScenarioStep): string {
  return canonicalJson([deed, actorName(actor), event, value])
}

/** One way through a machine. */
class Visit {
  readonly stage: MachineStage
  readonly #contract: AnyMachineContract
  readonly #grain: ExploreGrain
  /** The transitions of the last change. */
  last: readonly string[] = []
  /** The transitions that the last step has set off; before any, the start. */
  taken: readonly string[] = []

  constructor(contract: AnyMachineContract, input: Input, grain: ExploreGrain, steps: readonly ScenarioStep[] = []) {
    this.#contract = contract
    this.#grain = grain
    this.stage = new MachineStage(contract, input, (microstep) => this.#note(microstep))
    for (const step of steps) takeStep(this.stage, step)
  }

  get isOver(): boolean {
    return this.stage.error !== undefined || this.stage.snapshot.status !== 'active'
  }

  get key(): string {
    const more = { abstract: null, last: this.last, context: this.#grain === 'context' ? this.stage.context : null }
    return `${stateKey(this.#contract, this.stage)} ${canonicalJson(more[this.#grain])}`
  }

  /** Does the step; time that changes nothing visible runs on until it does. @returns what was done */
  take(step: ScenarioStep): ScenarioStep {
    const before = this.key
    this.taken = []
    takeStep(this.stage, step)
    if (step.do !== 'advance') return step
    for (let count = 0; count < COUNTDOWN_MAX && this.key === before && !this.isOver; count += 1) {
      const due = this.stage.clock.nextDueMs
      if (due === undefined) break
      takeStep(this.stage, { at: due, do: 'advance' })
    }
    return { ...step, at: this.stage.clock.nowMs }
  }

  #note({ machine, transitions }: Microstep): void {
    if (transitions.length === 0 || machine.config !== this.#contract.machine.config) return
    this.last = transitions.map(transitionKey)
    this.taken = [...this.taken, ...this.last]
  }
}

/**
 * What decides what can happen next to a machine, as text: its state, the part of its context that its contract names, what
 * it remembers of states that it has left, the actors that run, and the delays that are under way.
 */
export function stateKey(contract: AnyMachineContract, stage: MachineStage): string {
  const { snapshot } = stage
  if (snapshot.status === 'error') return 'error'
  const history = Object.entries(snapshot.historyValue).map(([id, nodes]) => [id, nodes.map((node) => node.id)])
  const actors = stage.running.map(actorName)
  const abstract = contract.abstract(snapshot.context)
  return canonicalJson([snapshot.status, snapshot.value, abstract, history, actors, stage.clock.pendingDelaysMs])
}
