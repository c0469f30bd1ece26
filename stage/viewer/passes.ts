import { scenarioMachines } from '#machines/scenario-machines.ts'
import type { Scenario } from '#schemas'
import { transitionKey } from '../coverage/coverage-items.ts'
import { statePaths } from '../player/machine-nodes.ts'
import { playSteps } from '../player/scenario-player.ts'
import { inShares } from './in-shares.ts'
import type { Item } from './items.ts'

/** How a scenario goes, and what of its machine it passes through. */
export interface Pass {
  readonly status: 'passed' | 'diverged' | 'unreadable'
  /** Number of the first step that does not go as expected, from 1. */
  readonly divergesAt?: number
  /** States by path and transitions by key. */
  readonly places: ReadonlySet<string>
}

/** Item → how it goes; filled little by little, so that the page shows at once. */
export type Passes = ReadonlyMap<string, Pass>

/** How a scenario runs on the machines of the page. */
export function passOf(scenario: Scenario): Pass {
  const passing = passSteps(scenario)
  for (;;) {
    const { done, value } = passing.next()
    if (done) return value
  }
}

/** The same step by step, so that a long scenario does not hold the page up. */
function* passSteps(scenario: Scenario): Generator<undefined, Pass> {
  const contract = scenarioMachines[scenario.machine]
  const places = new Set<string>()
  if (!contract) return { status: 'unreadable', places }
  try {
    const { divergence } = yield* playSteps(contract, scenario, {
      onMicrostep: ({ machine, transitions, value }) => {
        if (machine.id !== contract.machine.id) return
        for (const transition of transitions) places.add(transitionKey(transition))
        for (const path of statePaths(value)) places.add(path)
      },
    })
    return divergence ? { status: 'diverged', divergesAt: divergence.step, places } : { status: 'passed', places }
  } catch {
    // An input that the machine does not start with: the list says that it cannot be played.
    return { status: 'unreadable', places }
  }
}

/** A share of the work that leaves the page its frames. */
const SHARE_MS = 8
/** How often the list and the heat are redrawn while scenarios are played. */
const TOLD_EVERY_MS = 400

/** Plays items bit by bit. @param onShare is given all passes so far   @returns ends it */
export function playAll(items: readonly Item[], onShare: (passes: Passes) => void): () => void {
  const passes = new Map<string, Pass>()
  const work = passAll(items, passes)
  let toldAt = performance.now()
  return inShares(SHARE_MS, (isEnough) => {
    let isDone = false
    while (!isDone && !isEnough()) isDone = work.next().done === true
    if (isDone || performance.now() - toldAt > TOLD_EVERY_MS) {
      toldAt = performance.now()
      onShare(new Map(passes))
    }
    return isDone
  })
}

function* passAll(items: readonly Item[], passes: Map<string, Pass>): Generator<undefined, void> {
  for (const { id, scenario } of items) if (scenario) passes.set(id, yield* passSteps(scenario))
}

/** How many scenarios of a machine pass each of its places. */
export function heatOf(machine: string, items: readonly Item[], passes: Passes): ReadonlyMap<string, number> {
  const counts = new Map<string, number>()
  for (const item of items) {
    if (item.machine !== machine) continue
    for (const place of passes.get(item.id)?.places ?? []) counts.set(place, (counts.get(place) ?? 0) + 1)
  }
  return counts
}

/** Shades of heat: 0 for none, 1 for few … 4 for most. */
export function shadeOf(count: number, most: number): number {
  return count === 0 ? 0 : Math.max(1, Math.ceil((Math.log(count + 1) / Math.log(most + 1)) * 4))
}
