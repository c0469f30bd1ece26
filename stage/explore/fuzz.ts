import type { AnyMachineContract } from '#machines/shell/machine-contract.ts'
import type { ScenarioStep } from '#schemas'
import { MachineStage, type Microstep } from '../player/machine-stage.ts'
import type { Mismatch } from '../player/scenario-expectation.ts'
import { playStep } from '../player/scenario-player.ts'
import { type ExploredPlace, explore } from './explore.ts'
import { actorSteps } from './possible-steps.ts'
import { SeededRandom } from './seeded-random.ts'
import { type WrongEvent, wrongEvents } from './wrong-events.ts'

type Input = Readonly<Record<string, unknown>>

/** What a machine is put through. */
export interface FuzzOrder {
  /** What runs start with, one after the other and then from the first again. */
  readonly inputs: readonly Input[]
  readonly seed: number
  /** How many steps, over all runs together. */
  readonly events: number
  /** How many times the machine is restarted, at least: also when it has ended, or is stuck. */
  readonly runs: number
  /** Sees every change of the machine. */
  readonly onMicrostep?: (microstep: Microstep) => void
}

/** How it went: the steps taken, the starts they took, and the first failure. */
export interface FuzzResult {
  readonly taken: number
  readonly runs: number
  readonly failure?: FuzzFailure
}

/** A run that broke something with its last step. */
export interface FuzzFailure {
  readonly input: Input
  readonly steps: readonly ScenarioStep[]
  readonly mismatch: Mismatch
}

/** Of so many choices, how many are an event, an actor's end, time, or an event that nobody may send. */
const SHARES = { event: 60, actor: 20, time: 15, wrong: 5 }
/** The same in runs that are to get far: what is under way mostly comes to its end before anything else happens. */
const CALM_SHARES = { event: 20, actor: 65, time: 10, wrong: 5 }
/** A machine on which so many steps in a row have changed nothing is taken to be stuck. */
const IDLE_MAX = 20
/** How far the exploration goes that finds places to begin at. */
const BOUNDS = { maxPlaces: 300, maxMoves: 4000 }
/** Time passes up to here at once, in ms: longer than most delays of a page. */
const MAX_WAIT_MS = 4000

/**
 * Sends a machine random events, whether it takes them now or not, ends of its actors, time, and events that its schema
 * refuses; every invariant must hold after each, and nothing may throw (QA-9, QA-14). The same order gives the same steps
 * on every computer. It stops at the first failure.
 */
export function fuzzMachine(contract: AnyMachineContract, order: FuzzOrder): FuzzResult {
  const fuzzer = new Fuzzer(contract, order)
  const longest = Math.ceil(order.events / order.runs)
  let taken = 0
  let run = 0
  for (; taken < order.events; run += 1) {
    const { input, steps, mismatch } = fuzzer.run(run, Math.min(longest, order.events - taken))
    taken += Math.max(1, steps.length)
    if (mismatch) return { taken, runs: run + 1, failure: { input, steps, mismatch } }
  }
  fuzzer.expectExplored()
  return { taken, runs: run }
}

/** What all runs of an order have in common. */
class Fuzzer {
  readonly #contract: AnyMachineContract
  readonly #order: FuzzOrder
  readonly #wrong: readonly WrongEvent[]
  readonly #places: readonly ExploredPlace[]
  readonly #unexplored: unknown

  constructor(contract: AnyMachineContract, order: FuzzOrder) {
    this.#contract = contract
    this.#order = order
    this.#wrong = wrongEvents(contract)
    let places: readonly ExploredPlace[] = []
    try {
      places = explore(contract, order.inputs, { ...BOUNDS, grain: 'abstract' }).places
    } catch (error) {
      this.#unexplored = error
    }
    this.#places = places
  }

