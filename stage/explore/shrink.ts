import type { AnyMachineContract } from '#machines/shell/machine-contract.ts'
import type { Scenario, ScenarioStep } from '#schemas'
import { canonicalJson } from '../player/canonical-json.ts'
import { type Failing, type FaultName, ShrinkTrial, type TimedStep, withTimes, withWaits } from './shrink-trial.ts'
import { simplerSteps } from './simpler-values.ts'

/** A scenario made as small as it gets: without any one of its steps it no longer fails in this way. */
export interface ShrunkScenario {
  readonly steps: readonly ScenarioStep[]
  readonly fault: FaultName
  /** How many times the machine was played. */
  readonly trials: number
}

/**
 * The smallest way that is found to the same fault: the same broken invariant, exception or expectation in the same state.
 * First the shortest way through the states that were passed, then delta debugging, then times and values; the result is
 * 1-minimal. Steps that tell actors follow them when others are left out: the second sending may have become the first.
 * @returns undefined when the scenario does not fail
 */
export function shrinkScenario(contract: AnyMachineContract, scenario: Scenario): ShrunkScenario | undefined {
  const trial = new ShrinkTrial(contract, scenario)
  const start = trial.first
  if (!start) return undefined
  let smallest = trial.try(shortcut(start)) ?? start
  smallest = withoutLoops(trial, smallest)
  smallest = withoutChunks(trial, smallest)
  for (let before = ''; before !== canonicalJson(smallest.steps); ) {
    before = canonicalJson(smallest.steps)
    smallest = withoutActors(trial, smallest)
    smallest = withoutSingles(trial, smallest)
    smallest = withShorterWaits(trial, smallest)
    smallest = withSimplerValues(trial, contract, smallest)
  }
  return { steps: withTimes(smallest.steps), fault: smallest.fault, trials: trial.count }
}

/** The shortest way through the places that the scenario passes, by the steps that it takes between them. */
function shortcut({ steps, keys }: Failing): readonly TimedStep[] {
  const last = steps.length - 1
  const goal = keys[last]
  const waysTo = new Map<string | undefined, readonly TimedStep[]>([[keys[0], []]])
  for (const [key, way] of waysTo) {
    if (key === goal) break
    for (let index = 0; index < last; index += 1) {
      const step = steps[index]
      if (keys[index] !== key || !step || waysTo.has(keys[index + 1])) continue
      waysTo.set(keys[index + 1], [...way, step])
    }
  }
  return [...(waysTo.get(goal) ?? []), ...steps.slice(last)]
}

/** Leaves out all that lies between two visits of one place, the longest first. */
function withoutLoops(trial: ShrinkTrial, failing: Failing): Failing {
  let smallest = failing
  for (let index = 0; index < smallest.steps.length; index += 1) {
    const { steps, keys } = smallest
    const back = keys.lastIndexOf(keys[index] ?? '')
    if (back <= index) continue
    smallest = trial.try([...steps.slice(0, index), ...steps.slice(back)]) ?? smallest
  }
  return smallest
}

/** Delta debugging: leaves out chunks, larger ones first. */
function withoutChunks(trial: ShrinkTrial, failing: Failing): Failing {
  let smallest = failing
  for (let size = Math.ceil(failing.steps.length / 2); size > 1; size = Math.ceil(size / 2)) {
    for (let start = 0; start < smallest.steps.length; ) {
      const smaller = leaveOut(trial, smallest, (index) => index >= start && index < start + size)
      if (smaller) smallest = smaller
      else start += size
    }
    if (size === 2) break
  }
  return smallest
}

/** Leaves out all steps of one actor at once: its start may be of no use without its end. */
function withoutActors(trial: ShrinkTrial, failing: Failing): Failing {
  const actors = new Set(failing.steps.map(({ step }) => step.actor ?? 'root').filter((actor) => actor !== 'root'))
  let smallest = failing
  for (const actor of actors) {
    smallest = leaveOut(trial, smallest, (index) => smallest.steps[index]?.step.actor === actor) ?? smallest
  }
  return smallest
}

/** Leaves out single steps until none can be left out. */
function withoutSingles(trial: ShrinkTrial, failing: Failing): Failing {
  let smallest = failing
  for (let index = 0; index < smallest.steps.length; ) {
    const smaller = leaveOut(trial, smallest, (other) => other === index)
    if (smaller) smallest = smaller
    index = smaller ? 0 : index + 1
  }
  return smallest
}

/** Tries it without some steps: first as if their time had not passed either, then with all others at their times. */
function leaveOut(trial: ShrinkTrial, { steps }: Failing, isOut: (index: number) => boolean): Failing | undefined {
  const rest = steps.filter((_, index) => !isOut(index))
  return trial.try(rest) ?? trial.try(withWaits(withTimes(steps).filter((_, index) => !isOut(index))))
}

/** Lets no time pass where none is needed, and as little as will do elsewhere. */
function withShorterWaits(trial: ShrinkTrial, failing: Failing): Failing {
  let smallest = failing
  for (let index = 0; index < smallest.steps.length; index += 1) smallest = withShorterWait(trial, smallest, index)
  return smallest
}

/** Halves what is between a wait that is too short and one that is long enough. */
function withShorterWait(trial: ShrinkTrial, failing: Failing, index: number): Failing {
  let enough = failing
  let tooShortMs = -1
  for (;;) {
    const enoughMs = enough.steps[index]?.waitMs ?? 0
    const waitMs = tooShortMs < 0 ? 0 : Math.floor((tooShortMs + enoughMs) / 2)
    if (waitMs >= enoughMs || waitMs <= tooShortMs) return enough
    const smaller = trial.try(enough.steps.map((timed, other) => (other === index ? { ...timed, waitMs } : timed)))
    if (smaller && smaller.steps.length < enough.steps.length) return smaller
    if (smaller) enough = smaller
    else tooShortMs = waitMs
  }
}

/** Puts simpler values into events, ends of actors and so on, as long as it still fails. */
function withSimplerValues(trial: ShrinkTrial, contract: AnyMachineContract, failing: Failing): Failing {
  let smallest = failing
  for (let index = 0; index < smallest.steps.length; index += 1) {
    for (let isSimpler = true; isSimpler; ) {
      isSimpler = false
      const timed = smallest.steps[index]
      for (const step of timed ? simplerSteps(contract, timed.step) : []) {
        const smaller = trial.try(smallest.steps.with(index, { waitMs: timed?.waitMs ?? 0, step }))
        if (!smaller || smaller.steps.length > smallest.steps.length) continue
        smallest = smaller
        isSimpler = true
        break
      }
    }
  }
  return smallest
}
