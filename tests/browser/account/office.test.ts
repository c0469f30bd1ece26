import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { sharedSite } from '../test-site.ts'
import { registerByOneClick, visit } from '../visitor.ts'
import { axeViolations, hydrated, type WatchedPage } from '../watched-page.ts'

const WIDE = { width: 1280, height: 850 }
const PHONE = { width: 390, height: 844 }

const { site, browser } = await sharedSite()
let player: WatchedPage
beforeAll(async () => {
  player = await visit(browser, `${site.origin('nour')}/en/registration/fast_reg`, { viewport: WIDE })
  await registerByOneClick(player.page)
})
afterAll(() => player?.close())

async function open(path: string, viewport = WIDE) {
  await player.page.setViewportSize(viewport)
  await player.page.goto(`${site.origin('nour')}${path}`)
  await hydrated(player.page)
  return player.page
}

describe('the menu of the office', () => {
  test.each(['/en/office', '/en/office/menu'])('OFF-1: %s is the whole of it, with the way out', async (path) => {
    const page = await open(path)
    const menu = page.getByRole('navigation', { name: 'Account menu' })
    await expect.poll(() => menu.count()).toBe(1)
    expect(await menu.getByRole('link', { name: 'Profile', exact: true }).getAttribute('href')).toBe(
      '/en/office/account',
    )
    expect(await page.getByRole('button', { name: 'Sign out' }).count()).toBe(1)
    expect(await axeViolations(page)).toEqual([])
    expect(player.faults()).toEqual([])
  })

  test('OFF-1: the menu of the profile is that part alone', async () => {
    const page = await open('/en/office/menu/profile')
    const part = page.getByRole('navigation', { name: 'Profile' })
    expect(await part.getByRole('link').first().getAttribute('href')).toBe('/en/office/account')
    expect(await page.getByRole('heading', { level: 1 }).textContent()).toBe('Profile')
  })

  test('is beside a screen where there is room, and marks the current one', async () => {
    const page = await open('/en/office/account')
    const current = page.getByRole('navigation', { name: 'Account menu' }).locator('[aria-current="page"]')
    expect(await current.textContent()).toBe('Profile')
    expect(await axeViolations(page)).toEqual([])
  })

  test('is one step up on a phone, where nothing fits beside a screen', async () => {
    const page = await open('/en/office/account', PHONE)
    expect(await page.getByRole('navigation', { name: 'Account menu' }).count()).toBe(0)
    const place = page.getByRole('navigation', { name: 'Quick navigation' }).locator('[aria-current="page"]')
    expect(await place.textContent()).toBe('Account')
    await page.getByRole('navigation', { name: 'You are here' }).getByRole('link', { name: 'My office' }).click()
    await page.waitForURL('**/en/office')
    await page.getByRole('navigation', { name: 'Account menu' }).waitFor()
    const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)
    expect(overflow).toBeLessThanOrEqual(0)
    expect(player.faults()).toEqual([])
  })
})

describe('the office under a finger', () => {
  test('nothing to be pressed is lower than 44 px, and no page is wider than the phone', async () => {
    const phone = await visit(browser, `${site.origin('nour')}/en/registration/fast_reg`, {
      viewport: PHONE,
      hasTouch: true,
      isMobile: true,
    })
    const { page } = phone
    await registerByOneClick(page)
    for (const path of ['/ar/office', '/ar/office/security', '/ar/office/settings/mailing', '/en/office/account']) {
      await page.goto(`${site.origin('nour')}${path}`)
      await hydrated(page)
      const low = await page
        .locator('main :is(a, button):visible')
        .evaluateAll((targets) =>
          targets
            .map((target) => ({ text: target.textContent, height: target.getBoundingClientRect().height }))
            .filter(({ height }) => height < 43.5),
        )
      expect(low, path).toEqual([])
      expect(await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)).toBe(0)
    }
    expect(phone.faults()).toEqual([])
    await phone.close()
  })

  test('a sign-in by mail that needs an address leads to where one is entered', async () => {
    const page = await open('/en/office/security/auth-by-email', PHONE)
    await page.getByText('This account has no confirmed e-mail address.').waitFor()
    await page.getByRole('main').getByRole('link', { name: 'E-mail', exact: true }).click()
    await page.waitForURL('**/office/email/change')
  })
})
