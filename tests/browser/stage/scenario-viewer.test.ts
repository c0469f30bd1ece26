import { readFileSync } from 'node:fs'
import type { Browser } from 'playwright'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { scenarioMachines } from '#machines/scenario-machines.ts'
import type { Scenario, ScenarioStep } from '#schemas'
import { readScenarioText } from '#stage/commands/scenario-file.ts'
import { playScenario } from '#stage/player/scenario-player.ts'
import { scenarioText } from '#stage/player/scenario-text.ts'
import { longScenario } from '#tools/bench/loads/viewer-samples.ts'
import { openBrowser } from '../watched-page.ts'
import {
  openViewer as openAt,
  shownPosition as position,
  shownState as state,
  type WrittenViewer,
  writtenViewer,
} from './viewer-page.ts'

const press = (at: number): ScenarioStep => {
  return { at, do: 'send', actor: 'root', event: { type: 'trigger.pressed', pointerType: 'mouse' } }
}
const opens: Scenario = {
  format: 'scn/1',
  title: 'It opens and closes',
  machine: 'shell/dropdown',
  input: { opensBy: 'click' },
  source: 'authored',
  req: ['UI-8'],
  steps: [
    { ...press(0), expect: { value: { open: 'staying' } } },
    { ...press(1000), expect: { value: { closed: 'resting' } } },
    press(2000),
  ],
}
const diverges: Scenario = { ...opens, title: 'It diverges', steps: [press(0), press(500), press(600)].slice(0, 2) }
const FILES: Readonly<Record<string, string>> = {
  'a-opens.scn.json': scenarioText(opens),
  'b-diverges.scn.json': scenarioText({
    ...diverges,
    steps: [{ ...press(0), expect: { value: { closed: 'resting' } } }, press(500)],
  }),
  'c-broken.scn.json': scenarioText(opens).slice(0, 200),
  'd-shows.scn.json': scenarioText({
    ...opens,
    title: 'A modal is shown',
    machine: 'shell/modal-queue',
    input: {},
    req: ['UI-14'],
    steps: [
      {
        at: 0,
        do: 'send',
        actor: 'root',
        event: { type: 'modal.shown', id: 'm1', name: 'NEWS' },
        expect: { value: 'loading' },
      },
    ],
  }),
  'e-many.scn.json': scenarioText(longScenario()),
  'tests.json': JSON.stringify({
    testResults: [
      {
        name: '/house/tests/viewer.test.ts',
        assertionResults: [
          { ancestorTitles: [], title: 'QA-12: it shows', status: 'passed' },
          { ancestorTitles: [], title: 'QA-16: it judges', status: 'failed' },
          { ancestorTitles: ['BET-24'], title: 'it pays', status: 'skipped' },
        ],
      },
    ],
  }),
}

let browser: Browser
let viewer: WrittenViewer

beforeAll(async () => {
  viewer = await writtenViewer(FILES, { tests: 'tests.json' })
  // 2: one of the files cannot be read, which the page must tell.
  expect([viewer.code, viewer.said]).toEqual([
    2,
    expect.stringMatching(/index\.html\n.*c-broken\.scn\.json:\d+: not JSON/s),
  ])
  browser = await openBrowser()
}, 240_000)
afterAll(async () => {
  await browser?.close()
  viewer?.dispose()
})

function openViewer(file: string, options: Parameters<typeof openAt>[3] = {}) {
  return openAt(browser, viewer.address, file, options)
}

test('QA-12: it steps forwards and backwards by keys and buttons, and shows what each step did', async () => {
  const { page, faults, foreign, close } = await openViewer('a-opens.scn.json')
  expect([await state(page), await position(page)]).toEqual(['closed.resting', 'Step 0 of 3 · 0 ms'])
  await page.keyboard.press('ArrowRight')
  expect([await state(page), await position(page)]).toEqual(['open.staying', 'Step 1 of 3 · 0 ms'])
  const panel = page.getByRole('tabpanel')
  await expect.poll(() => panel.textContent()).toContain('dropdown.opened')
  expect(await page.locator('.edge[data-taken=true] .line[data-taken=true]').allTextContents()).toEqual([
    expect.stringContaining('trigger.pressed'),
  ])
  expect(await page.locator('.node[data-active=true][data-state="open.staying"]').count()).toBe(1)
  await page.getByRole('button', { name: 'One step forward' }).click()
  expect(await state(page)).toBe('closed.resting')
  await page.keyboard.press('End')
  expect(await position(page)).toBe('Step 3 of 3 · 2,000 ms')
  await page.keyboard.press('Home')
  expect([await state(page), await position(page)]).toEqual(['closed.resting', 'Step 0 of 3 · 0 ms'])
  await page.locator('h1').click()
  await page.keyboard.press(' ')
  await expect.poll(() => position(page)).toBe('Step 3 of 3 · 2,000 ms')
  expect([faults(), foreign()]).toEqual([[], []])
  await close()
})

