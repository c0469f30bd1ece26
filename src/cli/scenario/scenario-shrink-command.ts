import { resolve } from 'node:path'
import { machineHash } from '#machines/scenario/scenario-check.rules.ts'
import { scenarioText } from '#machines/scenario/scenario-text.ts'
import { shrinkScenario } from '#machines/scenario/shrink.ts'
import { scenarioMachines } from '#machines/scenario-machines.ts'
import type { Scenario } from '#schemas'
import { readScenarioFile } from './scenario-file.ts'
import { save } from './scenario-fuzz-command.ts'
import { misuse, readArguments } from './scenario-machine-options.ts'
import type { ScenarioIo } from './scenario-options.ts'

const USAGE = 'usage: livery scenario shrink FILE [--out FILE]'

/**
 * `livery scenario shrink`: the smallest scenario that fails like the one given: by the same invariant, exception or
 * expectation, in the same state. It is printed, or written with `--out`.
 * Exit 0 when it was made, 2 when the scenario does not fail, cannot be read, or the command was not understood.
 */
export async function shrink(args: readonly string[], io: ScenarioIo): Promise<number> {
  const read = readArguments(args, { out: { type: 'string' } })
  const [path, ...more] = typeof read === 'string' ? [] : read.positionals
  if (typeof read === 'string' || path === undefined || more.length > 0) {
    misuse(io, typeof read === 'string' ? `${read}\n${USAGE}` : `one scenario is needed\n${USAGE}`)
    return 2
  }
  const { scenario, problems } = readScenarioFile(resolve(io.cwd, path))
  if (!scenario) {
    for (const { line, message } of problems) io.stderr(`${path}:${line}: ${message}\n`)
    return 2
  }
  const smallest = shrunk(scenario)
  if (!smallest) {
    misuse(io, `${path} does not fail: its steps go as written, so there is nothing to shrink by`)
    return 2
  }
  if (typeof read.values.out === 'string') return save(read.values.out, smallest, io) ? 0 : 2
  io.stdout(scenarioText(smallest))
  return 0
}

function shrunk(scenario: Scenario): Scenario | undefined {
  const contract = scenarioMachines[scenario.machine]
  if (!contract) throw new Error(`a checked scenario names the unknown machine ${scenario.machine}`)
  const smallest = shrinkScenario(contract, scenario)
  if (!smallest) return undefined
  const { traceHash: _, ...rest } = scenario
  return { ...rest, machineHash: machineHash(contract), source: 'shrunk', steps: [...smallest.steps] }
}
