import { performance } from 'node:perf_hooks'
import { say } from '#cli/command-text.ts'
import { scenarioMachines } from '#machines/scenario-machines.ts'
import type { AnyMachineContract } from '#machines/shell/machine-contract.ts'
import type { Scenario, ScenarioRunReport, ScenarioRunResult } from '#schemas'
import type { ScenarioCoverage } from '../coverage/scenario-coverage.ts'
import { instantWarnings } from '../player/check/instant-warnings.ts'
import { machineHash } from '../player/machine-hash.ts'
import { playScenario } from '../player/scenario-player.ts'
import { readScenarioFile, type ScenarioFile } from './scenario-file.ts'

/** Replays files one after the other; a bad one does not harm the others.
 *  @param files name to report → path to read   @param coverage counts what the scenarios that went as written cover */
export function runScenarios(files: ReadonlyMap<string, string>, coverage?: ScenarioCoverage): ScenarioRunReport {
  const scenarios = [...files].map(([name, path]) => runFile(name, path, coverage))
  return runReport(scenarios)
}

/** The report of what came of the scenarios; those that were skipped are neither passed nor failed. */
export function runReport(scenarios: ScenarioRunResult[]): ScenarioRunReport {
  const count = (asked: ScenarioRunResult['status']) => scenarios.filter(({ status }) => status === asked).length
  const [passed, skipped] = [count('passed'), count('skipped')]
  return { passed, failed: scenarios.length - passed - skipped, skipped, ...callTotals(scenarios), scenarios }
}

/** How many calls the server answered and how many failed before it, where a driver made any. */
function callTotals(scenarios: readonly ScenarioRunResult[]): Pick<ScenarioRunReport, 'served' | 'injected'> {
  if (scenarios.every(({ served }) => served === undefined)) return {}
  const sum = (key: 'served' | 'injected') => scenarios.reduce((all, each) => all + (each[key] ?? 0), 0)
  return { served: sum('served'), injected: sum('injected') }
}

function runFile(name: string, path: string, coverage: ScenarioCoverage | undefined): ScenarioRunResult {
  const startedAtMs = performance.now()
  const file = readScenarioFile(path)
  const result = isPlayable(file) ? runScenario(name, file, coverage) : unreadable(file)
  return {
    file: name,
    ...namesOf(file),
    ...result,
    durationMs: Math.round((performance.now() - startedAtMs) * 1000) / 1000,
  }
}

/** What a scenario says of itself. */
export function namesOf({ scenario }: ScenarioFile): Pick<ScenarioRunResult, 'title' | 'req'> {
  if (!scenario) return {}
  return { ...(scenario.title === undefined ? {} : { title: scenario.title }), req: scenario.req }
}

/** What does not fail a scenario but deserves a look; nothing at all where nothing does. */
function warningsOf(scenario: Scenario, contract: AnyMachineContract): Pick<ScenarioRunResult, 'warnings'> {
  const isOtherMachine = scenario.machineHash !== undefined && scenario.machineHash !== machineHash(contract)
  const changed = isOtherMachine ? [say('scenario.machine_changed')] : []
  const warnings = [...changed, ...instantWarnings(scenario)]
  return warnings.length > 0 ? { warnings } : {}
}

type PlayableFile = ScenarioFile & { readonly scenario: Scenario }

function isPlayable(file: ScenarioFile): file is PlayableFile {
  return file.scenario !== undefined
}

type Outcome = Omit<ScenarioRunResult, 'file' | 'durationMs'>

function unreadable({ problems }: ScenarioFile): Outcome {
  return { status: 'unreadable', steps: 0, problems: [...problems] }
}

function runScenario(
  name: string,
  { scenario, lineOf }: PlayableFile,
  coverage: ScenarioCoverage | undefined,
): Outcome {
  const contract = scenarioMachines[scenario.machine]
  if (!contract) throw new Error(say('scenario.machine_unknown', { machine: scenario.machine }))
  const steps = scenario.steps.length
  const warnings = warningsOf(scenario, contract)
  try {
    const recording = coverage?.record(scenario, name)
    const played = playScenario(recording?.contract ?? contract, scenario, recording?.observer)
    const { divergence } = played
    if (!divergence) recording?.keep()
    // Writing the trace for its hash takes as long as playing, and coverage does not look at it.
    const hash = coverage ? {} : { hash: played.hash }
    if (!divergence) return { status: 'passed', steps, ...hash, ...warnings }
    const line = lineOf(divergence.pointer === '/traceHash' ? '/traceHash' : `/steps/${divergence.step - 1}`)
    return { status: 'diverged', steps, ...hash, divergence: { ...divergence, line }, ...warnings }
  } catch (error) {
    const message = say('scenario.unplayable', { why: error instanceof Error ? error.message : String(error) })
    return { status: 'unreadable', steps: 0, problems: [{ line: lineOf('/input'), pointer: '/input', message }] }
  }
}
