/** How many scenarios of 20 events are replayed a second, against XState driven by hand and against a page driven by Playwright. */
import { fileURLToPath } from 'node:url'
import type { Browser, Page } from 'playwright'
import { type AnyActorRef, createActor } from 'xstate'
import { scenarioMachines } from '#machines/scenario-machines.ts'
import type { AnyMachineContract } from '#machines/shell/machine-contract.ts'
import type { Scenario, ScenarioStep } from '#schemas'
import { openChromium } from '#stage/drivers/chromium/chromium.ts'
import { MachineStage } from '#stage/player/machine-stage.ts'
import { playScenario } from '#stage/player/scenario-player.ts'
import { scriptedMachine } from '#stage/player/scripted-actor.ts'
import { buildPages } from '../build.ts'
import { interleaved, median } from './loads/samples.ts'
import { printRecorder } from './recorder.bench.ts'
import { createReport, duration, type Report, shortNumber } from './report.ts'
import { startEngine } from './server-process.ts'

const BRANDS = fileURLToPath(new URL('../../brands', import.meta.url))
/** Each flow is so many times the same few events, 20 in all. */
const TIMES = 5
const ROUNDS = 40
const CALLS = 50
const WARM_UP = 20
/** Least share of XState's own speed that is left when everything is watched and judged. */
const TO_BARE = 0.6
/** How many times as fast as a page a replay is, at least. */
const TO_PAGE = 500
/** Flows in the page, the first ones left out. */
const PAGE_FLOWS = 12
const PAGE_WARM_UP = 3

const COUNTRIES = [
  { id: 56, code: 'de', phoneCode: '+49', name: 'Germany' },
  { id: 126, code: 'kz', phoneCode: '+7', name: 'Kazakhstan' },
  { id: 192, code: 'ru', phoneCode: '+7', name: 'Russia' },
]

/** Opening the list of dialling codes, typing a code, leaving: the same in the page. */
const CODES = flow('phone/phone-code', { countries: COUNTRIES, isManualCodeAllowed: true }, () => [
  { ...sent({ type: 'trigger.pressed' }), expect: { value: 'open' } },
  { ...sent({ type: 'code.typed', text: '4' }), expect: { value: 'open' } },
  { ...sent({ type: 'code.typed', text: '49' }), expect: { value: 'open' } },
  { ...sent({ type: 'escape.pressed' }), expect: { value: 'closed' } },
])

/** A modal that is shown, loaded and left: with an actor that starts and ends. */
const MODALS = flow('shell/modal-queue', {}, (time) => [
  { ...sent({ type: 'modal.shown', id: 'a', name: 'LOGIN' }), expect: { value: 'loading' } },
  { at: 0, do: 'ok', actor: `root/loadModal#${time}`, value: null, expect: { value: 'resting' } },
  { ...sent({ type: 'modal.hidden' }), expect: { value: 'resting' } },
  { ...sent({ type: 'page.left' }), expect: { value: 'resting' } },
])

/** Runs and prints the bench. @throws Error without a Chromium */
export async function benchReplay(): Promise<Report> {
  const report = createReport()
  const microseconds = printReplays(report, 'list of dialling codes', CODES)
  printReplays(report, 'modals with their loading', MODALS)
  printRecorder(report)
  await buildPages()
  const engine = await startEngine({ brands: BRANDS })
  const browser = await openChromium()
  try {
    const pageMs = median(await pageFlows(browser, `http://aurora.localhost:${engine.port}`))
    report.row('the same list in a page, driven by Playwright', duration(pageMs * 1000))
    report.atLeast('a replay to the page', (pageMs * 1000) / microseconds, TO_PAGE, ' ×')
  } finally {
    await browser.close()
    await engine.stop()
  }
  return report
}

