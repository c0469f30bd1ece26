import { say } from '#cli/command-text.ts'
import { scenarioMachines } from '#machines/scenario-machines.ts'
import type { ScenarioCoverReport, ScenarioCoverUncounted, ScenarioRunResult } from '#schemas'
import { enoughScenarios } from '../../coverage/coverage-enough.ts'
import { coverCounts, ScenarioCoverage } from '../../coverage/scenario-coverage.ts'
import { runScenarios } from '../scenario-run.ts'

/** Whether machines that no scenario plays are reported too, and whether it is looked for scenarios that are enough. */
interface CoverOptions {
  readonly isWhole: boolean
  readonly withEnough?: boolean
}

/** Replays files and tells what of the machines they pass through. A scenario that fails counts for nothing.
 *  @param files name to report → path to read */
export function coverScenarios(
  files: ReadonlyMap<string, string>,
  { isWhole, withEnough = false }: CoverOptions,
): ScenarioCoverReport {
  const coverage = new ScenarioCoverage(scenarioMachines)
  const run = runScenarios(files, coverage)
  const machines = coverage.report(isWhole)
  return {
    scenarios: run.passed,
    counts: coverCounts(machines),
    machines: [...machines],
    uncounted: run.scenarios.flatMap(failure),
    ...(withEnough ? { enough: enoughScenarios(coverage.covered) } : {}),
  }
}

function failure({ file, divergence, problems }: ScenarioRunResult): readonly ScenarioCoverUncounted[] {
  if (divergence) {
    const { line, step, at, pointer } = divergence
    return [{ file, line, status: 'diverged', message: say('scenario.cover_step', { step, at, pointer }) }]
  }
  const [first] = problems ?? []
  return first ? [{ file, line: first.line, status: 'unreadable', message: first.message }] : []
}
