import type { AnyEventObject } from 'xstate'
import type { ActorOutcomes, AnyMachineContract } from '#machines/shell/machine-contract.ts'
import type { CoverageIndex } from './coverage-index.ts'
import { type Place, TransitionBench } from './transition-bench.ts'

/** What a search has found: pairs of transitions that were seen to follow each other, and whether it looked everywhere. */
export interface PairSearch {
  readonly pairs: ReadonlySet<string>
  readonly moves: number
  readonly isWhole: boolean
}

/**
 * Looks for pairs of transitions that can follow each other, by letting happen what the contract holds for typical,
 * from each of the inputs on: its events, what actors show and how they end, and ends of delays in an order that time
 * allows. Places are distinguished by state, `abstract(context)`, history, delays and actors under way, and what came
 * last. Those that promise most are looked at first, so that most pairs are found early; the search ends after so many
 * moves. Always finds the same.
 *
 * An exploration (explore.ts) lets the same happen on a real clock, and so knows the steps that lead to a place.
 * Neither can replace the other. This one keeps snapshots and no steps: over all machines of the project, with the same
 * limit of moves, it takes a fifth of the time. Of machines that both search in full both find the same pairs, with one
 * exception; of those that are too large it finds up to twice as many, and seldom a few less. It cannot say how to
 * reach a place, which is what writing or shrinking a scenario needs: it lets delays end in an order that time allows,
 * but at no particular time, and a restored snapshot has lost its delays.
 */
export function searchPairs(
  contract: AnyMachineContract,
  index: CoverageIndex,
  inputs: readonly Readonly<Record<string, unknown>>[],
  maxMoves: number,
): PairSearch {
  const bench = new TransitionBench(contract, index)
  const pairs = new Set<string>()
  const agenda = new Agenda()
  let moves = 0
  const move = (place: Place, event: AnyEventObject) => {
    moves += 1
    return bench.move(place, event, (pair) => pairs.add(pair))
  }
  for (const input of inputs) {
    const place = bench.begin(input, (pair) => pairs.add(pair))
    agenda.add(place, true)
  }
  for (let place = agenda.next(); place; place = agenda.next()) {
    for (const event of possibleEvents(contract, place)) {
      if (moves >= maxMoves) return { pairs, moves, isWhole: false }
      const before = pairs.size
      let next = move(place, event)
      for (let count = 0; next && count < COUNTDOWN_MAX && isCountdown(place, next, event); count += 1) {
        next = move(next, event)
      }
      if (next) agenda.add(next, pairs.size > before)
    }
  }
  return { pairs, moves, isWhole: true }
}

/** The places that are still to be looked at, each once: first those that a new pair led to, then those that differ
 *  from known ones by more than what came last, then the others. */
class Agenda {
  readonly #known = new Set<string>()
  readonly #queues: readonly [Place[], Place[], Place[]] = [[], [], []]

  add(place: Place, isNews: boolean): void {
    if (place.snapshot.status !== 'active' || this.#known.has(place.key)) return
    const isNew = !this.#known.has(place.sort)
    this.#known.add(place.key)
    this.#known.add(place.sort)
    this.#queues[isNews ? 0 : isNew ? 1 : 2].push(place)
  }

  next(): Place | undefined {
    return this.#queues.find((queue) => queue.length > 0)?.shift()
  }
}

/** A delay that sets itself again and again without a visible change is a countdown; how often, at most. */
const COUNTDOWN_MAX = 400

function isCountdown(place: Place, next: Place, { type }: AnyEventObject): boolean {
  const isSet = [...next.timers.values()].some(({ event }) => event.type === type)
  return place.key === next.key && isSet && next.snapshot.status === 'active'
}

function possibleEvents(contract: AnyMachineContract, { due, actors }: Place): readonly AnyEventObject[] {
  return [
    ...contract.events,
    ...[...actors].flatMap(([id, src]) => actorEvents(contract.outcomes[src], id)),
    ...due.map(({ event }) => event),
  ]
}

/** What a running actor may tell: its ends, and the values that it shows before. */
function actorEvents({ ok = [], err = [], shows = [] }: Partial<ActorOutcomes> = {}, id: string): AnyEventObject[] {
  return [
    ...ok.map((output) => ({ type: `xstate.done.actor.${id}`, actorId: id, output })),
    ...err.map((error) => ({ type: `xstate.error.actor.${id}`, actorId: id, error })),
    ...shows.map((context) => ({ type: `xstate.snapshot.${id}`, snapshot: { status: 'active', context } })),
  ]
}
