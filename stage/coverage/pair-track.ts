import type { AnyTransitionDefinition, StateValue } from 'xstate'
import { isWithin, leafPaths, pathOf } from '../player/machine-nodes.ts'
import { type CoverageIndex, pairText } from './coverage-index.ts'
import { transitionKey } from './coverage-items.ts'

/** Innermost state → key of the transition that brought the machine there, or that acted there last; none since the start. */
export type LastTransitions = ReadonlyMap<string, string>

/** What a microstep was: the transitions taken at once, the states before it, and those after it. */
export interface PairStep {
  readonly before: StateValue
  readonly after: StateValue
  readonly transitions: readonly AnyTransitionDefinition[]
}

/**
 * Which transitions follow each other. A transition follows the one that brought the machine into, or acted last in, the
 * innermost states that it starts from; what happens meanwhile in a region beside it is no part of that.
 * @param onPair gets each pair in words   @returns what came last, for the next microstep
 */
export function followPairs(
  index: CoverageIndex,
  last: LastTransitions,
  { before, after, transitions }: PairStep,
  onPair: (pair: string) => void,
): LastTransitions {
  if (transitions.length === 0) return last
  const leaves = leafPaths(before)
  const taken = transitions.map((transition) => ({ source: pathOf(transition.source), key: transitionKey(transition) }))
  for (const { source, key } of taken) {
    const second = index.transitions.get(key)?.way ?? key
    for (const leaf of leaves) {
      const first = isWithin(leaf, source) ? index.transitions.get(last.get(leaf) ?? '')?.way : undefined
      if (first !== undefined) onPair(pairText(first, second))
    }
  }
  const next = new Map<string, string>()
  for (const leaf of leafPaths(after)) {
    const key = taken.find(({ key }) => isWithin(leaf, index.transitions.get(key)?.scope ?? ''))?.key ?? last.get(leaf)
    if (key !== undefined) next.set(leaf, key)
  }
  return next
}
