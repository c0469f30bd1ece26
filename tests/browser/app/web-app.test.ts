import type { Page } from 'playwright'
import { describe, expect, test } from 'vitest'
import { ownSite } from '../test-site.ts'
import { axeViolations, hydrated, watchedPage } from '../watched-page.ts'

const { site, browser, brands } = await ownSite({
  edit: ({ patch }) =>
    patch('nour', 'config/application.json', {
      iosAppUrl: 'https://apps.apple.com/app/id1234567890',
      androidAppUrl: 'https://apps.example/full.apk',
    }),
})

const IPHONE =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_4 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.4 Mobile/15E148 Safari/604.1'
/** Files whose address names their content, and the pages for when the visitor is offline. */
const MAY_BE_KEPT = /^\/(?:assets\/|theme\/|brand\/[0-9a-f]+\/|app\/offline\/)/

/** A visitor whose browser has service workers. */
async function visitor(brand: string, path = '/en', options: Parameters<typeof watchedPage>[1] = {}) {
  const watched = await watchedPage(browser, { serviceWorkers: 'allow', ...options })
  await watched.page.goto(site.origin(brand) + path)
  await hydrated(watched.page)
  return watched
}

/** Waits until the worker of the page is there and has it. */
async function workerReady(page: Page): Promise<void> {
  await page.evaluate(async () => {
    await navigator.serviceWorker.ready
    while (!navigator.serviceWorker.controller) await new Promise((resolve) => setTimeout(resolve, 50))
  })
}

const kept = (page: Page) =>
  page.evaluate(async () => {
    const caches_ = await Promise.all((await caches.keys()).map((name) => caches.open(name)))
    const requests = await Promise.all(caches_.map((cache) => cache.keys()))
    return requests.flat().map(({ url }) => new URL(url).pathname)
  })

const isWaiting = (page: Page) =>
  page.evaluate(async () => (await navigator.serviceWorker.getRegistration())?.waiting != null)

describe('a site without a connection', () => {
  test('APP-5: starts with a page of its own in the language asked for, within a second', async () => {
    const { page, close } = await visitor('nour', '/ar')
    await workerReady(page)
    await page.context().setOffline(true)
    for (const [path, language, direction] of [
      ['/ar/line', 'ar', 'rtl'],
      ['/en', 'en', 'ltr'],
    ] as const) {
      const startedAt = performance.now()
      await page.goto(site.origin('nour') + path)
      const ms = performance.now() - startedAt
      expect(await page.locator('html').getAttribute('lang')).toBe(language)
      expect(await page.locator('html').getAttribute('dir')).toBe(direction)
      expect(await page.getByRole('heading', { level: 1 }).count()).toBe(1)
      expect(ms).toBeLessThan(1000)
      console.info(`offline start of ${path}: ${Math.round(ms)} ms`)
    }
    await page.context().setOffline(false)
    await page.getByRole('link').last().click()
    await hydrated(page)
    expect(new URL(page.url()).pathname).toBe('/en')
    await close()
  })

  test('APP-5: nothing is kept but files with a hash and that page: no page, no call, no price', async () => {
    const { page, faults, close } = await visitor('aurora')
    await workerReady(page)
    await page.goto(`${site.origin('aurora')}/en/information/about`)
    await hydrated(page)
    await page.waitForLoadState('networkidle')
    const paths = await kept(page)
    expect(paths.length).toBeGreaterThan(8)
    expect(paths.filter((path) => !MAY_BE_KEPT.test(path))).toEqual([])
    expect(faults()).toEqual([])
    await close()
  })
})

describe('a newer worker', () => {
  test('APP-5: waits while a bet is open in any tab, and takes over when the page moves after that', async () => {
    const { page, close } = await visitor('velvet')
    await workerReady(page)
    brands.patch('velvet', 'locales/en/shell.json', { 'shell.offline_title': 'No connection here' })
    await expect
      .poll(
        async () => {
          await page.evaluate(async () => (await navigator.serviceWorker.getRegistration())?.update())
          return isWaiting(page)
        },
        { timeout: 20_000, interval: 500 },
      )
      .toBe(true)
    await page.evaluate(() =>
      localStorage.setItem('userConfig.coupon', JSON.stringify({ entries: [{}], placement: {} })),
    )
    await page.goto(`${site.origin('velvet')}/en/information/about`)
    await hydrated(page)
    await page.waitForLoadState('networkidle')
    expect(await isWaiting(page)).toBe(true)
    await page.evaluate(() => localStorage.removeItem('userConfig.coupon'))
    await page.goto(`${site.origin('velvet')}/en`)
    await hydrated(page)
    await expect.poll(() => isWaiting(page), { timeout: 20_000 }).toBe(false)
    await page.context().setOffline(true)
    await page.goto(`${site.origin('velvet')}/en`)
    expect(await page.getByRole('heading', { level: 1 }).textContent()).toBe('No connection here')
    await close()
  })
})

