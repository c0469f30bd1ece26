/**
 * Runs tests: unit, contract and architecture tests in Node, then the built site and the stories in Chromium.
 *   npm test                            the quick suite, which must pass before each change lands
 *   npm run test:long                   the long suite: what the quick one leaves out, and more of what it tries
 *   npm run test:long -- --shard=2/6    a sixth of it
 *   npm test -- PATH                    the files named, of either suite
 * Arguments are passed on to the test runner (`npm test -- --project unit machines/forms`). tools/suites.ts has the list.
 */

import { ChromiumMissing, chromiumLaunch } from '#stage/drivers/chromium/chromium-launch.ts'
import { buildPages } from './build.ts'
import { runSteps } from './run-steps.ts'
import { DIVIDED } from './suites.ts'

async function main(args: readonly string[]): Promise<number> {
  const isLong = args.includes('--long')
  const passedOn = args.filter((arg) => arg !== '--long')
  const isNamed = passedOn.some((arg) => !arg.startsWith('-') && arg.includes('/'))
  try {
    await chromiumLaunch()
  } catch (error) {
    if (!(error instanceof ChromiumMissing)) throw error
    console.error(`The browser tests need Chromium: ${error.message}.`)
    return 1
  }
  await buildPages()
  const name = isNamed ? 'tests of the files named' : `tests of the ${isLong ? 'long' : 'quick'} suite`
  const env: Record<string, string> = isLong ? { LIVERY_LONG: '1' } : {}
  const part = passedOn.map((arg) => /^--shard=(\d+\/\d+)$/.exec(arg)?.[1]).find((found) => found !== undefined)
  if (part !== undefined) env.LIVERY_PART = part
  const whole = { ...env, ...(isNamed ? {} : { LIVERY_SUITE: isLong ? 'long' : 'quick' }) }
  const steps = [{ name, command: 'vitest', args: ['run', ...passedOn], env: whole }]
  if (isLong && part !== undefined && !isNamed)
    steps.push({ name: 'tests that divide themselves', command: 'vitest', args: ['run', ...DIVIDED], env })
  return runSteps(steps)
}

process.exitCode = await main(process.argv.slice(2))
