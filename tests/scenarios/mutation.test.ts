import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { scenarioMachines } from '#machines/scenario-machines.ts'
import type { AnyMachineContract } from '#machines/shell/machine-contract.ts'
import type { Scenario } from '#schemas'
import { scoreMachine, wholeScore } from '#tools/mutate/machine-score.ts'
import { machineText } from '#tools/mutate/score-text.ts'
import { committedScenario, scenarioTexts } from './committed-scenarios.ts'

/** Part of the mutants that the scenarios of each machine have to notice; `npm run mutate` tries all of them. */
const GOAL = 0.85
/** Mutants tried of each machine. */
const SAMPLE = 40

/** Lets about as many mutants through as the sample has, spread evenly and in step with nothing: always the same ones. */
function isInSample(index: number, mutants: number): boolean {
  return (index * 0.618_033_988_75) % 1 < SAMPLE / mutants
}

/** Of each machine its scenarios by path. */
const corpus = new Map<string, Map<string, Scenario>>()
for (const file of scenarioTexts.keys()) {
  const scenario = committedScenario(file)
  corpus.set(scenario.machine, (corpus.get(scenario.machine) ?? new Map()).set(file, scenario))
}

function sampleScore(name: string, contract: AnyMachineContract, withSearch: boolean) {
  const scenarios = corpus.get(name) ?? new Map<string, Scenario>()
  return wholeScore(name, scenarios.size, [scoreMachine(contract, scenarios, { sieve: isInSample, withSearch })])
}

// A mutant may end before its scenario does; XState tells then that nobody hears the rest.
beforeEach(() => void vi.spyOn(console, 'warn').mockImplementation(() => undefined))
afterEach(() => void vi.restoreAllMocks())

describe('QA-7: scenarios notice when a machine is changed', () => {
  test.each(Object.entries(scenarioMachines))('%s', { timeout: 60_000 }, (name, contract) => {
    const least = sampleScore(name, contract, false)
    const score = least.score < GOAL ? sampleScore(name, contract, true) : least
    expect(score.mutants).toBeGreaterThan(0)
    expect(score.score, machineText(score)).toBeGreaterThanOrEqual(GOAL)
  })

  test('one scenario alone would not do for the confirmation of a phone', () => {
    const name = 'phone/sms-code'
    const file = 'tests/scenarios/sms-code/phone-is-confirmed.scn.json'
    const alone = new Map([[file, committedScenario(file)]])
    const score = scoreMachine(scenarioMachines[name] as AnyMachineContract, alone, { withSearch: false })
    expect(score.noticed / score.mutants).toBeLessThan(GOAL)
  })
})
