import type { Page } from 'playwright'
import { describe, expect, test } from 'vitest'
import { ownSite } from '../test-site.ts'
import { registerByOneClick, visit } from '../visitor.ts'
import { hydrated } from '../watched-page.ts'

/** Idle time and warning of the brand, ms. */
const IDLE_MS = 120_000
const WARNING_MS = 30_000

const { site, browser } = await ownSite({
  edit: (brands) => {
    brands.patch('aurora', 'config/auth.json', {
      isAutoLogoffEnabled: true,
      autoLogoffMs: IDLE_MS,
      autoLogoffWarningMs: WARNING_MS,
    })
    brands.patch('velvet', 'config/registration.json', { types: { fast_reg: { isAvailable: true } } })
  },
})

const warning = (page: Page) => page.getByRole('dialog', { name: 'Are you still there?' })

/** Two tabs of one new player, whose clock moves only when it is told to. */
async function twoTabs(brand: string, paths: readonly [string, string] = ['/en', '/en/information/about']) {
  const origin = site.origin(brand)
  const { page, faults, close } = await visit(browser, `${origin}/en/registration/fast_reg`)
  await registerByOneClick(page)
  const other = await page.context().newPage()
  const { clock } = page.context()
  await clock.install()
  for (const [tab, path] of [
    [page, paths[0]],
    [other, paths[1]],
  ] as const) {
    await tab.goto(origin + path)
    await hydrated(tab)
    await tab.getByRole('region', { name: 'Notifications' }).waitFor({ state: 'attached' })
  }
  await page.waitForLoadState('networkidle')
  await other.waitForLoadState('networkidle')
  await clock.pauseAt(Date.now() + 5000)
  return { page, other, clock, faults, close }
}

/** Whether the server still knows the session. */
async function isSignedIn(page: Page): Promise<boolean> {
  return page.evaluate(async () => {
    const answer = await fetch('/web-api/user/getuserconfig')
    return ((await answer.json()) as { player?: unknown }).player != null
  })
}

/** Turns the wheel and waits until the page has noticed: Chromium hands such an event on later. */
async function turnWheel(page: Page): Promise<void> {
  const noticed = page.evaluate(
    () => new Promise<void>((resolve) => addEventListener('wheel', () => resolve(), { once: true })),
  )
  await page.mouse.wheel(0, 50)
  await noticed
}

describe('a player of a brand that signs idle players out, in two tabs', () => {
  test('AUTH-7: is warned in both, stays by an answer in one, and is signed out of both when no answer comes', async () => {
    const { page, other, clock, faults, close } = await twoTabs('aurora')
    await page.mouse.click(5, 400)
    await clock.runFor(IDLE_MS - WARNING_MS - 1)
    expect([await warning(page).count(), await warning(other).count()]).toEqual([0, 0])
    await clock.runFor(1)
    await warning(page).waitFor()
    await warning(other).waitFor()
    await clock.runFor(10_000)
    expect(await warning(page).getByRole('timer').textContent()).toMatch(/^0:(19|20)$/)
    await warning(other).getByRole('button', { name: 'Stay signed in' }).click()
    await warning(page).waitFor({ state: 'detached' })
    await warning(other).waitFor({ state: 'detached' })
    await clock.runFor(IDLE_MS - WARNING_MS)
    await warning(page).waitFor()
    await clock.runFor(WARNING_MS - 1)
    expect(await isSignedIn(page)).toBe(true)
    await Promise.all([
      page.waitForURL((url) => url.pathname === '/en/login'),
      other.waitForURL((url) => url.pathname === '/en/login'),
      clock.runFor(1),
    ])
    await page.getByText('You were signed out because you were inactive for a while.').waitFor()
    expect(new URL(other.url()).searchParams.get('returnUrl')).toBe('/en/information/about')
    expect(await isSignedIn(page)).toBe(false)
    expect(faults()).toEqual([])
    await close()
  })

  test('AUTH-7: whatever is done in one keeps the other signed in, and is reported once a second at most', async () => {
    const { page, other, clock, faults, close } = await twoTabs('aurora')
    await other.evaluate(() => {
      const words: unknown[] = []
      Object.assign(window, { words })
      new BroadcastChannel('livery.player').onmessage = ({ data }) => data.kind === 'active' && words.push(data)
    })
    const acts = [
      () => page.keyboard.press('Shift'),
      () => page.mouse.click(5, 400),
      () => turnWheel(page),
      () => page.keyboard.press('Shift'),
    ]
    for (const act of acts) {
      await act()
      await act()
      await clock.runFor(IDLE_MS - WARNING_MS - 1)
      expect([await warning(page).count(), await warning(other).count()]).toEqual([0, 0])
    }
    expect(await other.evaluate(() => (Reflect.get(window, 'words') as unknown[]).length)).toBe(acts.length)
    expect(await isSignedIn(page)).toBe(true)
    expect(faults()).toEqual([])
    await close()
  })

  test('AUTH-7: a computer that has slept beyond the time signs out when it is woken', async () => {
    const { page, clock, faults, close } = await twoTabs('aurora')
    await clock.fastForward(10 * IDLE_MS)
    await page.waitForURL((url) => url.pathname === '/en/login')
    expect(await isSignedIn(page)).toBe(false)
    expect(faults()).toEqual([])
    await close()
  })

  test('A11Y-3: the question holds the focus, and Escape is an answer that meets nothing of the page', async () => {
    const { page, clock, faults, close } = await twoTabs('aurora')
    const link = page.getByRole('banner').getByRole('link', { name: /Account/ })
    await link.focus()
    await clock.runFor(IDLE_MS - WARNING_MS + 1000)
    await warning(page).waitFor()
    await expect.poll(() => page.evaluate(() => document.activeElement?.closest('dialog') !== null)).toBe(true)
    await page.keyboard.press('Escape')
    await warning(page).waitFor({ state: 'detached' })
    expect(await link.evaluate((element) => element === document.activeElement)).toBe(true)
    expect(new URL(page.url()).pathname).toBe('/en')
    expect(faults()).toEqual([])
    await close()
  })

  test('AUTH-7, AUTH-17: the warning offers to go at once', async () => {
    const { page, other, clock, faults, close } = await twoTabs('aurora')
    await clock.runFor(IDLE_MS - WARNING_MS + 1000)
    await warning(page).getByRole('button', { name: 'Sign out now' }).click()
    await page.getByRole('banner').getByRole('link', { name: 'Sign in' }).waitFor()
    await other.getByRole('banner').getByRole('link', { name: 'Sign in' }).waitFor()
    expect(new URL(other.url()).pathname).toBe('/en/information/about')
    expect(await isSignedIn(page)).toBe(false)
    expect(faults()).toEqual([])
    await close()
  })
})

test('AUTH-6: where the brand does not want it, nobody is warned or signed out', async () => {
  const { page, clock, faults, close } = await twoTabs('velvet')
  await clock.fastForward(10 * 3_600_000)
  await clock.runFor(1000)
  expect(await warning(page).count()).toBe(0)
  expect(await isSignedIn(page)).toBe(true)
  expect(faults()).toEqual([])
  await close()
})

test('AUTH-17, SEC-12: signing out in one tab ends the pages of the others', async () => {
  const { page, other, faults, close } = await twoTabs('velvet', ['/en/office/account', '/en/office/account'])
  await page.getByRole('button', { name: 'Sign out' }).first().click()
  await other.waitForURL((url) => url.pathname === '/en/login')
  await page.getByRole('banner').getByRole('link', { name: 'Sign in' }).waitFor()
  expect(await isSignedIn(other)).toBe(false)
  expect(faults()).toEqual([])
  await close()
})