describe('the offer to install the site', () => {
  const offer = (page: Page) => page.getByRole('region', { name: /^Install / })

  /** What a browser does that can install the page. */
  const sayPossible = (page: Page, outcome: 'accepted' | 'dismissed') =>
    page.evaluate((answer) => {
      const event = new Event('beforeinstallprompt', { cancelable: true })
      Object.assign(event, { prompt: () => Promise.resolve({ outcome: answer }) })
      window.dispatchEvent(event)
    }, outcome)

  async function withoutCookies(page: Page) {
    await page.getByRole('button', { name: 'Only necessary' }).click()
  }

  test('APP-4: is made once the browser can, and is over when the visitor has agreed', async () => {
    const { page, faults, close } = await visitor('aurora')
    await withoutCookies(page)
    const inFooter = page.getByRole('button', { name: 'Install the app' })
    await page.waitForLoadState('networkidle')
    expect(await offer(page).count()).toBe(0)
    expect(await inFooter.count()).toBe(0)
    await sayPossible(page, 'accepted')
    await offer(page).waitFor()
    expect(await axeViolations(page)).toEqual([])
    await offer(page).getByRole('button', { name: 'Install', exact: true }).click()
    await offer(page).waitFor({ state: 'detached' })
    expect(await inFooter.count()).toBe(0)
    expect(faults()).toEqual([])
    await close()
  })

  test('APP-4: a visitor who declines is left alone, and finds it at the foot of the page', async () => {
    const { page, close } = await visitor('aurora')
    await withoutCookies(page)
    await sayPossible(page, 'dismissed')
    await offer(page).getByRole('button', { name: 'Not now' }).click()
    await offer(page).waitFor({ state: 'detached' })
    await page.reload()
    await hydrated(page)
    await sayPossible(page, 'dismissed')
    const inFooter = page.getByRole('button', { name: 'Install the app' })
    await inFooter.waitFor()
    expect(await offer(page).count()).toBe(0)
    await inFooter.click()
    await inFooter.waitFor({ state: 'detached' })
    await close()
  })

  test('APP-1: an iPhone shows the steps by hand', async () => {
    const { page, close } = await visitor('aurora', '/en', { userAgent: IPHONE, viewport: { width: 390, height: 844 } })
    await withoutCookies(page)
    await offer(page).getByRole('button', { name: 'Install', exact: true }).click()
    const steps = page.getByRole('region', { name: /^How to install/ })
    expect(await steps.getByRole('listitem').allTextContents()).toHaveLength(3)
    await steps.getByRole('button', { name: 'Got it' }).click()
    await steps.waitFor({ state: 'detached' })
    await close()
  })
})

describe('a worker that is switched off', () => {
  test('APP-5: leaves the browser with all that it has kept', async () => {
    const { page, close } = await visitor('aurora')
    await workerReady(page)
    brands.patch('aurora', 'config/application.json', { isServiceWorkerOn: false })
    await expect
      .poll(
        async () => {
          await page.goto(`${site.origin('aurora')}/en`)
          await hydrated(page)
          await page.waitForLoadState('networkidle')
          return page.evaluate(async () => ({
            workers: (await navigator.serviceWorker.getRegistrations()).length,
            caches: await caches.keys(),
          }))
        },
        { timeout: 30_000, interval: 1000 },
      )
      .toEqual({ workers: 0, caches: [] })
    await close()
  })
})

describe('a page of apps', () => {
  test('APP-6: shows the app for the device first, once the page is alive', async () => {
    const buttons = (page: Page) =>
      page.evaluate(() =>
        [...document.querySelectorAll<HTMLAnchorElement>('main a[href^="https://app"]')].map(({ href }) => href),
      )
    const android = 'Mozilla/5.0 (Linux; Android 15; Pixel 9) AppleWebKit/537.36 Chrome/140.0 Mobile Safari/537.36'
    for (const [userAgent, first] of [
      [IPHONE, 'https://apps.apple.com/app/id1234567890'],
      [android, 'https://apps.example/full.apk'],
    ] as const) {
      const { page, faults, close } = await visitor('nour', '/en/mobile', { userAgent })
      await expect.poll(async () => (await buttons(page))[0]).toBe(first)
      expect(await buttons(page)).toHaveLength(2)
      expect(faults()).toEqual([])
      await close()
    }
  })
})