test('QA-12: the slider scrubs by steps and by time', async () => {
  const { page, faults, close } = await openViewer('a-opens.scn.json')
  const slider = page.getByRole('slider', { name: 'Position' })
  await slider.fill('2')
  expect(await position(page)).toBe('Step 2 of 3 · 1,000 ms')
  await page.getByRole('button', { name: 'Time', exact: true }).click()
  await slider.fill('1999')
  expect(await position(page)).toBe('Step 2 of 3 · 1,000 ms')
  await slider.focus()
  await page.keyboard.press('ArrowRight')
  expect(await position(page)).toBe('Step 3 of 3 · 2,000 ms')
  expect(faults()).toEqual([])
  await close()
})

test('QA-12: a fork continues by a form and by a wait without actors, and is downloaded as a scenario that plays', async () => {
  const { page, faults, foreign, close } = await openViewer('d-shows.scn.json')
  await page.keyboard.press('f')
  await page.getByRole('tab', { name: 'Continue' }).click()
  await page.locator('summary', { hasText: 'modal.shown' }).click()
  const card = page.locator('details.card', { has: page.locator('summary', { hasText: 'modal.shown' }) })
  await card.getByLabel('name').fill('')
  await card.getByRole('button', { name: 'Send', exact: true }).click()
  await expect.poll(() => card.getByRole('alert').textContent()).toContain('needs "name"')
  await card.getByRole('textbox', { name: /^id/ }).fill('mine')
  await card.getByRole('textbox', { name: /^name/ }).fill('HELP')
  await card.getByRole('button', { name: 'Send', exact: true }).click()
  await expect.poll(() => position(page)).toBe('Step 1 of 1 · 0 ms')
  await page.getByLabel('Milliseconds').fill('250')
  await page.getByRole('button', { name: 'Pass', exact: true }).click()
  expect(await position(page)).toBe('Step 2 of 2 · 250 ms')
  await page.getByLabel('Title').fill('Help is shown')
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Download' }).click(),
  ])
  expect(download.suggestedFilename()).toBe('help-is-shown.scn.json')
  const text = readFileSync(await download.path(), 'utf8')
  const { scenario, problems } = readScenarioText(text)
  if (!scenario) throw new Error(JSON.stringify(problems))
  expect(text).toBe(scenarioText(scenario))
  expect(scenario).toMatchObject({ source: 'authored', title: 'Help is shown', machine: 'shell/modal-queue' })
  expect(scenario.steps).toMatchObject([
    { at: 0, event: { type: 'modal.shown', id: 'mine', name: 'HELP' } },
    { at: 250, do: 'advance' },
  ])
  const contract = scenarioMachines[scenario.machine]
  expect(contract && playScenario(contract, scenario).divergence).toBeUndefined()
  expect([faults(), foreign()]).toEqual([[], []])
  await close()
})

test('QA-12: a file that cannot be read is listed with its problem, and one that diverges with the step', async () => {
  const { page, faults, close } = await openViewer('c-broken.scn.json')
  await expect.poll(() => page.getByRole('main').textContent()).toMatch(/Line \d+.*not JSON/)
  await page.getByRole('listbox').focus()
  await page.keyboard.press('ArrowDown')
  await page
    .getByRole('listbox')
    .getByRole('option', { name: /It diverges/ })
    .click()
  // A scenario that diverges opens at its divergence.
  await expect.poll(() => page.getByRole('tabpanel').getByRole('alert').textContent()).toContain('{"closed":"resting"}')
  await page.getByRole('combobox', { name: 'Show', exact: true }).selectOption('diverged')
  expect(
    await page
      .getByRole('option')
      .filter({ has: page.locator('.name') })
      .count(),
  ).toBe(1)
  await page.getByRole('combobox', { name: 'Show', exact: true }).selectOption('all')
  await page.keyboard.press('Escape')
  await page.getByRole('searchbox').fill('two thousand')
  await expect.poll(() => page.locator('.entry').count()).toBe(1)
  expect(faults()).toEqual([])
  await close()
})

