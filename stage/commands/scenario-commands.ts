import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import { brandsFolder } from '#cli/brand/brand-arguments.ts'
import { say } from '#cli/command-text.ts'
import { usageOf } from '#cli/usages.ts'
import type { ScenarioRunReport } from '#schemas'
import { unknownName } from '../player/unknown-name.ts'
import { cover } from './scenario-cover-command.ts'
import { diff } from './scenario-diff-command.ts'
import { driverNames, type ScenarioDriver, scenarioDriver } from './scenario-drivers.ts'
import { exportScenario } from './scenario-export-command.ts'
import { fuzz } from './scenario-fuzz-command.ts'
import { gen } from './scenario-gen-command.ts'
import { migrate } from './scenario-migrate-command.ts'
import { readScenarioArguments, refuse, type ScenarioIo } from './scenario-options.ts'
import { DriverUnavailable } from './scenario-playing.ts'
import { record } from './scenario-record-command.ts'
import { junitReport, textReport } from './scenario-report.ts'
import { shrink } from './scenario-shrink-command.ts'
import { view } from './scenario-view-command.ts'

/** A command's body: arguments after `livery <noun> <verb>` → exit code. */
type Command = (args: readonly string[], io: ScenarioIo) => Promise<number>

const RUN_USAGE = usageOf('scenario', 'run')

/** The verbs of `livery scenario`. */
export const scenarioCommands = {
  run,
  cover,
  gen,
  fuzz,
  shrink,
  diff,
  migrate,
  export: exportScenario,
  view,
  record,
} as const satisfies Record<string, Command>

/**
 * `livery scenario run`: replays scenarios without network, wall clock or randomness (QA-2), or by another driver (QA-13).
 * Exit 0 when all passed, 1 when one diverged, 2 when none diverged but a file could not be read, when nothing matched, when
 * the driver lacks something, such as a browser, or when the command was not understood.
 */
async function run(args: readonly string[], io: ScenarioIo): Promise<number> {
  const asked = readScenarioArguments(args, io, RUN_USAGE, {
    junit: { type: 'string' },
    driver: { type: 'string' },
    brands: { type: 'string' },
  })
  if (!asked) return 2
  const { junit, driver = 'machine', brands } = asked.values
  const play = scenarioDriver(String(driver))
  if (!play) {
    refuse(io, asked.isJson, 'usage', `${unknownName('driver', String(driver), driverNames)}\n${RUN_USAGE}`)
    return 2
  }
  const startedAt = new Date()
  const folder = typeof brands === 'string' ? brands : undefined
  const report = await played(() => play(asked.files, brandsFolder(folder, { env: process.env, cwd: io.cwd })))
  if (report instanceof DriverUnavailable) {
    refuse(io, asked.isJson, 'driver', report.message)
    return 2
  }
  io.stdout(asked.isJson ? `${JSON.stringify(report, null, 2)}\n` : textReport(report))
  if (typeof junit === 'string' && !writeJunit(resolve(io.cwd, junit), junitReport(report, startedAt), io)) return 2
  return exitCode(report)
}

/** The report, or why this driver cannot play anything here. */
async function played(play: () => ReturnType<ScenarioDriver>) {
  try {
    return await play()
  } catch (error) {
    if (error instanceof DriverUnavailable) return error
    throw error
  }
}

function exitCode({ failed, scenarios }: ScenarioRunReport): number {
  if (failed === 0) return 0
  return scenarios.some(({ status }) => status === 'diverged') ? 1 : 2
}

function writeJunit(path: string, text: string, io: ScenarioIo): boolean {
  try {
    mkdirSync(dirname(path), { recursive: true })
    writeFileSync(path, text)
    return true
  } catch (error) {
    io.stderr(`${say('scenario.junit_unwritten', { why: error instanceof Error ? error.message : String(error) })}\n`)
    return false
  }
}