/** @returns the microseconds of a judged replay */
function printReplays(report: Report, name: string, scenario: Scenario): number {
  const contract = scenarioMachines[scenario.machine]
  if (!contract) throw new Error(`there is no machine ${scenario.machine}`)
  const { divergence } = playScenario(contract, scenario)
  report.holds(`${name}: ${scenario.steps.length} events, as written`, !divergence && scenario.steps.length === 20)
  const samples = interleaved(
    {
      bare: () => bareLoop(contract, scenario),
      watched: () => stageLoop(contract, scenario),
      judged: () => void playScenario(contract, scenario),
      hashed: () => void playScenario(contract, scenario).hash,
    },
    { rounds: ROUNDS, calls: CALLS, warmUpRounds: WARM_UP },
  )
  const [bare, watched, judged, hashed] = [samples.bare, samples.watched, samples.judged, samples.hashed].map(median)
  const row = (what: string, time: number) =>
    report.row(`${name}: ${what}`, `${shortNumber(1e6 / time)} a second`, duration(time))
  row('XState by hand', bare ?? 0)
  row('on the stage, everything inspected', watched ?? 0)
  row('replayed, invariants and expectations judged', judged ?? 0)
  row('and its trace written and hashed', hashed ?? 0)
  const ratios = samples.judged.map((time, round) => (samples.bare[round] ?? 0) / time)
  report.atLeast(`${name}: a replay to XState by hand`, median(ratios), TO_BARE, ' ×')
  return judged ?? 0
}

/** The same events without anybody who looks on. */
function bareLoop(contract: AnyMachineContract, { input, steps }: Scenario): void {
  const actor = createActor(scriptedMachine(contract.machine), { input }).start()
  for (const step of steps) {
    if (step.event) actor.send(step.event)
    else firstChild(actor)?.send({ type: 'script.ok', value: step.value })
  }
  actor.stop()
}

function firstChild(actor: AnyActorRef): AnyActorRef | undefined {
  const [child] = Object.values(actor.getSnapshot().children as Readonly<Record<string, AnyActorRef>>)
  return child
}

function stageLoop(contract: AnyMachineContract, { input = {}, steps }: Scenario): void {
  const stage = new MachineStage(contract, input)
  for (const step of steps) {
    if (step.event) stage.send(step.event)
    else stage.tell(step.actor ?? '', 'script.ok', step.value)
  }
}

/** What a flow takes in the page, in ms: keys and presses are real, and the list is looked at as often as it opens and closes. */
async function pageFlows(browser: Browser, origin: string): Promise<readonly number[]> {
  const page = await browser.newPage()
  const fields = [{ id: 'phone', type: 'phone', title: 'Mobile', required: true, validation: { phone: {} } }]
  await page.route(/\/api\/web\/registration\/v1\/fields\/full_reg/, (route) =>
    route.fulfill({ json: { data: { attributes: { fields }, relation_fields: {} } } }),
  )
  await page.goto(`${origin}/en/registration/fast_reg?country=kz`)
  await page.getByRole('tab').nth(2).click()
  const trigger = page.locator('main form [aria-haspopup="dialog"]')
  await trigger.waitFor()
  const times: number[] = []
  for (let count = -PAGE_WARM_UP; count < PAGE_FLOWS; count += 1) {
    const startedAt = performance.now()
    await pageFlow(page)
    if (count >= 0) times.push(performance.now() - startedAt)
  }
  await page.close()
  return times
}

async function pageFlow(page: Page): Promise<void> {
  const trigger = page.locator('main form [aria-haspopup="dialog"]')
  for (let time = 0; time < TIMES; time += 1) {
    await trigger.click()
    await page.locator('main form [aria-haspopup="dialog"][aria-expanded="true"]').waitFor()
    await page.keyboard.type('49')
    await page.keyboard.press('Escape')
    await page.locator('main form [aria-haspopup="dialog"][aria-expanded="false"]').waitFor()
  }
}

function flow(machine: string, input: object, round: (time: number) => readonly ScenarioStep[]): Scenario {
  const rounds = Array.from({ length: TIMES }, (_, index) => round(index + 1))
  return { format: 'scn/1', machine, input: { ...input }, source: 'authored', req: [], steps: rounds.flat() }
}

function sent(event: NonNullable<ScenarioStep['event']>): ScenarioStep {
  return { at: 0, do: 'send', actor: 'root', event }
}
