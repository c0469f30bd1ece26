import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { type FuzzResult, fuzzMachine } from '#machines/scenario/fuzz.ts'
import { machineHash } from '#machines/scenario/scenario-check.rules.ts'
import { scenarioText } from '#machines/scenario/scenario-text.ts'
import { shrinkScenario } from '#machines/scenario/shrink.ts'
import { traceHash } from '#machines/scenario/trace-hash.ts'
import type { AnyMachineContract } from '#machines/shell/machine-contract.ts'
import type { Scenario } from '#schemas'
import { inputsOf, misuse, readMachineArguments, scenariosOf, wholeNumber } from './scenario-machine-options.ts'
import type { ScenarioIo } from './scenario-options.ts'

const USAGE = 'usage: livery scenario fuzz MACHINE [--seed N] [--events N] [--runs N] [--out DIR]'
const EVENTS = 10_000
/** Without `--runs` a machine starts anew after so many steps at the latest. */
const STEPS_A_RUN = 500
const DEFAULT_FOLDER = 'test-results/scenarios'

/**
 * `livery scenario fuzz`: random legal and illegal events, ends of actors and time, with the invariants checked after each; a
 * failure is shrunk and saved as a scenario, whose path is printed (QA-9). The same seed gives the same run everywhere.
 * Exit 0 when nothing broke, 1 when something did, 2 when the command was not understood or the file cannot be written.
 */
export async function fuzz(args: readonly string[], io: ScenarioIo): Promise<number> {
  const text = { type: 'string' } as const
  const asked = readMachineArguments(args, io, USAGE, { seed: text, events: text, runs: text, out: text })
  if (!asked) return 2
  const { name, contract, values } = asked
  const seed = wholeNumber(values.seed, 0, 1)
  const events = wholeNumber(values.events, 1, EVENTS)
  const runs = wholeNumber(values.runs, 1, Math.ceil((events ?? EVENTS) / STEPS_A_RUN))
  if (seed === undefined || events === undefined || runs === undefined) {
    misuse(io, `seed, events and runs are whole numbers\n${USAGE}`)
    return 2
  }
  const inputs = inputsOf(contract, scenariosOf(name, io.cwd).values())
  const result = fuzzMachine(contract, { inputs, seed, events, runs })
  io.stdout(`${name}  ${result.taken} events in ${result.runs} runs, seed ${seed}: `)
  if (!result.failure) {
    io.stdout('nothing broke\n')
    return 0
  }
  const found = shrunk(name, contract, result, seed)
  const folder = typeof values.out === 'string' ? values.out : DEFAULT_FOLDER
  const file = join(folder, `${name.replaceAll('/', '-')}-${traceHash(found.fault).slice(0, 8)}.scn.json`)
  io.stdout(
    `${found.scenario.title}\n  ${result.failure.steps.length} steps, shrunk to ${found.scenario.steps.length}\n`,
  )
  return save(file, found.scenario, io) ? 1 : 2
}

/** The failure as a scenario that fails in the same way by as few steps as can be. */
function shrunk(name: string, contract: AnyMachineContract, { failure }: FuzzResult, seed: number) {
  if (!failure) throw new Error('there is nothing to shrink')
  const { input, steps, mismatch } = failure
  const scenario: Scenario = {
    format: 'scn/1',
    title: `Breaks: ${faultText(mismatch.expected, mismatch.actual)}`,
    machine: name,
    machineHash: machineHash(contract),
    input,
    source: 'shrunk',
    req: [],
    tags: [`fuzz-seed-${seed}`],
    steps: [...steps],
  }
  const smallest = shrinkScenario(contract, scenario)
  // A replay of what has just been seen cannot go another way: nothing but the steps decides.
  if (!smallest) throw new Error(`${name} failed with seed ${seed} and not when the same was played again`)
  return { fault: smallest.fault, scenario: { ...scenario, steps: [...smallest.steps] } }
}

function faultText(expected: unknown, actual: unknown): string {
  const claim = String(expected)
  return claim.startsWith('invariant: ') ? claim.slice('invariant: '.length) : `${claim}, but ${String(actual)}`
}

/** Writes a scenario and tells its path. @returns whether it could be written, which has been said otherwise */
export function save(file: string, scenario: Scenario, io: ScenarioIo): boolean {
  try {
    mkdirSync(dirname(resolve(io.cwd, file)), { recursive: true })
    writeFileSync(resolve(io.cwd, file), scenarioText(scenario))
    io.stdout(`  ${file.replaceAll('\\', '/')}\n`)
    return true
  } catch (error) {
    io.stderr(`${file} cannot be written: ${error instanceof Error ? error.message : String(error)}\n`)
    return false
  }
}
