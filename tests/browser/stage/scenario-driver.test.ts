import { execFile } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import type { InjectOptions } from 'fastify'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import type { Scenario, ScenarioStep } from '#schemas'
import { chromiumLaunch } from '#server/studio/pictures/chromium-launch.ts'
import { scenarioCommand } from '#stage/commands/scenario-commands.test-support.ts'
import { runScenarios } from '#stage/commands/scenario-run.ts'
import { type BrowserWorld, openBrowserWorld, runInBrowser } from '#stage/drivers/browser/browser-driver.ts'
import { runOverHttp } from '#stage/drivers/http/http-driver.ts'

const ROOT = fileURLToPath(new URL('../../../', import.meta.url))
const EMAIL = 'tests/scenarios/sign-in/email-and-return.scn.json'
const LIMITED = 'tests/scenarios/sign-in/rate-limit-counts-down.scn.json'
const NETWORK = 'tests/scenarios/sign-in/network.scn.json'

/** The pages may have to be built first. */
const START_MS = 180_000

vi.setConfig({ testTimeout: 180_000 })

let world: BrowserWorld
let folder = ''

beforeAll(async () => {
  mkdirSync(join(ROOT, 'test-results'), { recursive: true })
  folder = mkdtempSync(join(ROOT, 'test-results/scenario-driver-'))
  world = await openBrowserWorld()
}, START_MS)
afterAll(async () => {
  await world?.close()
  rmSync(folder, { recursive: true, force: true })
})

/** Plays files on pages of one server and one browser. */
function play(files: ReadonlyMap<string, string>, app = world.server.app) {
  return runInBrowser(files, async () => ({ ...world, server: { ...world.server, app }, close: async () => undefined }))
}

function named(...names: readonly string[]): ReadonlyMap<string, string> {
  return new Map(names.map((name) => [name, join(ROOT, name)]))
}

/** A committed scenario with other steps, in a file of its own. */
function changed(name: string, change: (steps: readonly ScenarioStep[]) => readonly ScenarioStep[]) {
  return rewritten(name, ({ steps }) => ({ steps: change(steps) as Scenario['steps'] }))
}

function rewritten(name: string, change: (scenario: Scenario) => Partial<Scenario>) {
  const scenario = JSON.parse(readFileSync(join(ROOT, name), 'utf8')) as Scenario
  const path = join(folder, 'changed.scn.json')
  writeFileSync(path, JSON.stringify({ ...scenario, ...change(scenario) }, null, 2))
  return new Map([['changed.scn.json', path]])
}

test('QA-13: all three drivers play the same files, and each finds them as they are written', async () => {
  const files = named(EMAIL, LIMITED)
  for (const report of [runScenarios(files), await runOverHttp(files), await play(files)]) {
    expect(report).toMatchObject({ passed: 2, failed: 0, skipped: 0 })
  }
})

test('QA-13: calls fail on the page as the scenario says, by refused connections and by answers that are no JSON', async () => {
  expect(await play(named(NETWORK))).toMatchObject({ scenarios: [{ status: 'passed', steps: 7 }] })
})

test('a wrong expectation is noticed at its step, with what was seen', async () => {
  const files = changed(NETWORK, (steps) => steps.with(3, { ...steps[3], at: 300, expect: { value: 'done' } } as never))
  expect(await play(files)).toMatchObject({
    failed: 1,
    scenarios: [
      {
        status: 'diverged',
        divergence: { step: 4, pointer: '/steps/3/expect/value', expected: 'done', actual: { identifying: 'network' } },
      },
    ],
  })
})

test('an answer that no server gives is noticed', async () => {
  const files = changed(EMAIL, (steps) => steps.with(-1, { ...steps.at(-1), value: { userId: 'ann' } } as never))
  const [result] = (await play(files)).scenarios
  expect(result).toMatchObject({ status: 'diverged', divergence: { pointer: '/steps/4/value' } })
  expect(result?.divergence?.expected).toContain('/userId must be integer')
})

test('a page whose button sends something else is noticed', async () => {
  const { app } = world.server
  const broken = {
    inject: async (request: InjectOptions) => {
      const answer = await app.inject(request)
      if (!/\/assets\/SignInScreen-[^/]*\.js$/.test(String(request.url))) return answer
      const rawPayload = Buffer.from(answer.body.replaceAll('form.submitted', 'form.ignored'))
      return { statusCode: 200, headers: { 'content-type': 'text/javascript' }, rawPayload }
    },
  }
  const report = await play(named(NETWORK), broken as unknown as typeof app)
  expect(report.scenarios[0]).toMatchObject({
    status: 'diverged',
    divergence: {
      step: 3,
      pointer: '/steps/2/event',
      expected: { type: 'form.submitted' },
      actual: [{ type: 'form.ignored' }],
    },
  })
})

test('what nobody can do on the page is skipped with its reason', async () => {
  const elsewhere = rewritten('tests/scenarios/sms-code/length-comes-from-the-server.scn.json', () => ({
    input: { codeLabel: 'PIN of another page' },
  }))
  const report = await play(
    new Map([
      ...named('tests/scenarios/social-start/opened.scn.json'),
      ...elsewhere,
      ...named('tests/scenarios/request/asked-after-cancelling.scn.json'),
    ]),
  )
  expect(report).toMatchObject({ passed: 0, failed: 0, skipped: 3 })
  expect(report.scenarios.map(({ reason }) => reason)).toEqual([
    expect.stringMatching(/^step 3: nobody can bring page\.returned about/),
    expect.stringMatching(/^the page starts it with /),
    'the page runs one beneath each of its calls, unwatched',
  ])
})

test('QA-13: a scenario that was exported is a test that Playwright runs against a site', async () => {
  const { code, stdout } = await scenarioCommand('export', ['--playwright', NETWORK], ROOT)
  expect(code).toBe(0)
  const added = await world.server.addBrand('exported', {})
  const { port } = new URL(await world.server.app.listen({ port: 0, host: '127.0.0.1' }))
  const site = `http://${'host' in added ? added.host : ''}:${port}`
  expect(await playwright('whole.test.ts', stdout, site)).toContain('1 passed')
  const wrong = stdout.replace("getByRole('alert')", "getByRole('alertdialog')")
  expect(wrong).not.toBe(stdout)
  expect(await playwright('wrong.test.ts', wrong, site)).toContain('1 failed')
})

/** Runs a test file by Playwright's own runner. @returns what it says */
async function playwright(name: string, text: string, baseURL: string): Promise<string> {
  const own = mkdtempSync(join(folder, 'exported-'))
  const config = {
    testDir: own,
    outputDir: join(own, 'results'),
    reporter: 'line',
    timeout: 60_000,
    expect: { timeout: 5000 },
    use: { baseURL, launchOptions: (await chromiumLaunch()).options },
  }
  writeFileSync(join(own, name), text)
  writeFileSync(join(own, 'playwright.config.ts'), `export default ${JSON.stringify(config)}`)
  const runner = join(ROOT, 'node_modules/playwright/cli.js')
  const env = { PATH: process.env.PATH ?? '', HOME: process.env.HOME ?? '' }
  const run = promisify(execFile)(process.execPath, [runner, 'test', '--config', own], { cwd: own, env })
  const { stdout } = await run.catch((error: { readonly stdout: string }) => error)
  return stdout
}
