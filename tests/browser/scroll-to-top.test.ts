import type { Page } from 'playwright'
import { expect, test } from 'vitest'
import { sharedSite } from './test-site.ts'
import { visit } from './visitor.ts'
import { axeViolations } from './watched-page.ts'

/** So low that the page is more than seven screens long. */
const LOW = { viewport: { width: 600, height: 260 } }
const SCREENS = 4

const { site, browser } = await sharedSite()

const button = (page: Page) => page.getByRole('button', { name: 'Back to the top' })
/** Scrolls, and waits for the frame that tells the page: of two places within one frame it would hear of the last alone. */
const scrollTo = (page: Page, top: number) =>
  page.evaluate(async (place) => {
    window.scrollTo({ top: place, behavior: 'instant' })
    await new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)))
  }, top)
const standsAt = (page: Page) => page.evaluate(() => window.scrollY)

/** Opens the long page, and waits for the layer that holds the button. */
async function visitLongPage(options = {}) {
  const visited = await visit(browser, `${site.origin('aurora')}/en`, { ...LOW, ...options })
  await visited.page.getByRole('region', { name: 'Notifications' }).waitFor({ state: 'attached' })
  const endPx = await visited.page.evaluate(() => document.documentElement.scrollHeight - window.innerHeight)
  expect(endPx).toBeGreaterThan((SCREENS + 2) * LOW.viewport.height)
  return { ...visited, endPx, deepPx: SCREENS * LOW.viewport.height }
}

test('LAYOUT-4, LAYOUT-5: the button is offered on the way up beyond four screens, and neither on the way down nor at the end', async () => {
  const { page, endPx, deepPx, faults, close } = await visitLongPage()
  await scrollTo(page, deepPx + 300)
  await page.waitForTimeout(200)
  expect(await button(page).isVisible()).toBe(false)
  await scrollTo(page, deepPx + 200)
  await button(page).waitFor()
  expect(await axeViolations(page)).toEqual([])
  await scrollTo(page, endPx)
  await button(page).waitFor({ state: 'hidden' })
  await scrollTo(page, deepPx + 100)
  await button(page).waitFor()
  await scrollTo(page, deepPx - 100)
  await button(page).waitFor({ state: 'hidden' })
  expect(faults()).toEqual([])
  await close()
})

test('LAYOUT-4, A11Y-3: by the keyboard it takes the page and the focus to the top, smoothly', async () => {
  const { page, deepPx, faults, close } = await visitLongPage()
  await scrollTo(page, deepPx + 300)
  await scrollTo(page, deepPx + 200)
  await button(page).focus()
  await page.evaluate(() => {
    const tops: number[] = []
    Object.assign(window, { tops })
    addEventListener('scroll', () => tops.push(window.scrollY))
  })
  await page.keyboard.press('Enter')
  await button(page).waitFor({ state: 'hidden' })
  expect(await page.evaluate(() => document.activeElement?.id)).toBe('main')
  await expect.poll(() => standsAt(page)).toBe(0)
  expect(await page.evaluate(() => (Reflect.get(window, 'tops') as number[]).length)).toBeGreaterThan(2)
  expect(faults()).toEqual([])
  await close()
})

test('LAYOUT-4: who wants no motion is at the top at once', async () => {
  const { page, deepPx, faults, close } = await visitLongPage({ reducedMotion: 'reduce' as const })
  await scrollTo(page, deepPx + 300)
  await scrollTo(page, deepPx + 200)
  await button(page).waitFor()
  const topPx = await button(page).evaluate((element) => {
    ;(element as HTMLElement).click()
    return window.scrollY
  })
  expect(topPx).toBe(0)
  expect(faults()).toEqual([])
  await close()
})

test('LAYOUT-4: it belongs to its page: the next one does not show it', async () => {
  const { page, deepPx, faults, close } = await visitLongPage()
  await scrollTo(page, deepPx + 300)
  await scrollTo(page, deepPx + 200)
  await button(page).waitFor()
  await page.locator('footer a[href="/en/information/about"]').evaluate((link) => (link as HTMLElement).click())
  await page.waitForURL('**/en/information/about')
  await button(page).waitFor({ state: 'hidden' })
  expect(faults()).toEqual([])
  await close()
})
