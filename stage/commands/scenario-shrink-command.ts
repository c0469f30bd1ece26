import { resolve } from 'node:path'
import { say } from '#cli/command-text.ts'
import { usageOf } from '#cli/usages.ts'
import { scenarioMachines } from '#machines/scenario-machines.ts'
import type { Scenario, ScenarioShrinkReport } from '#schemas'
import { shrinkScenario } from '../explore/shrink.ts'
import { machineHash } from '../player/machine-hash.ts'
import { scenarioText } from '../player/scenario-text.ts'
import { saveScenario, UnwritableFile } from './save-scenario.ts'
import { readScenarioFile } from './scenario-file.ts'
import { readArguments } from './scenario-machine-options.ts'
import { refuse, type ScenarioIo } from './scenario-options.ts'

const USAGE = usageOf('scenario', 'shrink')

/**
 * `livery scenario shrink`: the smallest scenario that fails like the one given: by the same invariant, exception or
 * expectation, in the same state. It is printed, or written with `--out`.
 * Exit 0 when it was made, 2 when the scenario does not fail, cannot be read, or the command was not understood.
 */
export async function shrink(args: readonly string[], io: ScenarioIo): Promise<number> {
  const isJson = args.includes('--json')
  const read = readArguments(args, { out: { type: 'string' }, json: { type: 'boolean' } })
  if (typeof read === 'string') return refuse(io, isJson, 'usage', `${read}\n${USAGE}`) ?? 2
  const [file, ...more] = read.positionals
  if (file === undefined || more.length > 0)
    return refuse(io, isJson, 'usage', `${say('scenario.one_scenario')}\n${USAGE}`) ?? 2
  const { scenario, problems } = readScenarioFile(resolve(io.cwd, file))
  if (!scenario) {
    const faults = problems.map(({ line, message }) => `${file}:${line}: ${message}`)
    return refuse(io, isJson, 'unreadable', faults.join('\n')) ?? 2
  }
  const smallest = shrunk(scenario)
  if (!smallest) {
    const message = say('scenario.shrink_sound', { file })
    return refuse(io, isJson, 'no-failure', message) ?? 2
  }
  try {
    const out = typeof read.values.out === 'string' ? saveScenario(read.values.out, smallest, io.cwd) : undefined
    const counts = { steps: scenario.steps.length, shrunkSteps: smallest.steps.length }
    const report: ScenarioShrinkReport = { file, ...counts, ...(out === undefined ? {} : { out }), scenario: smallest }
    io.stdout(
      isJson ? `${JSON.stringify(report, null, 2)}\n` : out === undefined ? scenarioText(smallest) : `  ${out}\n`,
    )
    return 0
  } catch (error) {
    if (!(error instanceof UnwritableFile)) throw error
    return refuse(io, isJson, 'unwritable', error.message) ?? 2
  }
}

function shrunk(scenario: Scenario): Scenario | undefined {
  const contract = scenarioMachines[scenario.machine]
  if (!contract) throw new Error(say('scenario.machine_unknown', { machine: scenario.machine }))
  const smallest = shrinkScenario(contract, scenario)
  if (!smallest) return undefined
  const { traceHash: _, ...rest } = scenario
  return { ...rest, machineHash: machineHash(contract), source: 'shrunk', steps: [...smallest.steps] }
}
