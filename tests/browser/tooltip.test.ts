import type { Page } from 'playwright'
import { describe, expect, test } from 'vitest'
import { sharedSite } from './test-site.ts'
import { visit } from './visitor.ts'
import { axeViolations } from './watched-page.ts'

const HOVER_MS = 200
const HOLD_MS = 500

const { site, browser } = await sharedSite()

const eye = (page: Page) => page.getByRole('main').getByRole('button', { name: 'Show password' })
const tip = (page: Page) => page.locator('[role=tooltip]:popover-open')

/** The sign-in page, whose clock moves only when it is told to. */
async function visitSignIn(options = {}) {
  const visited = await visit(browser, `${site.origin('aurora')}/en/login`, options)
  await visited.page.clock.install()
  await visited.page.clock.pauseAt(Date.now() + 60_000)
  return visited
}

/** The middle of the button, px. */
async function placeOf(page: Page) {
  const box = await eye(page).boundingBox()
  if (!box) throw new Error('the button is not on the screen')
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 }
}

describe('the explanation of a button that has an icon alone', () => {
  test('UI-14: opens when the mouse has rested for 200 ms, can be pointed at, and closes after the mouse has gone', async () => {
    const { page, faults, close } = await visitSignIn()
    await eye(page).hover()
    await page.clock.runFor(HOVER_MS - 1)
    expect(await tip(page).count()).toBe(0)
    await page.clock.runFor(1)
    await tip(page).waitFor()
    expect(await tip(page).textContent()).toBe('Show password')
    await tip(page).hover()
    await page.clock.runFor(5000)
    expect(await tip(page).count()).toBe(1)
    await page.mouse.move(5, 500)
    await page.clock.runFor(HOVER_MS)
    await expect.poll(() => tip(page).count()).toBe(0)
    expect(faults()).toEqual([])
    await close()
  })

  test('UI-14: stays away when the mouse goes before', async () => {
    const { page, faults, close } = await visitSignIn()
    await eye(page).hover()
    await page.clock.runFor(HOVER_MS - 1)
    await page.mouse.move(5, 500)
    await page.clock.runFor(1000)
    expect(await tip(page).count()).toBe(0)
    expect(faults()).toEqual([])
    await close()
  })

  test('A11Y-3: opens with the focus of the keyboard, and goes by Escape and with the focus', async () => {
    const { page, faults, close } = await visit(browser, `${site.origin('aurora')}/en/login`)
    const password = page.getByLabel('Password', { exact: true })
    await password.focus()
    await page.keyboard.press('Tab')
    await tip(page).waitFor()
    expect(await axeViolations(page)).toEqual([])
    await page.keyboard.press('Escape')
    await expect.poll(() => tip(page).count()).toBe(0)
    expect(await eye(page).evaluate((element) => element === document.activeElement)).toBe(true)
    await password.focus()
    await page.keyboard.press('Tab')
    await tip(page).waitFor()
    await page.keyboard.press('Tab')
    await expect.poll(() => tip(page).count()).toBe(0)
    expect(faults()).toEqual([])
    await close()
  })

  test('a short touch is a press and explains nothing; a finger that stays opens it until something else is touched', async () => {
    const { page, faults, close } = await visitSignIn({ hasTouch: true })
    await page.getByLabel('Password', { exact: true }).fill('quiet harbour')
    await eye(page).tap()
    await expect.poll(() => eye(page).getAttribute('aria-pressed')).toBe('true')
    await page.clock.runFor(2000)
    expect(await tip(page).count()).toBe(0)
    const fingers = await page.context().newCDPSession(page)
    await fingers.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: [await placeOf(page)] })
    await page.clock.runFor(HOLD_MS)
    await tip(page).waitFor()
    await fingers.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] })
    await page.clock.runFor(2000)
    expect(await tip(page).count()).toBe(1)
    await page.touchscreen.tap(5, 500)
    await expect.poll(() => tip(page).count()).toBe(0)
    expect(faults()).toEqual([])
    await close()
  })
})
