import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { say } from '#cli/command-text.ts'
import { usageOf } from '#cli/usages.ts'
import type { Scenario, ScenarioGenFile, ScenarioGenReport } from '#schemas'
import { COVER_KINDS, type CoverKind } from '../coverage/coverage-index.ts'
import { type Generated, generateScenarios } from '../explore/generate.ts'
import { scenarioText } from '../player/scenario-text.ts'
import { unknownName } from '../player/unknown-name.ts'
import { inputsOf, readMachineArguments, scenariosOf } from './scenario-machine-options.ts'
import { refuse, type ScenarioIo } from './scenario-options.ts'

const USAGE = usageOf('scenario', 'gen')
/** How far the search goes: enough for every machine of the project in a few seconds. */
const BOUNDS = { maxPlaces: 3000, maxMoves: 30_000 }

/**
 * `livery scenario gen`: writes scenarios for what the committed ones leave out of a machine, or with `--all` for everything
 * (QA-8). Files of the folder that were generated before are not counted as committed; those no longer needed are removed, so a
 * second run changes nothing.
 * Exit 0 when everything is covered then, 1 when something could not be reached, which stderr or the report names, 2 when the command was not
 * understood or a file cannot be written.
 */
export async function gen(args: readonly string[], io: ScenarioIo): Promise<number> {
  const text = { type: 'string' } as const
  const asked = readMachineArguments(args, io, USAGE, { cover: text, out: text, all: { type: 'boolean' } })
  if (!asked) return 2
  const { name, contract, isJson, values } = asked
  const kinds = kindsOf(String(values.cover ?? 'transitions'))
  if (typeof kinds === 'string') return refuse(io, isJson, 'usage', kinds) ?? 2
  const folder = typeof values.out === 'string' ? values.out : join('tests/scenarios', machinePart(name), 'generated')
  const all = scenariosOf(name, io.cwd)
  const former = [...scenariosOf(name, io.cwd, join(folder, '*.scn.json'))].flatMap(([file, { source }]) =>
    source === 'generated' ? [file] : [],
  )
  const present = values.all === true ? [] : [...all].flatMap(([file, one]) => (former.includes(file) ? [] : [one]))
  const inputs = inputsOf(contract, all.values())
  const made = generateScenarios({ name, contract, inputs, kinds, present, bounds: BOUNDS })
  const { unreached, isWhole } = made
  try {
    const files = replaceFiles(folder, former, made, io.cwd)
    const report: ScenarioGenReport = { machine: name, files: [...files], unreached: [...unreached], isWhole }
    if (isJson) io.stdout(`${JSON.stringify(report, null, 2)}\n`)
    else tell(report, io)
    return unreached.length > 0 ? 1 : 0
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error)
    return refuse(io, isJson, 'unwritable', say('scenario.unwritable', { file: folder, why })) ?? 2
  }
}

function tell({ files, unreached, isWhole }: ScenarioGenReport, io: ScenarioIo): void {
  for (const { file, change } of files) io.stdout(`${say(`scenario.gen_${change}`, { file })}\n`)
  for (const item of unreached) io.stderr(`${say('scenario.gen_unreached', { item })}\n`)
  if (unreached.length > 0 && !isWhole) io.stderr(`${say('scenario.gen_bound')}\n`)
}

function machinePart(name: string): string {
  return name.split('/').at(-1) ?? name
}

/** `transitions` means that states are visited, too. @returns what is wrong, as text, when a name is unknown */
function kindsOf(text: string): readonly CoverKind[] | string {
  const names = text.split(',')
  const wrong = names.find((name) => !COVER_KINDS.some((kind) => kind === name))
  if (wrong !== undefined) return unknownName(say('scenario.gen_cover'), wrong, COVER_KINDS)
  return names.includes('transitions') ? ['states', ...(names as CoverKind[])] : (names as CoverKind[])
}

/** Writes what was made and removes what was made before and is no longer needed. @throws Error of the file system */
function replaceFiles(
  folder: string,
  former: readonly string[],
  { scenarios }: Generated,
  cwd: string,
): readonly ScenarioGenFile[] {
  const wanted = new Map(scenarios.map(({ name, scenario }) => [slashed(join(folder, `${name}.scn.json`)), scenario]))
  if (wanted.size > 0) mkdirSync(resolve(cwd, folder), { recursive: true })
  const old = former.filter((file) => !wanted.has(file))
  for (const file of old) rmSync(resolve(cwd, file))
  return [
    ...old.map((file) => ({ file, change: 'removed' as const })),
    ...[...wanted].map(([file, scenario]) => ({ file, change: writeScenario(resolve(cwd, file), scenario) })),
  ]
}

function writeScenario(path: string, scenario: Scenario): 'written' | 'unchanged' {
  const text = scenarioText(scenario)
  if (textOf(path) === text) return 'unchanged'
  writeFileSync(path, text)
  return 'written'
}

function textOf(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    // There is none yet, or none that can be read: then it is written.
    return undefined
  }
}

function slashed(path: string): string {
  return path.replaceAll('\\', '/')
}
