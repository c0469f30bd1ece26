/**
 * npm test: everything. Unit, contract and architecture tests in Node, then the built site and the stories in Chromium.
 * Arguments are passed on to the test runner (`npm test -- --project unit machines/forms`).
 */

import { chromiumPath } from '#cli/scenario/chromium-path.ts'
import { buildPages } from './build.ts'
import { runSteps } from './run-steps.ts'

const args = process.argv.slice(2)
const chromium = chromiumPath()
if (!chromium) {
  console.error(
    'The browser tests need Chromium: install it (Debian: apt-get install chromium) or name it in CHROMIUM_PATH.',
  )
  process.exitCode = 1
} else {
  await buildPages()
  process.exitCode = await runSteps([
    { name: 'tests', command: 'vitest', args: ['run', ...args], env: { CHROMIUM_PATH: chromium } },
  ])
}
