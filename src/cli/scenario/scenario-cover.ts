import { ScenarioCoverage, totalCount } from '#machines/scenario/scenario-coverage.ts'
import { scenarioMachines } from '#machines/scenario-machines.ts'
import type {
  ScenarioCoverMachine,
  ScenarioCoverReport,
  ScenarioCoverTransition,
  ScenarioCoverUncounted,
  ScenarioRunResult,
} from '#schemas'
import { runScenarios } from './scenario-run.ts'

/** Replays files and tells what of the machines they pass through. A scenario that fails counts for nothing.
 *  @param files name to report → path to read   @param isWhole whether machines that no scenario plays are reported too */
export function coverScenarios(files: ReadonlyMap<string, string>, isWhole: boolean): ScenarioCoverReport {
  const named = Object.entries(scenarioMachines).map(([name, { machine }]) => [name, machine] as const)
  const coverage = new ScenarioCoverage(Object.fromEntries(named))
  const run = runScenarios(files, (microsteps) => coverage.add(microsteps))
  const machines = coverage.report.filter(({ scenarios }) => isWhole || scenarios > 0)
  return {
    scenarios: run.passed,
    states: totalCount(machines.map(({ states }) => states)),
    transitions: totalCount(machines.map(({ transitions }) => transitions)),
    machines: [...machines],
    uncounted: run.scenarios.flatMap(failure),
  }
}

function failure({ file, divergence, problems }: ScenarioRunResult): readonly ScenarioCoverUncounted[] {
  if (divergence) {
    const { line, step, at, pointer } = divergence
    return [{ file, line, status: 'diverged', message: `step ${step}, ${at} ms (${pointer})` }]
  }
  const [first] = problems ?? []
  return first ? [{ file, line: first.line, status: 'unreadable', message: first.message }] : []
}

/** The report as text: scenarios that failed, what is covered and missing of each machine, and the totals. */
export function coverText({ scenarios, states, transitions, machines, uncounted }: ScenarioCoverReport): string {
  const rows = [...machines, { machine: 'in all', scenarios, states, transitions }].map(countCells)
  const widths = (rows[0] ?? []).map((_, column) => Math.max(...rows.map((cells) => cells[column]?.length ?? 0)))
  const lines = rows.map((cells) =>
    cells
      .map((cell, column) => cell.padEnd(widths[column] ?? 0))
      .join('  ')
      .trimEnd(),
  )
  return [
    ...uncounted.map(({ file, line, status, message }) => `${file}:${line}: ${status}, does not count: ${message}`),
    ...lines.flatMap((line, index) => [line, ...(machines[index] ? missingLines(machines[index]) : [])]),
    '',
  ].join('\n')
}

type Counts = Pick<ScenarioCoverMachine, 'machine' | 'scenarios' | 'states' | 'transitions'>

function countCells({ machine, scenarios, states, transitions }: Counts): readonly string[] {
  return [
    machine,
    `states ${states.covered}/${states.all}`,
    `transitions ${transitions.covered}/${transitions.all}`,
    `by ${scenarios} ${scenarios === 1 ? 'scenario' : 'scenarios'}`,
  ]
}

function missingLines({ missingStates, missingTransitions }: ScenarioCoverMachine): readonly string[] {
  return [
    ...missingStates.map(
      ({ state, reachedBy }) =>
        `  not visited  ${state}${reachedBy.length ? `: from ${reachedBy.map(way).join('; ')}` : ''}`,
    ),
    ...missingTransitions.map((transition) => {
      const targets = transition.targets.length > 0 ? ` → ${transition.targets.map(stateText).join(', ')}` : ''
      return `  not taken    ${way(transition)}${targets}`
    }),
  ]
}

/** State and event: `form.submitting, submit onError, 2 of 2 [concernsFields]`. */
function way({ source, kind, name, candidate, candidates, guard }: ScenarioCoverTransition): string {
  const trigger = kind === 'event' ? name : kind === 'after' ? `after ${name}` : [name, kind].filter(Boolean).join(' ')
  const number = candidates > 1 ? `, ${candidate} of ${candidates}` : ''
  return `${stateText(source)}, ${trigger}${number}${guard === undefined ? '' : ` [${guard}]`}`
}

function stateText(path: string): string {
  return path === '' ? '(the machine)' : path
}
