import type { Page } from 'playwright'
import { expect, test } from 'vitest'
import { ownSite } from './test-site.ts'
import { visit } from './visitor.ts'
import { hydrated, watchedPage } from './watched-page.ts'

const POLL_MS = 1000
const { site, browser } = await ownSite({
  env: { LIVERY_FEED: 'simulator' },
  edit: (brands) => {
    const sets = (section: string, change: Readonly<Record<string, unknown>>) =>
      brands.patch('velvet', `config/${section}.json`, change)
    sets('application', { requestTimeoutMs: 2000 })
    sets('auth', { modalType: 'choice' })
    sets('betting', { pageSize: 10, feedPollMs: POLL_MS })
    sets('boolean', { isWebAppInstallOffered: false })
    sets('casino', { hasSounds: false })
    sets('iframe', { statisticsPopupWidthPx: 777 })
    sets('modules', { resources: { 'error-page': { main: 'promo/duels.svg', secondary: 'promo/express.svg' } } })
    sets('other', { modalIdParameter: 'dialog' })
    const words = { titleKey: 'site.banner_live_title', textKey: 'site.banner_live_text' }
    const picture = { image: 'promo/duels.svg', altKey: 'site.banner_live_alt' }
    brands.patch('aurora', 'config/promo.json', {
      modals: { PROMO_SELF: { order: 10, ...words, opensByItself: true } },
    })
    sets('promo', { modals: { PROMO_LIGHT: { order: 10, ...words, ...picture } } })
  },
})
const at = (brand: string, path: string) => `${site.origin(brand)}${path}`
const desktop = { viewport: { width: 1440, height: 900 } }

/** Opens the first game of the live board: by its address, since its row moves while games come and go. */
async function openGame(page: Page): Promise<void> {
  const href = await page.locator('[data-game] a').first().getAttribute('href')
  await page.goto(at('velvet', href ?? ''))
  await hydrated(page)
}

test('CFG-18: a dialog of the brand opens by the parameter that the brand names, with its picture described', async () => {
  const { page, faults, close } = await visit(
    browser,
    at('velvet', '/en/information/about?dialog=PROMO_LIGHT'),
    desktop,
  )
  const dialog = page.getByRole('dialog')
  await dialog.waitFor()
  expect(await dialog.locator('img').getAttribute('alt')).toBe('A scoreboard')
  expect(await dialog.locator('img').getAttribute('src')).toMatch(/promo\/duels\.svg$/)
  await page.goto(at('velvet', '/en/information/about?modal=PROMO_LIGHT'))
  await hydrated(page)
  await page.waitForLoadState('networkidle')
  expect(await page.getByRole('dialog').count()).toBe(0)
  expect(faults()).toEqual([])
  await close()
})

test('a dialog that opens by itself waits until the question about cookies is answered', async () => {
  const { page, faults, close } = await watchedPage(browser, desktop)
  await page.goto(at('aurora', '/en'))
  await hydrated(page)
  const answer = page.getByRole('button', { name: 'Only necessary' })
  await answer.waitFor()
  await page.waitForLoadState('networkidle')
  const dialog = page.getByRole('dialog', { name: 'Live, second by second' })
  expect(await dialog.count()).toBe(0)
  await answer.click()
  await dialog.waitFor()
  expect(faults()).toEqual([])
  await close()
})

test('AUTH-18: the sign-in button opens the dialog that the brand chose, under the parameter that it names', async () => {
  const { page, faults, close } = await visit(browser, at('velvet', '/en/information/about'), desktop)
  await page.getByRole('banner').getByRole('link', { name: 'Sign in' }).click()
  await page.waitForURL(/[?&]dialog=AUTH_CHOICE/)
  await page.getByRole('dialog').waitFor()
  expect(faults()).toEqual([])
  await close()
})

test('FEED-18: a list asks for so many games a step, and the live feed is asked for as often, as the brand says', async () => {
  const { page, close } = await visit(browser, at('velvet', '/en/live'), desktop)
  const polls = () => page.waitForRequest(/\/main-live-feed\/sport1x2/)
  await polls()
  const began = Date.now()
  await polls()
  await polls()
  await polls()
  // Three of the usual interval would take nine seconds.
  expect(Date.now() - began).toBeLessThan(8000)
  await page.goto(at('velvet', '/en/line'))
  expect(await page.locator('[data-game]').count()).toBe(10)
  expect(await page.getByRole('link', { name: 'More games' }).getAttribute('href')).toBe('/en/line?page=2')
  await close()
})

test('WID-9: statistics open in a window as wide as the brand says', async () => {
  const { page, close } = await visit(browser, at('velvet', '/en/live'), desktop)
  await openGame(page)
  await page.evaluate(() => {
    window.open = (...words: unknown[]) => {
      document.title = String(words[2])
      return window
    }
  })
  await page.getByRole('tab', { name: 'Statistics', exact: true }).click()
  await page.getByRole('link', { name: 'All statistics' }).click()
  await expect.poll(() => page.title()).toContain('width=777,')
  await close()
})

test('sounds of games and the offer to install are left out where the brand has neither', async () => {
  for (const [brand, has] of [
    ['aurora', true],
    ['velvet', false],
  ] as const) {
    const { page, close } = await visit(browser, at(brand, '/en/casino/game/dice'), desktop)
    await page.getByRole('button', { name: 'Play for fun' }).click()
    await page.getByRole('button', { name: /^Play · / }).waitFor()
    expect(await page.getByRole('button', { name: 'Mute' }).count()).toBe(has ? 1 : 0)
    await page.evaluate(() => {
      const event = new Event('beforeinstallprompt', { cancelable: true })
      Object.assign(event, { prompt: () => Promise.resolve({ outcome: 'accepted' }) })
      window.dispatchEvent(event)
    })
    await expect.poll(() => page.getByRole('button', { name: 'Install the app' }).count()).toBe(has ? 1 : 0)
    await close()
  }
})

test('a page whose calls are not answered in the time of the brand says so, with the picture of the brand', async () => {
  const { page, close } = await visit(browser, at('velvet', '/en/information/about'), desktop)
  await page.route('**/web-api/**', () => new Promise(() => {}))
  const began = Date.now()
  await page.locator('a[href="/en/casino"]:visible').first().click()
  await page.locator('img[src$="promo/express.svg"]').waitFor({ timeout: 15_000 })
  // The usual time is 30 s.
  expect(Date.now() - began).toBeGreaterThan(1900)
  await close()
})
