import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { COVER_KINDS, type CoverKind } from '#machines/scenario/coverage-index.ts'
import { type Generated, generateScenarios } from '#machines/scenario/generate.ts'
import { scenarioText } from '#machines/scenario/scenario-text.ts'
import { unknownName } from '#machines/scenario/unknown-name.ts'
import type { Scenario } from '#schemas'
import { inputsOf, misuse, readMachineArguments, scenariosOf } from './scenario-machine-options.ts'
import type { ScenarioIo } from './scenario-options.ts'

const USAGE = 'usage: livery scenario gen MACHINE [--cover transitions|pairs|guards|…[,…]] [--out DIR] [--all]'
/** How far the search goes: enough for every machine of the house in a few seconds. */
const BOUNDS = { maxPlaces: 3000, maxMoves: 30_000 }

/**
 * `livery scenario gen`: writes scenarios for what the committed ones leave out of a machine, or with `--all` for everything
 * (QA-8). Files of the folder that were generated before are not counted as committed; those no longer needed are removed, so a
 * second run changes nothing.
 * Exit 0 when everything is covered then, 1 when something could not be reached, which stderr names, 2 when the command was not
 * understood or a file cannot be written.
 */
export async function gen(args: readonly string[], io: ScenarioIo): Promise<number> {
  const text = { type: 'string' } as const
  const asked = readMachineArguments(args, io, USAGE, { cover: text, out: text, all: { type: 'boolean' } })
  const kinds = asked && kindsOf(String(asked.values.cover ?? 'transitions'), io)
  if (!asked || !kinds) return 2
  const { name, contract, values } = asked
  const folder = typeof values.out === 'string' ? values.out : join('tests/scenarios', machinePart(name), 'generated')
  const all = scenariosOf(name, io.cwd)
  const former = [...scenariosOf(name, io.cwd, join(folder, '*.scn.json'))].flatMap(([file, { source }]) =>
    source === 'generated' ? [file] : [],
  )
  const present = values.all === true ? [] : [...all].flatMap(([file, one]) => (former.includes(file) ? [] : [one]))
  const inputs = inputsOf(contract, all.values())
  const made = generateScenarios({ name, contract, inputs, kinds, present, bounds: BOUNDS })
  if (!replaceFiles(folder, former, made, io)) return 2
  for (const item of made.unreached) io.stderr(`not reached: ${item}\n`)
  if (made.unreached.length > 0 && !made.isWhole) io.stderr('the search ended at its bound; there may be longer ways\n')
  return made.unreached.length > 0 ? 1 : 0
}

function machinePart(name: string): string {
  return name.split('/').at(-1) ?? name
}

/** `transitions` means that states are visited, too. */
function kindsOf(text: string, io: ScenarioIo): readonly CoverKind[] | undefined {
  const names = text.split(',')
  const wrong = names.find((name) => !COVER_KINDS.some((kind) => kind === name))
  if (wrong !== undefined) return misuse(io, unknownName('thing to cover', wrong, COVER_KINDS))
  return names.includes('transitions') ? ['states', ...(names as CoverKind[])] : (names as CoverKind[])
}

/** Writes what was made and removes what was made before and is no longer needed. */
function replaceFiles(folder: string, former: readonly string[], { scenarios }: Generated, io: ScenarioIo): boolean {
  const wanted = new Map(scenarios.map(({ name, scenario }) => [slashed(join(folder, `${name}.scn.json`)), scenario]))
  try {
    if (wanted.size > 0) mkdirSync(resolve(io.cwd, folder), { recursive: true })
    for (const file of former.filter((file) => !wanted.has(file))) {
      rmSync(resolve(io.cwd, file))
      io.stdout(`removed  ${file}\n`)
    }
    for (const [file, scenario] of wanted) io.stdout(`${writeScenario(resolve(io.cwd, file), scenario)} ${file}\n`)
    return true
  } catch (error) {
    io.stderr(`${folder} cannot be written: ${error instanceof Error ? error.message : String(error)}\n`)
    return false
  }
}

function writeScenario(path: string, scenario: Scenario): string {
  const text = scenarioText(scenario)
  if (textOf(path) === text) return 'as it was'
  writeFileSync(path, text)
  return 'written  '
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
