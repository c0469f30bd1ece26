import { performance } from 'node:perf_hooks'
import type { Microstep } from '#machines/scenario/machine-stage.ts'
import { machineHash } from '#machines/scenario/scenario-check.rules.ts'
import { playScenario } from '#machines/scenario/scenario-player.ts'
import { scenarioMachines } from '#machines/scenario-machines.ts'
import type { Scenario, ScenarioRunReport, ScenarioRunResult } from '#schemas'
import { readScenarioFile, type ScenarioFile } from './scenario-file.ts'

/** Replays files one after the other; a bad one does not harm the others.
 *  @param files name to report → path to read   @param onPassed gets the microsteps of each scenario that went as written */
export function runScenarios(files: ReadonlyMap<string, string>, onPassed?: OnPassed): ScenarioRunReport {
  const scenarios = [...files].map(([name, path]) => runFile(name, path, onPassed))
  const passed = scenarios.filter(({ status }) => status === 'passed').length
  return { passed, failed: scenarios.length - passed, scenarios }
}

type OnPassed = (microsteps: readonly Microstep[]) => void

function runFile(name: string, path: string, onPassed: OnPassed | undefined): ScenarioRunResult {
  const startedAtMs = performance.now()
  const file = readScenarioFile(path)
  const result = file.scenario ? runScenario(file, file.scenario, onPassed) : unreadable(file)
  return { file: name, ...result, durationMs: Math.round((performance.now() - startedAtMs) * 1000) / 1000 }
}

type Outcome = Omit<ScenarioRunResult, 'file' | 'durationMs'>

function unreadable({ problems }: ScenarioFile): Outcome {
  return { status: 'unreadable', steps: 0, problems: [...problems] }
}

function runScenario(file: ScenarioFile, scenario: Scenario, onPassed: OnPassed | undefined): Outcome {
  const contract = scenarioMachines[scenario.machine]
  if (!contract) throw new Error(`a checked scenario names the unknown machine ${scenario.machine}`)
  const steps = scenario.steps.length
  const isOtherMachine = scenario.machineHash !== undefined && scenario.machineHash !== machineHash(contract)
  const warnings = isOtherMachine ? { warnings: ['the machine has changed since the scenario was written'] } : {}
  try {
    const microsteps: Microstep[] = []
    const observer = onPassed ? { onMicrostep: (microstep: Microstep) => void microsteps.push(microstep) } : {}
    const { hash, divergence } = playScenario(contract, scenario, observer)
    if (!divergence) onPassed?.(microsteps)
    if (!divergence) return { status: 'passed', steps, hash, ...warnings }
    const line = file.lineOf(divergence.pointer === '/traceHash' ? '/traceHash' : `/steps/${divergence.step - 1}`)
    return { status: 'diverged', steps, hash, divergence: { ...divergence, line }, ...warnings }
  } catch (error) {
    const message = `cannot be played: ${error instanceof Error ? error.message : String(error)}`
    return { status: 'unreadable', steps: 0, problems: [{ line: file.lineOf('/input'), pointer: '/input', message }] }
  }
}
