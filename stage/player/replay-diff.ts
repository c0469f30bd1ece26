import type { AnyMachineContract } from '#machines/shell/machine-contract.ts'
import type { Scenario } from '#schemas'
import { describeTransition } from '../coverage/coverage-items.ts'
import { plainTransitionText } from '../explore/machine-parts.ts'
import { canonicalJson } from './canonical-json.ts'
import { playScenario } from './scenario-player.ts'

/** What two replays differ in, from what shows most to what shows least. */
const ASPECTS = ['value', 'effects', 'children', 'context'] as const

/** The first step at which a scenario goes otherwise: on its number, counted from 1, and in what. */
export interface ReplayDivergence {
  readonly step: number
  readonly at: number
  /** `end`: one of the two stops there, by an error, a broken invariant, or an actor that does not run. */
  readonly what: (typeof ASPECTS)[number] | 'end'
  readonly old: unknown
  readonly new: unknown
}

/** How the replays of one scenario on two revisions of its machine compare. */
export interface ReplayDiff {
  readonly divergence?: ReplayDivergence
  /** Numbers, from 1, of the steps that made the old machine act and leave the new one as it is. */
  readonly idleSteps: readonly number[]
  /** The transitions taken, in words. */
  readonly takenOld: ReadonlySet<string>
  readonly takenNew: ReadonlySet<string>
}

type Sighting = Readonly<Record<(typeof ASPECTS)[number], unknown>> & { readonly hasActed: boolean }

interface Replay {
  readonly steps: readonly Sighting[]
  readonly taken: ReadonlySet<string>
  /** Why it stopped before its end. */
  readonly end?: unknown
}

/**
 * Replays a scenario on two revisions of its machine and compares what can be seen, whatever the scenario expects (QA-10).
 * The context counts only where nothing else differs in the whole scenario, for a new fact in it changes every step.
 */
export function diffReplays(before: AnyMachineContract, after: AnyMachineContract, scenario: Scenario): ReplayDiff {
  const bare = withoutExpectations(scenario)
  const [old, fresh] = [replay(before, bare), replay(after, bare)]
  const divergence = firstDivergence(bare, old, fresh)
  const idleSteps = fresh.steps.flatMap(({ hasActed }, index) =>
    !hasActed && old.steps[index]?.hasActed === true ? [index + 1] : [],
  )
  return { ...(divergence ? { divergence } : {}), idleSteps, takenOld: old.taken, takenNew: fresh.taken }
}

function withoutExpectations({ traceHash: _hash, ...scenario }: Scenario): Scenario {
  return { ...scenario, steps: scenario.steps.map(({ expect: _expect, ...step }) => step) }
}

function replay(contract: AnyMachineContract, scenario: Scenario): Replay {
  const steps: Sighting[] = []
  const taken = new Set<string>()
  let hasActed = false
  try {
    const { divergence } = playScenario(contract, scenario, {
      onMicrostep: ({ transitions }) => {
        for (const transition of transitions) taken.add(plainTransitionText(describeTransition(transition)))
        hasActed ||= transitions.length > 0
      },
      onStep: (_index, { value, effects, children, context }) => {
        steps.push({ value, effects, children, context, hasActed })
        hasActed = false
      },
    })
    return divergence ? { steps, taken, end: [divergence.expected, divergence.actual] } : { steps, taken }
  } catch (error) {
    return { steps, taken, end: error instanceof Error ? error.message : String(error) }
  }
}

function firstDivergence(scenario: Scenario, old: Replay, fresh: Replay): ReplayDivergence | undefined {
  const shared = Math.min(old.steps.length, fresh.steps.length)
  const isSameEnd = old.steps.length === fresh.steps.length && canonicalJson(old.end) === canonicalJson(fresh.end)
  const seen = firstDifference(old, fresh, shared, ASPECTS.slice(0, -1))
  const found =
    seen ??
    (isSameEnd
      ? firstDifference(old, fresh, shared, ASPECTS.slice(-1))
      : { index: Math.max(0, shared - 1), what: 'end' as const, old: old.end ?? null, new: fresh.end ?? null })
  return found && { step: found.index + 1, at: scenario.steps[found.index]?.at ?? 0, ...pick(found) }
}

interface Difference {
  readonly index: number
  readonly what: ReplayDivergence['what']
  readonly old: unknown
  readonly new: unknown
}

function pick({ what, old, new: fresh }: Difference): Pick<ReplayDivergence, 'what' | 'old' | 'new'> {
  return { what, old, new: fresh }
}

function firstDifference(
  old: Replay,
  fresh: Replay,
  shared: number,
  aspects: readonly (typeof ASPECTS)[number][],
): Difference | undefined {
  for (let index = 0; index < shared; index += 1) {
    const [left, right] = [old.steps[index], fresh.steps[index]]
    const what = aspects.find((aspect) => canonicalJson(left?.[aspect]) !== canonicalJson(right?.[aspect]))
    if (what) return { index, what, old: left?.[what] ?? null, new: right?.[what] ?? null }
  }
  return undefined
}
