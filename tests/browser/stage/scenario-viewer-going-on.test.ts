import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Browser, Page } from 'playwright'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { scenarioMachines } from '#machines/scenario-machines.ts'
import type { Scenario, ScenarioStep } from '#schemas'
import { readScenarioText } from '#stage/commands/scenario-file.ts'
import { playScenario } from '#stage/player/scenario-player.ts'
import { scenarioText } from '#stage/player/scenario-text.ts'
import { openBrowser } from '../watched-page.ts'
import {
  openViewer,
  shownPosition as position,
  shownState as state,
  type WrittenViewer,
  writtenViewer,
} from './viewer-page.ts'

const ROOT = fileURLToPath(new URL('../../../', import.meta.url))
const DROPDOWN = 'machines/shell/dropdown.machine.ts'

const sent = (at: number, event: NonNullable<ScenarioStep['event']>): ScenarioStep => {
  return { at, do: 'send', actor: 'root', event }
}
const press: ScenarioStep = {
  ...sent(0, { type: 'trigger.pressed', pointerType: 'mouse' }),
  expect: { value: { open: 'staying' } },
}
const base: Scenario = {
  format: 'scn/1',
  title: '',
  machine: 'shell/dropdown',
  input: { opensBy: 'hover' },
  source: 'authored',
  req: ['UI-8'],
  steps: [],
}
const FILES: Readonly<Record<string, string>> = {
  'escape.scn.json': scenarioText({
    ...base,
    title: 'Escape closes',
    steps: [press, sent(500, { type: 'escape.pressed' }), { at: 900, do: 'mark' }],
  }),
  'outside.scn.json': scenarioText({
    ...base,
    title: 'A press outside closes',
    steps: [press, sent(500, { type: 'outside.pressed' }), { at: 900, do: 'mark' }],
  }),
  'provider.scn.json': scenarioText({
    ...base,
    title: 'A provider is opened',
    machine: 'social/social-start',
    input: {},
    steps: [{ ...sent(0, { type: 'provider.pressed', providerId: 'google' }), expect: { value: 'starting' } }],
  }),
}

let browser: Browser
let viewer: WrittenViewer
let former = ''

/** Beside the machines as they are stand some in which Escape does not close a dropdown. */
beforeAll(async () => {
  former = mkdtempSync(join(tmpdir(), 'livery-former-'))
  for (const part of ['machines', 'schemas', 'package.json']) {
    cpSync(join(ROOT, part), join(former, part), { recursive: true })
  }
  const text = readFileSync(join(former, DROPDOWN), 'utf8')
  const changed = text.replace("'escape.pressed': { target: 'closed',", "'escape.pressed': {")
  expect(changed).not.toBe(text)
  writeFileSync(join(former, DROPDOWN), changed)
  viewer = await writtenViewer(FILES, { old: former })
  expect([viewer.code, viewer.said]).toEqual([0, expect.stringContaining('index.html')])
  browser = await openBrowser()
}, 240_000)
afterAll(async () => {
  await browser?.close()
  viewer?.dispose()
  rmSync(former, { recursive: true, force: true })
})

async function openAt(file: string, step: number, tab: string) {
  const opened = await openViewer(browser, viewer.address, file)
  for (let count = 0; count < step; count += 1) await opened.page.keyboard.press('ArrowRight')
  await opened.page.getByRole('tab', { name: tab, exact: true }).click()
  return opened
}

/** What is downloaded has to be a scenario as it stands, written as the repository writes them, and to go as it says. */
async function downloaded(page: Page): Promise<Scenario> {
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Download' }).click(),
  ])
  const text = readFileSync(await download.path(), 'utf8')
  const { scenario, problems } = readScenarioText(text)
  if (!scenario) throw new Error(JSON.stringify(problems))
  const contract = scenarioMachines[scenario.machine]
  expect([problems, contract && playScenario(contract, scenario).divergence]).toEqual([[], undefined])
  expect(text).toBe(scenarioText(scenario))
  return scenario
}

test('QA-12: the typical ends of a running actor are buttons, and a value of one’s own is entered as JSON', async () => {
  const { page, faults, close } = await openAt('provider.scn.json', 1, 'Continue')
  const actor = (name: string) => page.getByRole('region', { name })
  const first = actor('root/startSocial#1')
  expect(await first.locator('.quick').getByRole('button').allTextContents()).toEqual([
    expect.stringMatching(/^succeeds .*https:/),
    expect.stringMatching(/^fails .*social\.unavailable/),
    expect.stringMatching(/^fails .*rate\.limited/),
  ])
  await first.getByRole('button', { name: /social\.unavailable/ }).click()
  expect([await state(page), await position(page)]).toEqual(['choosing', 'Step 2 of 2 · 0 ms'])
  expect(await page.getByRole('tabpanel').textContent()).toContain('No actor is running.')
  await page.locator('summary', { hasText: 'provider.pressed' }).click()
  await page.getByRole('button', { name: /"fb"/ }).click()
  const second = actor('root/startSocial#2')
  await second.locator('summary').click()
  await second.getByLabel('Value as JSON').fill('{"location":')
  await second.getByRole('button', { name: 'Tell' }).click()
  expect(await second.getByRole('alert').textContent()).toBe('This is not JSON.')
  await second.getByRole('combobox', { name: /^It/ }).selectOption('err')
  await second.getByLabel('Value as JSON').fill('{"code":"rate.limited","retryAfterSeconds":9}')
  await second.getByRole('button', { name: 'Tell' }).click()
  expect([await state(page), await position(page)]).toEqual(['choosing', 'Step 4 of 4 · 0 ms'])
  const { steps } = await downloaded(page)
  expect(steps.slice(1)).toMatchObject([
    { do: 'err', actor: 'root/startSocial#1', value: { code: 'social.unavailable' }, expect: { value: 'choosing' } },
    { do: 'send', event: { type: 'provider.pressed', providerId: 'fb' } },
    { do: 'err', actor: 'root/startSocial#2', value: { code: 'rate.limited', retryAfterSeconds: 9 } },
  ])
  expect(faults()).toEqual([])
  await close()
})

