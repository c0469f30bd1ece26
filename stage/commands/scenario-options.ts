import { globSync, statSync } from 'node:fs'
import { resolve } from 'node:path'
import { type ParseArgsConfig, parseArgs } from 'node:util'
import { say } from '#cli/command-text.ts'

/** Where a verb writes and where it stands. */
export interface ScenarioIo {
  readonly stdout: (text: string) => void
  readonly stderr: (text: string) => void
  readonly cwd: string
}

const DEFAULT_GLOB = 'tests/scenarios/**/*.scn.json'

type OptionKinds = NonNullable<ParseArgsConfig['options']>

/** What a verb was asked: its files, and the values of its own options by name. */
export interface ScenarioArguments {
  /** Whether no glob was given, so that all scenarios are meant. */
  readonly isDefault: boolean
  /** Name with forward slashes → full path, in order of name. */
  readonly files: ReadonlyMap<string, string>
  readonly isJson: boolean
  readonly values: Readonly<Record<string, unknown>>
}

/** Reads globs, `--json`, and the options that a verb takes besides.
 *  @returns undefined when the command was not understood or matches nothing, which has been said then */
export function readScenarioArguments(
  args: readonly string[],
  io: ScenarioIo,
  usage: string,
  options: OptionKinds = {},
): ScenarioArguments | undefined {
  const read = parse(args, { ...options, json: { type: 'boolean', default: false } })
  if (typeof read === 'string') return refuse(io, args.includes('--json'), 'usage', `${read}\n${usage}`)
  const { values, positionals } = read
  const isDefault = positionals.length === 0
  const globs = isDefault ? [DEFAULT_GLOB] : positionals
  const files = findFiles(globs, io.cwd)
  if (files.size > 0) return { isDefault, files, isJson: values.json === true, values }
  return refuse(io, values.json === true, 'no-match', say('scenario.no_match', { globs: globs.join(' ') }))
}

/** Says why a verb does not do what it was asked: on stderr, or as JSON where that was asked for. */
export function refuse(io: ScenarioIo, isJson: boolean, code: string, message: string): undefined {
  if (isJson) io.stdout(`${JSON.stringify({ error: { code, message, path: null } }, null, 2)}\n`)
  else io.stderr(`${message}\n`)
}

function parse(args: readonly string[], options: OptionKinds) {
  try {
    return parseArgs({ args: [...args], allowPositionals: true, options })
  } catch (error) {
    return error instanceof Error ? error.message : String(error)
  }
}

/** A folder stands for all scenarios in it. */
function patternOf(glob: string, cwd: string): string {
  const isFolder = statSync(resolve(cwd, glob), { throwIfNoEntry: false })?.isDirectory() === true
  return isFolder ? `${glob.replace(/\/$/, '')}/**/*.scn.json` : glob
}

/** The files of the globs in order of path. */
function findFiles(globs: readonly string[], cwd: string): ReadonlyMap<string, string> {
  const names = globSync(
    globs.map((glob) => patternOf(glob.replaceAll('\\', '/'), cwd)),
    { cwd },
  )
  const sorted = [...new Set(names.map((name) => name.replaceAll('\\', '/')))].sort()
  return new Map(sorted.map((name) => [name, resolve(cwd, name)]))
}
