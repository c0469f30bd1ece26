import { spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { setTimeout as pause } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import type { Browser } from 'playwright'
import { say } from '#cli/command-text.ts'
import { scenarioMachines } from '#machines/scenario-machines.ts'
import type { AnyMachineActs } from '#machines/shell/machine-acts.ts'
import type { Scenario, ScenarioGiven, ScenarioRunReport, ScenarioStep } from '#schemas'
import { loadPages } from '#server/wiring/pages/page-bundle.ts'
import {
  DriverUnavailable,
  type Outcome,
  type PlayableFile,
  playFiles,
  skipped,
  unplayable,
} from '../../commands/scenario-playing.ts'
import { isSameJson } from '../../player/plain-json.ts'
import type { ObservedSummary } from '../../recorder/page-observer.ts'
import { recordable } from '../../recorder/recordable.ts'
import { fillSecrets } from '../../recorder/secret-values.ts'
import { actsFor, reasonAgainstMachine } from '../acts/browser-machines.ts'
import { openChromium } from '../chromium/chromium.ts'
import { cookiesOfPlayer } from '../http/scenario-player-session.ts'
import { type ScenarioServer, startScenarioServer } from '../http/scenario-server.ts'
import { HeldCalls } from './held-calls.ts'
import { playOnPage } from './page-player.ts'
import { beginsAsFound, pageInput, scenarioInput, startActs, startTime, storedTexts } from './page-start.ts'
import { reasonAgainst } from './reason-against.ts'
import { openScenarioFeed } from './scenario-feed.ts'
import { ScenarioPage } from './scenario-page.ts'
import { WatchedMachine } from './watched-machine.ts'

/** A server with pages, and a browser to look at them. */
export interface BrowserWorld {
  readonly server: ScenarioServer
  readonly browser: Browser
  close(): Promise<void>
}

const ROOT = fileURLToPath(new URL('../../../', import.meta.url))
/** How long a page may take until it stands, in ms of real time. */
const OPENING_MS = 30_000
const LOOK_EVERY_MS = 20
/** Time that is given to a page that does not stand without any, in ms of its clock. */
const NUDGE_MS = 50
const NUDGE_AFTER = 25
const TRY_MS = 10_000
/** How much earlier a page with boards is opened, for it runs before the scenario starts: once its clock shows time 0, the
 *  token that it has fetched must not come from the future. */
const EARLY_MS = 10_000

/** Plays files one after the other on real pages in Chromium (QA-13): each in a brand and a browser context of its own.
 *  @param files name to report → path to read   @throws DriverUnavailable when pages cannot be shown here */
export function runInBrowser(
  files: ReadonlyMap<string, string>,
  openWorld: () => Promise<BrowserWorld> = openBrowserWorld,
): Promise<ScenarioRunReport> {
  return playFiles(files, openWorld, async (file, _, world) => {
    const { scenario } = file
    const acts = actsFor(withSecrets(scenario))
    if (!acts) return skipped(reasonAgainstMachine(scenario.machine))
    const reason = await reasonAgainst(scenario, acts)
    if (reason !== undefined) return skipped(reason)
    return playInWorld(file, acts, await world(), `p${randomBytes(6).toString('hex')}`)
  })
}

/** Builds the pages where their sources have changed, and opens them in Chromium. @throws DriverUnavailable */
export async function openBrowserWorld(): Promise<BrowserWorld> {
  const browser = await openChromium({ ignoreDefaultArgs: ['--hide-scrollbars'] })
  try {
    await buildPages()
    const server = await startScenarioServer(await loadPages())
    return {
      server,
      browser,
      async close() {
        await browser.close()
        await server.close()
      },
    }
  } catch (error) {
    await browser.close()
    throw error
  }
}

/** The build looks for itself whether there is anything to do. */
async function buildPages(): Promise<void> {
  const build = spawn(process.execPath, ['tools/build.ts'], { cwd: ROOT, stdio: ['ignore', 'ignore', 'pipe'] })
  let said = ''
  build.stderr.on('data', (chunk: Buffer) => (said += chunk.toString()))
  const [code] = (await once(build, 'exit')) as [number | null]
  if (code !== 0) throw new DriverUnavailable(say('driver.pages_cannot_built', { said }))
}

async function playInWorld(
  file: PlayableFile,
  acts: AnyMachineActs,
  { server, browser }: BrowserWorld,
  brandId: string,
): Promise<Outcome> {
  const { lineOf } = file
  const scenario = withSecrets(file.scenario)
  const added = await server.addBrand(brandId, brandConfig(scenario, acts))
  if ('problems' in added)
    return unplayable(file, '/given/config', say('driver.no_brand_configured', { problems: added.problems }))
  const startMs = startTime(acts, scenario)
  server.clock.nowMs = startMs
  const cookies = await cookiesOfPlayer(server, { brandId, host: added.host }, acts.player?.(scenario))
  const input = scenarioInput(scenario, acts)
  const calls = new HeldCalls(acts, acts.answers?.(scenario))
  const games = acts.games?.(scenario)
  const feed = games && (await openScenarioFeed(server.database.db, () => new Date(server.clock.nowMs), games))
  const page = await ScenarioPage.open({
    browser,
    app: server.app,
    host: added.host,
    path: typeof acts.path === 'function' ? acts.path(input) : acts.path,
    startMs: games ? startMs - EARLY_MS : startMs,
    calls,
    cookies,
    stored: storedTexts(acts, scenario),
    storage: acts.storage?.(scenario) ?? 'open',
    knowsPasskeys: acts.knowsPasskeys?.(scenario),
    storedInTab: acts.storedInTab?.(scenario) ?? {},
    feed,
  })
  try {
    const found = await findMachine(page, scenario, acts)
    if (!found)
      return unplayable(
        file,
        '/machine',
        say('driver.page_does_not_run', { path: String(acts.path), machine: scenario.machine }),
      )
    const other = inputDifference(scenario, acts, found)
    if (other !== undefined) return skipped(other)
    page.stay()
    await page.setTime(startMs)
    for (const deed of acts.toBegin ?? []) await page.act(deed, TRY_MS)
    const machine = new WatchedMachine(page, found.id, acts, scenario)
    if (beginsAsFound(acts, scenario)) await machine.begin()
    const divergence = await playOnPage(scenario, { page, calls, acts, machine, started: found.input })
    if (divergence && 'reason' in divergence) return skipped(divergence.reason)
    if (!divergence) return { status: 'passed', steps: scenario.steps.length }
    const line = lineOf(`/steps/${divergence.step - 1}`)
    return { status: 'diverged', steps: scenario.steps.length, divergence: { ...divergence, line } }
  } finally {
    await page.close()
  }
}

function withSecrets(scenario: Scenario): Scenario {
  const steps = scenario.steps.map((step) => fillSecrets(step, scenario.seed ?? 0) as ScenarioStep)
  return { ...scenario, steps }
}

/** What the scenario configures, what its page needs, and that the page may be observed. */
function brandConfig(scenario: Scenario, acts: AnyMachineActs): NonNullable<ScenarioGiven['config']> {
  const { config = {} } = acts
  const needed = typeof config === 'function' ? config(scenario) : config
  const observed = { other: { scenarioRecorder: { isAllowed: true } } }
  const layers = [observed, needed, scenario.given?.config ?? {}, acts.pageConfig?.(scenario) ?? {}]
  const sections = new Set(layers.flatMap((layer) => Object.keys(layer)))
  const joined = [...sections].map((name) => [
    name,
    Object.assign({}, ...layers.map((layer: Record<string, unknown>) => layer[name] ?? {})),
  ])
  return Object.fromEntries(joined)
}

/** Waits until the machine is in its start state. Its page gets no time unless it does not come to stand without. */
async function findMachine(
  page: ScenarioPage,
  scenario: Scenario,
  acts: AnyMachineActs,
): Promise<ObservedSummary | undefined> {
  const { opensAfterMs = 0 } = acts
  const number = typeof acts.number === 'function' ? acts.number(scenario) : (acts.number ?? 1)
  if (!(await waitFor(page, () => page.isReady()))) throw new Error(say('driver.page_not_come_stand'))
  if (opensAfterMs > 0) await page.runFor(opensAfterMs)
  for (const act of startActs(acts, scenario)) await inTime(page, page.act(act, TRY_MS))
  const find = async () =>
    (await page.machines()).find((one) => one.machine === scenario.machine && one.number === number)
  await waitFor(page, async () => (await find()) !== undefined)
  return find()
}

/** Gives the page time as long as something is done there: what it loads late it shows by its clock. */
async function inTime(page: ScenarioPage, doing: Promise<void>): Promise<void> {
  let isDone = false
  const done = doing.finally(() => (isDone = true))
  done.catch(() => undefined)
  while (!isDone) {
    await pause(LOOK_EVERY_MS * NUDGE_AFTER)
    if (!isDone) await page.runFor(NUDGE_MS)
  }
  await done
}

async function waitFor(page: ScenarioPage, isThere: () => Promise<boolean>): Promise<boolean> {
  const endMs = performance.now() + OPENING_MS
  for (let looks = 1; performance.now() < endMs; looks += 1) {
    if (await isThere()) return true
    if (looks % NUDGE_AFTER === 0) await page.runFor(NUDGE_MS)
    await pause(LOOK_EVERY_MS)
  }
  return false
}

/** Why the machine on the page is not the one of the scenario: it has started with something else. */
function inputDifference(scenario: Scenario, acts: AnyMachineActs, found: ObservedSummary): string | undefined {
  const { comparableInput = (same) => same } = acts
  const input = pageInput(scenario, acts)
  const prepared = scenarioMachines[scenario.machine]?.prepareInput?.(input) ?? input
  const expected = recordable(prepared, (object) => object).value
  const alike = (one: unknown) => comparableInput(one as Readonly<Record<string, unknown>>)
  if (isSameJson(alike(expected), alike(found.input))) return undefined
  return say('driver.page_starts_not', { input: JSON.stringify(found.input), expected: JSON.stringify(expected) })
}
