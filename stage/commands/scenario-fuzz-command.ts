import { join } from 'node:path'
import { say } from '#cli/command-text.ts'
import { usageOf } from '#cli/usages.ts'
import type { AnyMachineContract } from '#machines/shell/machine-contract.ts'
import type { Scenario, ScenarioFuzzReport } from '#schemas'
import { type FuzzResult, fuzzMachine } from '../explore/fuzz.ts'
import { shrinkScenario } from '../explore/shrink.ts'
import { machineHash } from '../player/machine-hash.ts'
import { traceHash } from '../player/trace-hash.ts'
import { saveScenario, UnwritableFile } from './save-scenario.ts'
import { inputsOf, readMachineArguments, scenariosOf, wholeNumber } from './scenario-machine-options.ts'
import { refuse, type ScenarioIo } from './scenario-options.ts'

const USAGE = usageOf('scenario', 'fuzz')
const EVENTS = 10_000
/** Without `--runs` a machine is restarted after at most this many steps. */
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
  const { name, contract, isJson, values } = asked
  const seed = wholeNumber(values.seed, 0, 1)
  const events = wholeNumber(values.events, 1, EVENTS)
  const runs = wholeNumber(values.runs, 1, Math.ceil((events ?? EVENTS) / STEPS_A_RUN))
  if (seed === undefined || events === undefined || runs === undefined) {
    return refuse(io, isJson, 'usage', `${say('scenario.fuzz_numbers')}\n${USAGE}`) ?? 2
  }
  const inputs = inputsOf(contract, scenariosOf(name, io.cwd).values())
  const result = fuzzMachine(contract, { inputs, seed, events, runs })
  const folder = typeof values.out === 'string' ? values.out : DEFAULT_FOLDER
  try {
    const failure = result.failure && saveFailure(name, contract, result, { seed, folder, cwd: io.cwd })
    const bare = { machine: name, seed, events: result.taken, runs: result.runs }
    const report: ScenarioFuzzReport = failure ? { ...bare, failure } : bare
    io.stdout(isJson ? `${JSON.stringify(report, null, 2)}\n` : fuzzText(report))
    return failure ? 1 : 0
  } catch (error) {
    if (!(error instanceof UnwritableFile)) throw error
    return refuse(io, isJson, 'unwritable', error.message) ?? 2
  }
}

function fuzzText({ machine, events, runs, seed, failure }: ScenarioFuzzReport): string {
  const head = say('scenario.fuzz_head', { machine, events, runs, seed })
  if (!failure) return `${head}${say('scenario.fuzz_nothing')}\n`
  return `${head}${failure.title}\n  ${say('scenario.fuzz_shrunk', { steps: failure.steps, shrunk: failure.shrunkSteps })}\n  ${failure.file}\n`
}

/** Shrinks a failure and saves it. @throws UnwritableFile when it cannot be written */
function saveFailure(
  name: string,
  contract: AnyMachineContract,
  result: FuzzResult,
  { seed, folder, cwd }: { readonly seed: number; readonly folder: string; readonly cwd: string },
): NonNullable<ScenarioFuzzReport['failure']> {
  const { fault, scenario } = shrunk(name, contract, result, seed)
  const file = join(folder, `${name.replaceAll('/', '-')}-${traceHash(fault).slice(0, 8)}.scn.json`)
  const steps = result.failure?.steps.length ?? 0
  return { title: scenario.title, steps, shrunkSteps: scenario.steps.length, file: saveScenario(file, scenario, cwd) }
}

/** The failure as a scenario that fails in the same way by as few steps as can be. */
function shrunk(name: string, contract: AnyMachineContract, { failure }: FuzzResult, seed: number) {
  if (!failure) throw new Error(say('scenario.fuzz_sound'))
  const { input, steps, mismatch } = failure
  const scenario = {
    format: 'scn/1',
    title: say('scenario.fuzz_title', { fault: faultText(mismatch.expected, mismatch.actual) }),
    machine: name,
    machineHash: machineHash(contract),
    input,
    source: 'shrunk',
    req: [],
    tags: [`fuzz-seed-${seed}`],
    steps: [...steps],
  } satisfies Scenario
  const smallest = shrinkScenario(contract, scenario)
  // A replay of what has just been seen cannot go another way: nothing but the steps decides.
  if (!smallest) throw new Error(say('scenario.fuzz_unsteady', { machine: name, seed }))
  return { fault: smallest.fault, scenario: { ...scenario, steps: [...smallest.steps] } }
}

function faultText(expected: unknown, actual: unknown): string {
  const claim = String(expected)
  return claim.startsWith('invariant: ')
    ? claim.slice('invariant: '.length)
    : say('scenario.fuzz_claim', { claim, found: String(actual) })
}