test('QA-12: time passes by a number of ms, and until the next delay is over', async () => {
  const { page, faults, close } = await openAt('escape.scn.json', 0, 'Continue')
  await page.locator('summary', { hasText: 'pointer.entered' }).click()
  await page.getByRole('button', { name: /"trigger".*"mouse"|"mouse".*"trigger"/ }).click()
  expect(await state(page)).toBe('closed.waiting')
  await page.getByLabel('Milliseconds').fill('199')
  await page.getByRole('button', { name: 'Pass', exact: true }).click()
  expect([await state(page), await position(page)]).toEqual(['closed.waiting', 'Step 2 of 2 · 199 ms'])
  await page.getByRole('button', { name: 'Until the next delay is over (+1 ms)' }).click()
  expect([await state(page), await position(page)]).toEqual(['open.staying', 'Step 3 of 3 · 200 ms'])
  expect(await page.getByRole('button', { name: /Until the next delay/ }).count()).toBe(0)
  expect((await downloaded(page)).steps).toMatchObject([
    { at: 0, event: { type: 'pointer.entered' } },
    { at: 199, do: 'advance', expect: { value: { closed: 'waiting' } } },
    { at: 200, do: 'advance', expect: { value: { open: 'staying' } } },
  ])
  expect(faults()).toEqual([])
  await close()
})

test('QA-12: an illegal event is sent with a note, a legal one is not taken for illegal', async () => {
  const { page, faults, close } = await openAt('escape.scn.json', 1, 'Continue')
  const card = page.locator('details.card', { hasText: 'An illegal event' })
  await card.locator('summary').click()
  const json = card.getByLabel('Event as JSON')
  const send = card.getByRole('button', { name: 'Send all the same' })
  await card.getByLabel('What is wrong with it').fill('The pointer has no type')
  await json.fill('"escape.pressed"')
  await send.click()
  expect(await card.getByRole('alert').textContent()).toContain('no JSON object')
  await json.fill('{"type":"escape.pressed"}')
  await send.click()
  await expect.poll(() => card.getByRole('alert').textContent()).toContain('shell/dropdown-event')
  expect(await position(page)).toBe('Step 1 of 3 · 0 ms')
  await json.fill('{"type":"trigger.pressed","pointerType":7}')
  await send.click()
  expect([await state(page), await position(page)]).toEqual(['open.staying', 'Step 2 of 2 · 0 ms'])
  await page.getByRole('tab', { name: 'Step', exact: true }).click()
  const shown = await page.getByRole('tabpanel').textContent()
  expect([shown?.includes('breaks its schema on purpose'), shown?.includes('The pointer has no type')]).toEqual([
    true,
    true,
  ])
  expect((await downloaded(page)).steps[1]).toMatchObject({
    event: { type: 'trigger.pressed', pointerType: 7 },
    illegal: true,
    note: 'The pointer has no type',
  })
  expect(faults()).toEqual([])
  await close()
})

test('QA-12: another revision is shown beside, with the step from which it differs', async () => {
  const { page, faults, foreign, close } = await openAt('escape.scn.json', 0, 'Step')
  await page.getByRole('combobox', { name: 'Show', exact: true }).selectOption('differs')
  expect(await page.getByRole('option').locator('.name').allTextContents()).toEqual(['Escape closes'])
  await page.getByLabel('Compare with').selectOption({ label: `on ${former}` })
  const panes = page.locator('.pane')
  expect(await panes.count()).toBe(2)
  expect(await page.locator('.parting').textContent()).toContain('They part at step 2: state')
  expect(await page.locator('.parting').getAttribute('data-here')).toBe('false')
  await page.getByRole('button', { name: 'Go there' }).click()
  expect(await position(page)).toBe('Step 2 of 3 · 500 ms')
  expect(await page.getByTestId('state').allTextContents()).toEqual(['closed.resting', 'open.staying'])
  expect(await panes.nth(1).locator('.node[data-active=true][data-state="open.staying"]').count()).toBe(1)
  await page.keyboard.press('ArrowLeft')
  expect(await page.getByTestId('state').allTextContents()).toEqual(['open.staying', 'open.staying'])
  expect([faults(), foreign()]).toEqual([[], []])
  await close()
})

test('QA-12: another scenario is shown beside, with the step where the two part, and follows step by step', async () => {
  const { page, faults, close } = await openAt('outside.scn.json', 0, 'Step')
  expect(await page.getByLabel('Compare with').locator('option').allTextContents()).toEqual(['—', 'Escape closes'])
  await page.getByLabel('Compare with').selectOption({ label: 'Escape closes' })
  await expect.poll(() => page.locator('.parting').textContent()).toContain('They part at step 2: effects')
  await page.locator('h1').click()
  await page.keyboard.press('ArrowRight')
  expect(await page.getByTestId('state').allTextContents()).toEqual(['open.staying', 'open.staying'])
  await page.getByLabel('Compare with').selectOption('')
  expect(await page.locator('.pane').count()).toBe(1)
  expect(faults()).toEqual([])
  await close()
})
