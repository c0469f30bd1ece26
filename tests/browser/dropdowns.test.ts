import type { Browser, Page } from 'playwright'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { ownSite } from './test-site.ts'
import { visit } from './visitor.ts'
import { axeViolations, openBrowser, watchedPage } from './watched-page.ts'

const HOVER_DELAY_MS = 200

const { site } = await ownSite({
  edit: (brands) => {
    brands.patch('velvet', 'config/header.json', { menusOpenBy: 'hover' })
  },
})
let browser: Browser
beforeAll(async () => {
  browser = await openBrowser({ ignoreDefaultArgs: ['--hide-scrollbars'] })
})
afterAll(() => browser?.close())

const trigger = (page: Page) => page.getByRole('banner').getByRole('button', { name: /^Appearance/ })
const openPanels = (page: Page) => page.locator('[popover]:popover-open')

/** Comes near the menu, so that its machine is there, and goes away again. */
async function approach(page: Page): Promise<void> {
  await trigger(page).hover()
  await expect.poll(() => trigger(page).getAttribute('aria-expanded')).not.toBeNull()
  await page.mouse.move(640, 500)
  await expect.poll(() => openPanels(page).count()).toBe(0)
}

/** A page whose clock moves only when it is told to, with the machine of the menu running. */
async function pausedVisit(brand: string, options: Parameters<typeof visit>[2] = {}) {
  const visited = await visit(browser, `${site.origin(brand)}/en`, options)
  const { page } = visited
  await approach(page)
  await page.clock.install()
  await page.clock.pauseAt(Date.now() + 60_000)
  return visited
}

describe('DROPDOWN-D1: a menu that opens by hovering', () => {
  test('UI-9: opens when the pointer has rested on it for 200 ms, and not a moment before', async () => {
    const { page, faults, close } = await pausedVisit('velvet')
    await trigger(page).hover()
    await page.clock.runFor(HOVER_DELAY_MS - 1)
    expect(await openPanels(page).count()).toBe(0)
    await page.clock.runFor(1)
    await openPanels(page).waitFor()
    expect(await trigger(page).getAttribute('aria-expanded')).toBe('true')
    expect(faults()).toEqual([])
    await close()
  })

  test('UI-9: stays closed when the pointer goes before', async () => {
    const { page, faults, close } = await pausedVisit('velvet')
    await trigger(page).hover()
    await page.clock.runFor(HOVER_DELAY_MS - 1)
    await page.mouse.move(640, 500)
    await page.clock.runFor(1000)
    expect(await openPanels(page).count()).toBe(0)
    expect(faults()).toEqual([])
    await close()
  })

  test('UI-9: stays open while the pointer is on the way to its panel and on it, and closes after it has gone', async () => {
    const { page, faults, close } = await pausedVisit('velvet')
    await trigger(page).hover()
    await page.clock.runFor(HOVER_DELAY_MS)
    const item = openPanels(page).getByRole('button', { name: 'Dark' })
    await item.waitFor()
    await page.mouse.move(5, 500)
    await page.clock.runFor(HOVER_DELAY_MS - 1)
    await item.hover()
    await page.clock.runFor(5000)
    expect(await openPanels(page).count()).toBe(1)
    await page.mouse.move(640, 500)
    await page.clock.runFor(HOVER_DELAY_MS)
    await expect.poll(() => openPanels(page).count()).toBe(0)
    expect(faults()).toEqual([])
    await close()
  })

  test('a press of the mouse on a menu that hovering has opened leaves it open', async () => {
    const { page, faults, close } = await pausedVisit('velvet')
    await trigger(page).hover()
    await page.clock.runFor(HOVER_DELAY_MS)
    await openPanels(page).waitFor()
    await page.mouse.down()
    await page.mouse.up()
    await page.clock.runFor(1000)
    expect(await openPanels(page).count()).toBe(1)
    await openPanels(page).getByRole('button', { name: 'Dark' }).click()
    await expect.poll(() => openPanels(page).count()).toBe(0)
    expect(await page.locator('html').getAttribute('data-scheme')).toBe('dark')
    expect(faults()).toEqual([])
    await close()
  })
})