test('QA-12: a state that is pressed lists who passes it, and two scenarios are shown with the step where they part', async () => {
  const { page, faults, close } = await openViewer('a-opens.scn.json')
  await page.getByRole('button', { name: 'Fit' }).click()
  await page.locator('.node[data-state="open.staying"] > rect').click()
  await expect.poll(() => page.getByRole('tabpanel').textContent()).toContain('3 scenarios pass')
  await page.locator('.edge .line tspan', { hasText: 'trigger.pressed' }).first().click({ timeout: 8000 })
  await expect.poll(() => page.locator('[data-looked=true]').count()).toBeGreaterThan(0)
  await page.getByLabel('Compare with').selectOption({ label: 'It diverges' })
  await expect.poll(() => page.locator('.parting').textContent()).toContain('They part at step 3')
  await page.getByRole('button', { name: 'Go there' }).click()
  expect(await position(page)).toBe('Step 3 of 3 · 2,000 ms')
  expect(await page.locator('.parting').getAttribute('data-here')).toBe('true')
  expect(await page.locator('.pane').count()).toBe(2)
  expect(faults()).toEqual([])
  await close()
})

test('QA-12: the chart zooms, fits and moves by keys and by the pointer', async () => {
  const { page, close } = await openViewer('a-opens.scn.json')
  const view = () => page.locator('.chart > svg > g').getAttribute('transform')
  const scale = async () => Number(/scale\((.+)\)/.exec((await view()) ?? '')?.[1])
  const first = await scale()
  await page.keyboard.press('+')
  expect(await scale()).toBeCloseTo(first * 1.25)
  await page.getByRole('button', { name: 'Fit' }).click()
  const [fitted, box] = [await view(), await page.locator('.chart > svg').boundingBox()]
  await page.keyboard.press('Shift+ArrowDown')
  expect(await view()).not.toBe(fitted)
  await page.keyboard.press('0')
  expect(await view()).toBe(fitted)
  if (!box) throw new Error('there is no chart')
  await page.mouse.move(box.x + 20, box.y + 20)
  await page.mouse.down()
  await page.mouse.move(box.x + 120, box.y + 60, { steps: 4 })
  await page.mouse.up()
  expect(await view()).not.toBe(fitted)
  await page.mouse.wheel(0, -200)
  await expect.poll(scale).toBeGreaterThan(Number(/scale\((.+)\)/.exec(fitted ?? '')?.[1]))
  await close()
})

test('QA-17: a page shows every requirement with the scenarios and tests that prove it, what came of them, and what none proves', async () => {
  const { page, faults, foreign, close } = await openViewer('a-opens.scn.json')
  await page.getByRole('link', { name: 'Requirements' }).click()
  await page.getByRole('heading', { name: 'Requirements', level: 1 }).waitFor()
  const row = (id: string) =>
    page.locator('.requirement', { has: page.getByRole('heading', { name: new RegExp(`${id}$`) }) })
  const standing = (id: string) => row(id).getAttribute('data-standing')
  await expect.poll(() => standing('UI-8'), { timeout: 30_000 }).toBe('fails')
  await expect.poll(() => standing('UI-14')).toBe('holds')
  expect(await Promise.all(['QA-12', 'QA-16', 'BET-24', 'QA-17'].map(standing))).toEqual([
    'holds',
    'fails',
    'none',
    'none',
  ])
  const proofs = row('UI-8').getByRole('listitem')
  await expect
    .poll(() =>
      proofs.evaluateAll((items) =>
        items.map((item) => `${item.querySelector('.mark')?.ariaLabel} ${item.textContent}`),
      ),
    )
    .toEqual(['failed It diverges', 'passed It opens and closes'])
  const show = page.getByRole('combobox', { name: 'Show', exact: true })
  await show.selectOption('none')
  expect(await Promise.all(['UI-8', 'QA-12', 'QA-16', 'BET-24', 'QA-17'].map((id) => row(id).count()))).toEqual([
    0, 0, 0, 1, 1,
  ])
  await show.selectOption('tests')
  expect(await page.locator('.requirement h3').allTextContents()).toEqual([' QA-12', ' QA-16', ' BET-24'])
  await show.selectOption('fails')
  expect(await page.locator('.requirement h3').allTextContents()).toEqual([' UI-8', ' QA-16'])
  await page.getByRole('searchbox').fill('it diverges')
  await expect.poll(() => page.getByRole('status').textContent()).toMatch(/^1 of \d{3} requirements\.$/)
  await page.getByRole('link', { name: 'It diverges' }).click()
  await expect.poll(() => position(page)).toBe('Step 1 of 2 · 0 ms')
  expect(page.url()).toMatch(/#b-diverges\.scn\.json$/)
  await page.goBack()
  await expect.poll(() => page.locator('.requirement h3').allTextContents()).toEqual([' UI-8'])
  await page.reload()
  await expect.poll(() => page.locator('.requirement').count()).toBeGreaterThan(700)
  await page.getByRole('link', { name: 'Scenarios' }).click()
  await expect.poll(() => state(page)).toBe('closed.resting')
  expect([faults(), foreign()]).toEqual([[], []])
  await close()
})
