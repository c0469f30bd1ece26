import { globSync } from 'node:fs'
import { resolve } from 'node:path'
import { type ParseArgsConfig, parseArgs } from 'node:util'
import { say } from '#cli/command-text.ts'
import { scenarioMachines } from '#machines/scenario-machines.ts'
import type { AnyMachineContract } from '#machines/shell/machine-contract.ts'
import type { Scenario } from '#schemas'
import { unknownName } from '../player/unknown-name.ts'
import { fillSecrets } from '../recorder/secret-values.ts'
import { readScenarioFile } from './scenario-file.ts'
import { refuse, type ScenarioIo } from './scenario-options.ts'

type Input = Readonly<Record<string, unknown>>
type OptionKinds = NonNullable<ParseArgsConfig['options']>

/** What a verb that works on one machine was asked. */
export interface MachineArguments {
  readonly name: string
  readonly contract: AnyMachineContract
  readonly isJson: boolean
  readonly values: Readonly<Record<string, unknown>>
}

/** Reads `MACHINE`, `--json` and options. @returns undefined when the command was not understood, which has been said then */
export function readMachineArguments(
  args: readonly string[],
  io: ScenarioIo,
  usage: string,
  options: OptionKinds,
): MachineArguments | undefined {
  const isJson = args.includes('--json')
  const read = readArguments(args, { ...options, json: { type: 'boolean' } })
  if (typeof read === 'string') return refuse(io, isJson, 'usage', `${read}\n${usage}`)
  const [name, ...more] = read.positionals
  if (name === undefined || more.length > 0)
    return refuse(io, isJson, 'usage', `${say('scenario.one_machine')}\n${usage}`)
  const contract = Object.hasOwn(scenarioMachines, name) ? scenarioMachines[name] : undefined
  if (!contract) return refuse(io, isJson, 'usage', unknownName('machine', name, Object.keys(scenarioMachines)))
  return { name, contract, isJson, values: read.values }
}

/** Parsed options and the arguments beside them, or what is wrong. */
export function readArguments(args: readonly string[], options: OptionKinds) {
  try {
    return parseArgs({ args: [...args], allowPositionals: true, options })
  } catch (error) {
    return error instanceof Error ? error.message : String(error)
  }
}

/** A whole number from `least` on, given as text; `fallback` when nothing was given, undefined when it is none. */
export function wholeNumber(text: unknown, least: number, fallback: number): number | undefined {
  if (text === undefined) return fallback
  const number = Number(text)
  return /^\d+$/.test(String(text)) && Number.isSafeInteger(number) && number >= least ? number : undefined
}

/** The scenarios of a machine by their paths, in order of path: the committed ones, or those of a glob. Files that cannot be
 *  played are passed over. */
export function scenariosOf(
  machine: string,
  cwd: string,
  glob = 'tests/scenarios/**/*.scn.json',
): ReadonlyMap<string, Scenario> {
  const files = globSync(glob.replaceAll('\\', '/'), { cwd })
    .map((file) => file.replaceAll('\\', '/'))
    .sort()
  const read = files.map((file) => [file, readScenarioFile(resolve(cwd, file)).scenario] as const)
  return new Map(read.flatMap(([file, scenario]) => (scenario?.machine === machine ? [[file, scenario] as const] : [])))
}

/** What a machine is started with: the inputs of its contract, else those of its scenarios, else none. */
export function inputsOf({ inputs }: AnyMachineContract, scenarios: Iterable<Scenario>): readonly Input[] {
  if (inputs) return inputs
  const found = new Map<string, Input>()
  for (const { input = {}, seed = 0 } of scenarios) found.set(JSON.stringify(input), fillSecrets(input, seed) as Input)
  return found.size > 0 ? [...found.values()] : [{}]
}
