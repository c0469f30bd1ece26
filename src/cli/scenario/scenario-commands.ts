import { globSync, mkdirSync, writeFileSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import type { ScenarioCoverReport, ScenarioRunReport } from '#schemas'
import { coverScenarios, coverText } from './scenario-cover.ts'
import { junitReport, textReport } from './scenario-report.ts'
import { runScenarios } from './scenario-run.ts'

/** Where a command writes and where it stands. */
interface CommandIo {
  readonly stdout: (text: string) => void
  readonly stderr: (text: string) => void
  readonly cwd: string
}

/** A command's body: arguments after `livery <noun> <verb>` → exit code. */
type Command = (args: readonly string[], io: CommandIo) => Promise<number>

const DEFAULT_GLOB = 'tests/scenarios/**/*.scn.json'
const RUN_USAGE = 'usage: livery scenario run [glob…] [--json] [--junit FILE]'
const COVER_USAGE = 'usage: livery scenario cover [glob…] [--json]'

/** The verbs of `livery scenario`. */
export const scenarioCommands = { run, cover } as const satisfies Record<string, Command>

/**
 * `livery scenario run`: replays scenarios without network, wall clock or randomness (QA-2).
 * Exit 0 when all passed, 1 when one diverged, 2 when none diverged but a file could not be read, when nothing matched,
 * or when the command was not understood.
 */
async function run(args: readonly string[], io: CommandIo): Promise<number> {
  const asked = readArguments(args, io, RUN_USAGE)
  if (!asked) return 2
  const report = runScenarios(asked.files)
  io.stdout(asked.isJson ? `${JSON.stringify(report, null, 2)}\n` : textReport(report))
  if (asked.junit !== undefined && !writeJunit(resolve(io.cwd, asked.junit), report, io)) return 2
  return exitCode(report)
}

/**
 * `livery scenario cover`: which states and transitions of the machines the scenarios pass through, and which they miss.
 * Without a glob every machine is reported, else those that the scenarios play.
 * Exit 0 when nothing is missing, 1 when something is or a scenario diverged, 2 when nothing is missing but a file could not
 * be read, when nothing matched, or when the command was not understood.
 */
async function cover(args: readonly string[], io: CommandIo): Promise<number> {
  const asked = readArguments(args, io, COVER_USAGE)
  if (!asked) return 2
  const report = coverScenarios(asked.files, asked.isDefault)
  io.stdout(asked.isJson ? `${JSON.stringify(report, null, 2)}\n` : coverText(report))
  return coverExitCode(report)
}

interface Options {
  /** Whether no glob was given. */
  readonly isDefault: boolean
  readonly globs: readonly string[]
  readonly isJson: boolean
  readonly junit: string | undefined
}

interface Asked extends Options {
  /** Name with forward slashes → full path, in order of name. */
  readonly files: ReadonlyMap<string, string>
}

/** @returns undefined when the command was not understood or matches nothing, which has been said then */
function readArguments(args: readonly string[], io: CommandIo, usage: string): Asked | undefined {
  const options = readOptions(args, usage.includes('--junit'))
  if (typeof options === 'string') return refuse(io, args.includes('--json'), 'usage', `${options}\n${usage}`)
  const files = findFiles(options.globs, io.cwd)
  if (files.size > 0) return { ...options, files }
  return refuse(io, options.isJson, 'no-match', `no scenario matches ${options.globs.join(' ')}`)
}

function readOptions(args: readonly string[], takesJunit: boolean): Options | string {
  try {
    const { values, positionals } = parseArgs({
      args: [...args],
      allowPositionals: true,
      options: { json: { type: 'boolean', default: false }, junit: { type: 'string' } },
    })
    if (values.junit !== undefined && !takesJunit) return "Unknown option '--junit'"
    const isDefault = positionals.length === 0
    return { isDefault, globs: isDefault ? [DEFAULT_GLOB] : positionals, isJson: values.json, junit: values.junit }
  } catch (error) {
    return error instanceof Error ? error.message : String(error)
  }
}

/** The files of the globs in order of path. */
function findFiles(globs: readonly string[], cwd: string): ReadonlyMap<string, string> {
  const names = globSync(
    globs.map((glob) => glob.replaceAll('\\', '/')),
    { cwd },
  )
  const sorted = [...new Set(names.map((name) => name.replaceAll('\\', '/')))].sort()
  return new Map(sorted.map((name) => [name, resolve(cwd, name)]))
}

function exitCode({ failed, scenarios }: ScenarioRunReport): number {
  if (failed === 0) return 0
  return scenarios.some(({ status }) => status === 'diverged') ? 1 : 2
}

function coverExitCode({ states, transitions, uncounted }: ScenarioCoverReport): number {
  const isWhole = states.covered === states.all && transitions.covered === transitions.all
  if (!isWhole || uncounted.some(({ status }) => status === 'diverged')) return 1
  return uncounted.length === 0 ? 0 : 2
}

function writeJunit(path: string, report: ScenarioRunReport, io: CommandIo): boolean {
  try {
    mkdirSync(dirname(path), { recursive: true })
    writeFileSync(path, junitReport(report))
    return true
  } catch (error) {
    io.stderr(`the JUnit report cannot be written: ${error instanceof Error ? error.message : String(error)}\n`)
    return false
  }
}

function refuse(io: CommandIo, isJson: boolean, code: string, message: string): undefined {
  if (isJson) io.stdout(`${JSON.stringify({ error: { code, message, path: null } }, null, 2)}\n`)
  else io.stderr(`${message}\n`)
}
