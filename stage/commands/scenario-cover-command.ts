import { mkdirSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { say } from '#cli/command-text.ts'
import { usageOf } from '#cli/usages.ts'
import type { ScenarioCoverReport } from '#schemas'
import { coverScenarios } from './reports/scenario-cover.ts'
import { coverPage } from './reports/scenario-cover-page.ts'
import { coverText } from './reports/scenario-cover-text.ts'
import { readScenarioArguments, type ScenarioIo } from './scenario-options.ts'

const USAGE = usageOf('scenario', 'cover')

/**
 * `livery scenario cover`: what of the machines the scenarios pass through, and what they miss (QA-7). Without a glob every
 * machine is reported, else those that the scenarios play. `--html DIR` writes DIR/index.html besides; `--min` says which
 * scenarios are enough to cover as much.
 * Exit 0 when nothing is missing; 1 when something is, when an entry of `uncoverable` is wrong or a scenario diverged; 2 when
 * nothing is missing but a file could not be read, when nothing matched, when the page cannot be written, or when the command
 * was not understood.
 */
export async function cover(args: readonly string[], io: ScenarioIo): Promise<number> {
  const options = { html: { type: 'string' }, min: { type: 'boolean', default: false } } as const
  const asked = readScenarioArguments(args, io, USAGE, options)
  if (!asked) return 2
  const report = coverScenarios(asked.files, { isWhole: asked.isDefault, withEnough: asked.values.min === true })
  io.stdout(asked.isJson ? `${JSON.stringify(report, null, 2)}\n` : coverText(report))
  const { html } = asked.values
  if (typeof html === 'string' && !writePage(resolve(io.cwd, html), report, io)) return 2
  return coverExitCode(report)
}

/** 1 when a machine misses something or its contract is wrong, or a scenario diverged; 2 when only a file could not be read. */
export function coverExitCode({ machines, uncounted }: ScenarioCoverReport): number {
  const isWhole = machines.every(({ missing, faults }) => missing.length === 0 && faults.length === 0)
  if (!isWhole || uncounted.some(({ status }) => status === 'diverged')) return 1
  return uncounted.length === 0 ? 0 : 2
}

function writePage(folder: string, report: ScenarioCoverReport, io: ScenarioIo): boolean {
  try {
    mkdirSync(folder, { recursive: true })
    writeFileSync(join(folder, 'index.html'), coverPage(report))
    return true
  } catch (error) {
    io.stderr(`${say('scenario.page_unwritten', { why: error instanceof Error ? error.message : String(error) })}\n`)
    return false
  }
}
