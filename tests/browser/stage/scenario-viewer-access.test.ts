import type { Browser, Page } from 'playwright'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { ScenarioStep } from '#schemas'
import { scenarioText } from '#stage/player/scenario-text.ts'
import { largeScenario } from '#tools/bench/loads/viewer-samples.ts'
import { axeViolations, openBrowser } from '../watched-page.ts'
import { openViewer, shownPosition, shownState, type WrittenViewer, writtenViewer } from './viewer-page.ts'

const STEPS = 8
/** axe looks at each of twelve parts. */
const TIMEOUT_MS = 240_000
const large = largeScenario()
const form = { ...large, steps: large.steps.slice(0, STEPS) }
/** Ends where the form waits for its draft, as its last step expects. */
const awaitingDraft = { value: { form: { loading: 'draft' }, draft: 'resting' } }
const [variants, fields] = form.steps as [ScenarioStep, ScenarioStep]
const other = { ...form, title: 'Another one', steps: [variants, { ...fields, expect: awaitingDraft }] }

let browser: Browser
let viewer: WrittenViewer

beforeAll(async () => {
  viewer = await writtenViewer({ 'a-form.scn.json': scenarioText(form), 'b-other.scn.json': scenarioText(other) })
  expect([viewer.code, viewer.said]).toEqual([0, expect.stringContaining('index.html')])
  browser = await openBrowser()
}, 240_000)
afterAll(async () => {
  await browser?.close()
  viewer?.dispose()
})

const looks = (['light', 'dark'] as const).flatMap((scheme) => [375, 1280].map((width) => ({ scheme, width })))
const CANVAS = { light: 'rgb(244, 246, 249)', dark: 'rgb(14, 19, 26)' }

/** Names of what can be pressed or filled in and stands beyond the sides of the window. */
function cutOff(page: Page) {
  return page.evaluate(() =>
    [...document.querySelectorAll('button, input, select, textarea, summary')]
      .filter((element) => element.checkVisibility())
      .filter((element) => {
        const { left, right } = element.getBoundingClientRect()
        return left < 0 || right > innerWidth
      })
      .map((element) => element.getAttribute('aria-label') ?? element.textContent ?? element.tagName),
  )
}

test.each(looks)(
  'QA-12: in $scheme at $width px axe finds nothing in any part, and nothing is wider than the page',
  { timeout: TIMEOUT_MS },
  async ({ scheme, width }) => {
    const viewport = { width, height: 800 }
    const { page, faults, close } = await openViewer(browser, viewer.address, 'a-form.scn.json', {
      colorScheme: scheme,
      viewport,
    })
    const isFine = async (part: string) => {
      expect([part, await axeViolations(page)]).toEqual([part, []])
      expect([part, await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)]).toEqual([part, 0])
      expect([part, await cutOff(page)]).toEqual([part, []])
    }
    const show = async (pane: string) => {
      if (width < 860) await page.getByRole('navigation').getByRole('button', { name: pane }).click()
    }
    expect(await page.evaluate(() => getComputedStyle(document.body).backgroundColor)).toBe(CANVAS[scheme])
    await page.keyboard.press('ArrowRight')
    await show('Scenarios')
    await isFine('list')
    await show('Chart')
    await isFine('overview')
    await page.keyboard.press('o')
    await isFine('whole chart')
    await page.getByLabel('Compare with').selectOption({ label: 'Another one' })
    await isFine('two panes')
    await show('Inspector')
    for (const tab of ['Step', 'Continue', 'All steps', 'Passes']) {
      await page.getByRole('tab', { name: tab, exact: true }).click()
      await isFine(tab)
    }
    await page.getByLabel('State or transition').selectOption('form.editing')
    await isFine('what passes')
    await page.getByRole('tab', { name: 'Continue' }).click()
    for (const card of ['field.changed', 'An illegal event']) {
      await page.locator('summary', { hasText: card }).click()
      await isFine(card)
    }
    await page.getByRole('link', { name: 'Requirements' }).click()
    await isFine('requirements')
    expect(faults()).toEqual([])
    await close()
  },
)

/** Where the focus stands: role and name as they are told, and whether it can be seen. */
function focused(page: Page) {
  return page.evaluate(() => {
    const element = document.activeElement
    if (!element || element === document.body) return undefined
    const label =
      element instanceof HTMLInputElement || element instanceof HTMLSelectElement ? element.labels?.[0] : null
    const name = element.getAttribute('aria-label') ?? label?.textContent ?? element.textContent ?? ''
    const { outlineStyle, outlineWidth } = getComputedStyle(element)
    const { width, height } = element.getBoundingClientRect()
    const isSeen = outlineStyle !== 'none' && Number.parseFloat(outlineWidth) >= 2 && width > 0 && height > 0
    return { name: name.trim().slice(0, 20), role: element.getAttribute('role') ?? element.tagName, isSeen }
  })
}

