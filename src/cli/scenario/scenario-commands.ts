import { globSync, mkdirSync, writeFileSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import type { ScenarioRunReport } from '#schemas'
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
const USAGE = 'usage: livery scenario run [glob…] [--json] [--junit FILE]'

/** The verbs of `livery scenario`. */
export const scenarioCommands = { run } as const satisfies Record<string, Command>

/**
 * `livery scenario run`: replays scenarios without network, wall clock or randomness (QA-2).
 * Exit 0 when all passed, 1 when one diverged, 2 when none diverged but a file could not be read, when nothing matched,
 * or when the command was not understood.
 */
async function run(args: readonly string[], io: CommandIo): Promise<number> {
  const options = readOptions(args)
  if (typeof options === 'string') return refuse(io, args.includes('--json'), 'usage', `${options}\n${USAGE}`)
  const files = findFiles(options.globs, io.cwd)
  if (files.size === 0) return refuse(io, options.isJson, 'no-match', `no scenario matches ${options.globs.join(' ')}`)
  const report = runScenarios(files)
  io.stdout(options.isJson ? `${JSON.stringify(report, null, 2)}\n` : textReport(report))
  if (options.junit !== undefined && !writeJunit(resolve(io.cwd, options.junit), report, io)) return 2
  return exitCode(report)
}

interface RunOptions {
  readonly globs: readonly string[]
  readonly isJson: boolean
  readonly junit: string | undefined
}

function readOptions(args: readonly string[]): RunOptions | string {
  try {
    const { values, positionals } = parseArgs({
      args: [...args],
      allowPositionals: true,
      options: { json: { type: 'boolean', default: false }, junit: { type: 'string' } },
    })
    const globs = positionals.length > 0 ? positionals : [DEFAULT_GLOB]
    return { globs, isJson: values.json, junit: values.junit }
  } catch (error) {
    return error instanceof Error ? error.message : String(error)
  }
}

/** The files of the globs in order of path: name with forward slashes → full path. */
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

function refuse(io: CommandIo, isJson: boolean, code: string, message: string): number {
  if (isJson) io.stdout(`${JSON.stringify({ error: { code, message, path: null } }, null, 2)}\n`)
  else io.stderr(`${message}\n`)
  return 2
}
