import { expect, test } from 'vitest'
import { scenarioMachines } from '#machines/scenario-machines.ts'
import type { AnyMachineContract } from '#machines/shell/machine-contract.ts'
import type { Scenario } from '#schemas'
import { framedReplay } from '#stage/player/replay-frames.ts'
import { playScenario } from '#stage/player/scenario-player.ts'
import { passOf } from '#stage/viewer/passes.ts'
import { committedScenario, scenarioTexts } from './committed-scenarios.ts'

/** The first step that does not go as expected, from 1, by the runner, by the steps of the viewer, and by its list. */
function verdicts(scenario: Scenario) {
  const contract = scenarioMachines[scenario.machine] as AnyMachineContract
  const { frames } = framedReplay(contract, scenario)
  const wrong = frames.findIndex(({ mismatch }) => mismatch !== undefined)
  return {
    runner: playScenario(contract, scenario).divergence?.step,
    frames: wrong === -1 ? undefined : wrong,
    list: passOf(scenario).divergesAt,
  }
}

/** A scenario in which one expectation says something else. */
function planted(scenario: Scenario, index: number): Scenario {
  const steps = scenario.steps.map((step, at) =>
    at === index ? { ...step, expect: { ...step.expect, effects: [{ type: 'planted' }] } } : step,
  )
  return { ...scenario, steps }
}

test('QA-16: viewer and runner judge every step of every committed scenario alike', { timeout: 120_000 }, () => {
  expect(scenarioTexts.size).toBeGreaterThan(0)
  for (const file of scenarioTexts.keys()) {
    expect(verdicts(committedScenario(file)), file).toEqual({ runner: undefined, frames: undefined, list: undefined })
  }
})

test('QA-16: they find a planted fault at the same step, the first and the last among them', {
  timeout: 120_000,
}, () => {
  for (const file of scenarioTexts.keys()) {
    const scenario = committedScenario(file)
    for (const index of new Set([0, scenario.steps.length - 1])) {
      const step = index + 1
      expect(verdicts(planted(scenario, index)), file).toEqual({ runner: step, frames: step, list: step })
    }
  }
})

test('QA-16: a pinned trace that differs is wrong at the last step in both', () => {
  const scenario = committedScenario('tests/scenarios/dropdown/hover-opens-after-delay.scn.json')
  const step = scenario.steps.length
  expect(verdicts({ ...scenario, traceHash: '0123456789abcdef' })).toEqual({ runner: step, frames: step, list: step })
})