test('QA-12: Tab reaches every part in the order in which it stands, and the focus is always seen', async () => {
  const { page, faults, close } = await openViewer(browser, viewer.address, 'a-form.scn.json')
  const names: string[] = []
  for (let count = 0; count < 60; count += 1) {
    await page.keyboard.press('Tab')
    const place = await focused(page)
    if (!place) break
    expect([place, place.isSeen]).toEqual([place, true])
    names.push(place.name)
  }
  const expected = [
    'Keys',
    'Search',
    'Scenarios',
    'Zoom in',
    'Active',
    'Overview',
    'Position',
    'Play',
    'Fork here',
    'Step',
  ]
  expect(names.filter((name) => expected.includes(name))).toEqual(expected)
  expect(faults()).toEqual([])
  await close()
})

test('QA-12: a scenario is chosen, stepped, forked and gone on with by keys alone', async () => {
  const { page, faults, close } = await openViewer(browser, viewer.address, 'a-form.scn.json')
  const tabTo = async (name: string) => {
    for (let count = 0; count < 60 && (await focused(page))?.name !== name; count += 1) await page.keyboard.press('Tab')
    expect((await focused(page))?.name).toBe(name)
  }
  await tabTo('Scenarios')
  await page.keyboard.press('ArrowDown')
  await expect.poll(() => shownPosition(page)).toBe('Step 0 of 2 · 0 ms')
  await tabTo('Step')
  await page.keyboard.press('ArrowRight')
  expect((await focused(page))?.name).toBe('Continue')
  await page.keyboard.press('Tab')
  await page.keyboard.press('End')
  await page.keyboard.press('f')
  await expect.poll(() => page.getByLabel('Title').inputValue()).toBe('Fork of Another one')
  await tabTo('fails {"code":"draft')
  await page.keyboard.press('Enter')
  await expect.poll(() => shownPosition(page)).toBe('Step 3 of 3 · 0 ms')
  expect(await shownState(page)).toContain('form.editing')
  expect(faults()).toEqual([])
  await close()
})

test('QA-12: a chart that is too large opens as an overview; O shows the whole, A what is active, 0 all of it', async () => {
  const { page, faults, close } = await openViewer(browser, viewer.address, 'a-form.scn.json')
  for (let step = 0; step < 3; step += 1) await page.keyboard.press('ArrowRight')
  expect(await shownState(page)).toBe('form.editing.ready · draft.resting')
  const group = page.locator('.chart > svg > g')
  const scale = async () => Number(/scale\((.+)\)/.exec((await group.getAttribute('transform')) ?? '')?.[1])
  const node = (state: string) => page.locator(`.node[data-state="${state}"]:not([data-kind=initial], [data-kind=any])`)
  expect(await node('form.editing').getAttribute('data-kind')).toBe('folded')
  expect(await node('form.editing').locator('.line[data-active=true]').allTextContents()).toEqual(['ready'])
  expect(await node('form.loading').getAttribute('data-taken')).toBe('false')
  expect(await node('form.editing.ready').count()).toBe(0)
  expect(await scale()).toBeGreaterThanOrEqual(0.55)
  await page.keyboard.press('o')
  expect(await node('form.editing.ready').getAttribute('data-active')).toBe('true')
  await page.keyboard.press('0')
  expect([await scale(), await group.getAttribute('data-far')]).toEqual([expect.closeTo(0.13, 1), 'true'])
  expect(await node('form.editing').locator('.node-title').isVisible()).toBe(true)
  expect(await node('form.editing.ready').locator('.node-title').isVisible()).toBe(false)
  const title = await node('form.editing').locator('.node-title').boundingBox()
  expect(title?.height).toBeGreaterThanOrEqual(10)
  for (const state of ['form.editing.ready', 'draft.resting']) {
    await page.keyboard.press('a')
    expect(await scale()).toBeGreaterThanOrEqual(0.8)
    const [box, chart] = [
      await node(state).locator('rect').boundingBox(),
      await page.locator('.chart > svg').boundingBox(),
    ]
    if (!box || !chart) throw new Error(`${state} is not drawn`)
    expect(box.x >= chart.x && box.x + box.width <= chart.x + chart.width).toBe(true)
    expect(box.y >= chart.y && box.y + box.height <= chart.y + chart.height).toBe(true)
  }
  await page.getByRole('button', { name: 'Overview' }).click()
  expect(await node('form.editing').getAttribute('data-kind')).toBe('folded')
  await node('form.editing').locator('.line', { hasText: 'ready' }).click()
  await expect.poll(() => page.getByRole('tabpanel').textContent()).toContain('scenario passes')
  expect(await page.getByLabel('State or transition').inputValue()).toBe('form.editing.ready')
  expect(faults()).toEqual([])
  await close()
})