  /** @throws whatever kept the machine from being explored: a run that broke nothing has not shown why */
  expectExplored(): void {
    if (this.#unexplored !== undefined) throw this.#unexplored
  }

  /** One run of so many steps at most, up to the first failure. Of every three with one input one begins where an
   *  exploration has arrived and continues calmly, for chance seldom gets far; and one does without some of what is
   *  typical. */
  run(number: number, most: number): Omit<FuzzFailure, 'mismatch'> & { readonly mismatch?: Mismatch } {
    const random = new SeededRandom(this.#order.seed + Math.imul(number, 0x9e3779b1))
    const { inputs } = this.#order
    const origin = { input: inputs[number % inputs.length] ?? {}, steps: [] }
    const kind = Math.floor(number / inputs.length) % 3
    const { input, steps: way } = kind === 2 && this.#places.length > 0 ? random.pick(this.#places) : origin
    const shares = kind === 2 ? CALM_SHARES : SHARES
    const typical = kind === 1 ? someOf(this.#contract, random) : this.#contract
    const stage = new MachineStage(this.#contract, input, this.#order.onMicrostep)
    const steps: ScenarioStep[] = []
    // A machine that fails as it starts is noticed at its first step.
    const goesOn = () => steps.length === 0 || stage.snapshot.status === 'active'
    for (let idle = 0; steps.length < most && idle < IDLE_MAX && goesOn(); ) {
      const before = stage.snapshot
      const step = way[steps.length] ?? randomStep(typical, stage, random, this.#wrong, shares)
      steps.push(step)
      const { mismatch } = playStep(this.#contract, stage, step)
      if (mismatch) return { input, steps, mismatch }
      idle = stage.snapshot === before ? idle + 1 : 0
    }
    return { input, steps }
  }
}

/**
 * The contract with some of its events and ends of actors alone. Runs that lack an event come to places where that event,
 * if it may come at any time, would never have let them (swarm testing: Groce and others, 2012).
 */
function someOf(contract: AnyMachineContract, random: SeededRandom): AnyMachineContract {
  const half = <TItem>(items: readonly TItem[]): readonly TItem[] => {
    const kept = items.filter(() => random.below(2) === 0)
    return kept.length > 0 || items.length === 0 ? kept : [random.pick(items)]
  }
  const outcomes = Object.entries(contract.outcomes).map(([actor, { ok, err, shows = [] }]) => {
    const ends = half([...ok.map((value) => ({ value, isOk: true })), ...err.map((value) => ({ value, isOk: false }))])
    const valuesOf = (wanted: boolean) => ends.filter(({ isOk }) => isOk === wanted).map(({ value }) => value)
    return [actor, { ok: valuesOf(true), err: valuesOf(false), shows: half(shows) }] as const
  })
  return { ...contract, events: half(contract.events), outcomes: Object.fromEntries(outcomes) }
}

/** Something that may or may not happen to the machine now. What cannot be chosen leaves its share to the events. */
export function randomStep(
  contract: AnyMachineContract,
  stage: MachineStage,
  random: SeededRandom,
  wrong: readonly WrongEvent[],
  shares: Readonly<Record<keyof typeof SHARES, number>> = SHARES,
): ScenarioStep {
  const at = stage.clock.nowMs
  let choice = random.below(shares.event + shares.actor + shares.time + shares.wrong)
  if (choice < shares.time || contract.events.length === 0) return { at: at + randomWait(stage, random), do: 'advance' }
  choice -= shares.time
  if (choice < shares.wrong) {
    const { event, note } = random.pick(wrong)
    return { at, do: 'send', actor: 'root', event, illegal: true, note }
  }
  choice -= shares.wrong
  const ends = choice < shares.actor ? stage.running.flatMap((path) => actorSteps(contract, path, at)) : []
  if (ends.length > 0) return random.pick(ends)
  return { at, do: 'send', actor: 'root', event: random.pick(contract.events) }
}

/** Up to the end of the first delay, just before it, or any time. */
function randomWait({ clock }: MachineStage, random: SeededRandom): number {
  const due = clock.nextDueMs
  const way = random.below(3)
  if (way === 0 || due === undefined) return 1 + random.below(MAX_WAIT_MS)
  const untilDue = Math.ceil(due - clock.nowMs)
  return way === 1 ? untilDue : Math.max(0, untilDue - 1)
}
