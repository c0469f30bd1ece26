import { readFileSync, writeFileSync } from 'node:fs'
import { say } from '#cli/command-text.ts'
import type { AnyMachineContract } from '#machines/shell/machine-contract.ts'
import type { Scenario, ScenarioMigrateProblem, ScenarioMigrateReport, ScenarioMigration } from '#schemas'
import { canonicalJson } from '../player/canonical-json.ts'
import { machineHash } from '../player/machine-hash.ts'
import { checkScenario } from '../player/scenario-check.rules.ts'
import { migrateScenario } from '../player/scenario-migration.rules.ts'
import { playScenario } from '../player/scenario-player.ts'
import { scenarioText } from '../player/scenario-text.ts'
import { readScenarioText, type ScenarioFile } from './scenario-file.ts'

/** What the migration is done with: the map, the machines as they are now, and whether files are written. */
export interface Migration {
  readonly map: ScenarioMigration
  readonly machines: Readonly<Record<string, AnyMachineContract>>
  readonly isWritten: boolean
}

type Outcome = {
  readonly lines?: readonly number[]
  readonly problems?: readonly Omit<ScenarioMigrateProblem, 'file'>[]
}

/** Gives scenarios the new names of a map; a file with a fault is left as it is, and does not harm the others.
 *  @param files name to report → path to read and write */
export function migrateScenarios(migration: Migration, files: ReadonlyMap<string, string>): ScenarioMigrateReport {
  const outcomes = [...files].map(([file, path]) => ({ file, ...migrateFile(migration, path) }))
  return {
    isWritten: migration.isWritten,
    scenarios: files.size,
    changed: outcomes.flatMap(({ file, lines = [], problems = [] }) =>
      lines.length > 0 && problems.length === 0 ? [{ file, lines: [...lines] }] : [],
    ),
    problems: outcomes.flatMap(({ file, problems = [] }) => problems.map((problem) => ({ file, ...problem }))),
  }
}

function migrateFile({ map, machines, isWritten }: Migration, path: string): Outcome {
  const read = readText(path)
  if ('problems' in read) return read
  const file = readScenarioText(read.text, null)
  const before = file.scenario
  if (!before) return { problems: file.problems.map(({ line, message }) => ({ line, kind: 'unreadable', message })) }
  const { scenario, faults } = migrateScenario(map, before)
  if (canonicalJson(scenario) === canonicalJson(before)) return {}
  const located = (kind: ScenarioMigrateProblem['kind'], found: readonly { pointer: string; message: string }[]) => ({
    problems: found.map(({ pointer, message }) => ({ line: file.lineOf(pointer), kind, message })),
  })
  if (faults.length > 0) return located('ambiguous', faults)
  const contract = machines[scenario.machine]
  const unplayable = checkScenario(scenario, machines)
  if (unplayable.length > 0 || !contract) return located('unplayable', unplayable)
  const lines = changedLines(file, before, scenario)
  return isWritten ? write(path, scenarioText(pinned(contract, scenario)), lines) : { lines }
}

function readText(path: string): { readonly text: string } | Required<Pick<Outcome, 'problems'>> {
  try {
    return { text: readFileSync(path, 'utf8') }
  } catch (error) {
    return { problems: [{ line: 1, kind: 'unreadable', message: say('scenario.file_unread', { why: String(error) }) }] }
  }
}

function write(path: string, text: string, lines: readonly number[]): Outcome {
  try {
    writeFileSync(path, text)
    return { lines }
  } catch (error) {
    return {
      problems: [{ line: 1, kind: 'unwritten', message: say('scenario.file_unwritten', { why: String(error) }) }],
    }
  }
}

function changedLines(file: ScenarioFile, before: Scenario, after: Scenario): readonly number[] {
  const steps = after.steps.flatMap((step, index) =>
    canonicalJson(step) === canonicalJson(before.steps[index]) ? [] : [file.lineOf(`/steps/${index}`)],
  )
  return [...(after.machine === before.machine ? [] : [file.lineOf('/machine')]), ...steps]
}

/** The hashes that a scenario pins are those of the old names; they are computed again if it runs as written. */
function pinned(contract: AnyMachineContract, scenario: Scenario): Scenario {
  const { traceHash, ...bare } = scenario
  const hashed = scenario.machineHash === undefined ? bare : { ...bare, machineHash: machineHash(contract) }
  if (traceHash === undefined) return hashed
  const { hash, divergence } = playScenario(contract, bare)
  return { ...hashed, traceHash: divergence ? traceHash : hash }
}
