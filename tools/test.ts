/**
 * Runs tests: unit, contract and architecture tests in Node, then the built site and the stories in Chromium.
 *   npm test                            the quick suite, which must pass before each change lands
 *   npm run test:long                   the long suite: what the quick one leaves out, and more of what it tries
 *   npm run test:long -- --shard=2/32   one of its 32 parts
 *   npm test -- PATH                    the files named, of either suite
 * Where CI is set, files that fail run once more, alone and one after another, when there are few of them: what the machine's load
 * has broken passes then, and is listed as unsteady.
 * Arguments are passed on to the test runner (`npm test -- --project unit machines/forms`). tools/suites.ts has the list.
 */

import { randomUUID } from 'node:crypto'
import { existsSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { ChromiumMissing, chromiumLaunch } from '#server/studio/pictures/chromium-launch.ts'
import { chromiumLackText } from '#stage/drivers/chromium/chromium.ts'
import { ENGINE } from './bench/server-process.ts'
import { buildCommands, buildPages, buildServer } from './build.ts'
import { FAILED_FILES } from './failed-tests.ts'
import { runStep, runSteps, type Step } from './run-steps.ts'
import { DIVIDED } from './suites.ts'

/** How many failed files are tried again: more than so many are no work of chance. */
const MOST_AGAIN = 4

async function main(args: readonly string[]): Promise<number> {
  const isLong = args.includes('--long')
  const passedOn = args.filter((arg) => arg !== '--long')
  const isNamed = passedOn.some((arg) => !arg.startsWith('-') && arg.includes('/'))
  try {
    await chromiumLaunch()
  } catch (error) {
    if (!(error instanceof ChromiumMissing)) throw error
    console.error(`The browser tests need Chromium: ${chromiumLackText(error)}.`)
    return 1
  }
  await buildPages()
  process.env[ENGINE] = await buildServer()
  await buildCommands()
  const name = isNamed ? 'tests of the files named' : `tests of the ${isLong ? 'long' : 'quick'} suite`
  const env: Record<string, string> = isLong ? { LIVERY_LONG: '1' } : {}
  const part = passedOn.map((arg) => /^--shard=(\d+\/\d+)$/.exec(arg)?.[1]).find((found) => found !== undefined)
  if (part !== undefined) env.LIVERY_PART = part
  const whole = { ...env, ...(isNamed ? {} : { LIVERY_SUITE: isLong ? 'long' : 'quick' }) }
  const steps = [testStep(name, passedOn, whole, env)]
  if (isLong && part !== undefined && !isNamed) steps.push(testStep('tests that divide themselves', DIVIDED, env, env))
  return runSteps(steps)
}

/** A run of tests, with the second try of its failed files where CI is set.
 *  @param envAgain the variables of a run of files that are named */
function testStep(
  name: string,
  args: readonly string[],
  env: Readonly<Record<string, string>>,
  envAgain: Readonly<Record<string, string>>,
): Step {
  if (!process.env.CI) return { name, command: 'vitest', args: ['run', ...args], env }
  const list = join(tmpdir(), `livery-failed-${randomUUID()}`)
  const again = async (code: number) => {
    const files = existsSync(list) ? readFileSync(list, 'utf8').split('\n').filter(Boolean) : []
    rmSync(list, { force: true })
    if (files.length === 0 || files.length > MOST_AGAIN) return code
    console.error(`once more, alone: ${files.join(', ')}`)
    const second = await runStep({
      name,
      command: 'vitest',
      args: ['run', '--no-file-parallelism', ...files],
      env: envAgain,
    })
    if (second === 0) console.error(`unsteady, passed alone: ${files.join(', ')}`)
    return second
  }
  return { name, command: 'vitest', args: ['run', ...args], env: { ...env, [FAILED_FILES]: list }, afterFailure: again }
}

process.exitCode = await main(process.argv.slice(2))