test('UI-10: a menu that opens by a press does not open by hovering', async () => {
  const { page, faults, close } = await pausedVisit('aurora')
  await trigger(page).hover()
  await page.clock.runFor(5000)
  expect(await openPanels(page).count()).toBe(0)
  await trigger(page).click()
  await openPanels(page).waitFor()
  await trigger(page).click()
  await expect.poll(() => openPanels(page).count()).toBe(0)
  expect(faults()).toEqual([])
  await close()
})

describe.each(['aurora', 'velvet'])('DROPDOWN-D2: a finger on a menu of %s', (brand) => {
  test('UI-10, UI-11: opens and closes it by touches alone', async () => {
    const { page, faults, close } = await visit(browser, `${site.origin(brand)}/en`, { hasTouch: true })
    for (let round = 0; round < 3; round += 1) {
      await trigger(page).tap()
      await openPanels(page).waitFor()
      await page.waitForTimeout(2 * HOVER_DELAY_MS)
      expect(await openPanels(page).count()).toBe(1)
      await trigger(page).tap()
      await expect.poll(() => openPanels(page).count()).toBe(0)
    }
    await trigger(page).tap()
    await openPanels(page).waitFor()
    await page.touchscreen.tap(5, 500)
    await expect.poll(() => openPanels(page).count()).toBe(0)
    await trigger(page).tap()
    await openPanels(page).getByRole('button', { name: 'Dark' }).tap()
    await expect.poll(() => openPanels(page).count()).toBe(0)
    expect(await page.locator('html').getAttribute('data-scheme')).toBe('dark')
    expect(faults()).toEqual([])
    await close()
  })
})

test('DROPDOWN-D3, UI-11: a press on the scroll bar scrolls and leaves the menu open; one on the page closes it', async () => {
  const viewport = { width: 1280, height: 600 }
  const { page, faults, close } = await visit(browser, `${site.origin('aurora')}/en`, { viewport })
  await approach(page)
  await trigger(page).click()
  await openPanels(page).waitFor()
  const barPx = await page.evaluate(() => window.innerWidth - document.documentElement.clientWidth)
  expect(barPx).toBeGreaterThan(0)
  await page.mouse.click(viewport.width - barPx / 2, viewport.height - 40)
  await expect.poll(() => page.evaluate(() => window.scrollY)).toBeGreaterThan(0)
  expect(await openPanels(page).count()).toBe(1)
  await page.mouse.click(4, viewport.height / 2)
  await expect.poll(() => openPanels(page).count()).toBe(0)
  expect(faults()).toEqual([])
  await close()
})

describe.each(['aurora', 'velvet'])('the keyboard on the menus of %s', (brand) => {
  test('A11Y-3, UI-10: Enter opens, Escape closes and gives the focus back, and the focus that leaves takes the panel along', async () => {
    const { page, faults, close } = await visit(browser, `${site.origin(brand)}/en`)
    const isFocused = () => trigger(page).evaluate((element) => element === document.activeElement)
    await trigger(page).focus()
    await expect.poll(() => trigger(page).getAttribute('aria-expanded')).toBe('false')
    await page.keyboard.press('Enter')
    await openPanels(page).waitFor()
    expect(await axeViolations(page)).toEqual([])
    await page.keyboard.press('Tab')
    expect(await isFocused()).toBe(false)
    await page.keyboard.press('Escape')
    await expect.poll(() => openPanels(page).count()).toBe(0)
    expect(await isFocused()).toBe(true)
    await page.keyboard.press('Enter')
    await openPanels(page).waitFor()
    await page.keyboard.press('Shift+Tab')
    await expect.poll(() => openPanels(page).count()).toBe(0)
    expect(faults()).toEqual([])
    await close()
  })
})

test('UI-8, UI-10, UI-11: without script a press opens a menu, and a press elsewhere closes it', async () => {
  const { page, close } = await watchedPage(browser, { javaScriptEnabled: false })
  await page.goto(`${site.origin('velvet')}/en`)
  await trigger(page).click()
  await openPanels(page).waitFor()
  await page.mouse.click(4, 400)
  await expect.poll(() => openPanels(page).count()).toBe(0)
  await close()
})
