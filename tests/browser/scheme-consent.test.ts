import type { Page } from 'playwright'
import { describe, expect, test } from 'vitest'
import { ownSite } from './test-site.ts'
import { CONSENT_KEY, visit } from './visitor.ts'
import { axeViolations, hydrated, watchedPage } from './watched-page.ts'

const AGREEMENT = '/api-v3/v1/user/agreement-with-cookies/log'

const { site, browser, brands } = await ownSite()

async function chooseScheme(page: Page, name: string): Promise<void> {
  await page
    .getByRole('banner')
    .getByRole('button', { name: /^Appearance/ })
    .click()
  await page.locator('[popover]:popover-open').getByRole('button', { name }).click()
}

/** The colour behind the page as it is painted first: before any script of the page has run. */
async function firstCanvas(page: Page): Promise<string> {
  return page.evaluate(() => (window as unknown as { firstCanvas: string }).firstCanvas)
}

const canvas = (page: Page) => page.evaluate(() => getComputedStyle(document.documentElement).backgroundColor)

describe.each(['aurora', 'velvet', 'nour'])('%s', (brand) => {
  test('the chosen scheme is in the HTML of the next page, so that nothing flashes', async () => {
    const { page, faults, close } = await visit(browser, `${site.origin(brand)}/en`, { colorScheme: 'light' })
    await page.addInitScript(() => {
      document.addEventListener('readystatechange', () => {
        if (document.readyState === 'interactive')
          Object.assign(window, { firstCanvas: getComputedStyle(document.documentElement).backgroundColor })
      })
    })
    const seen: Record<string, string> = {}
    for (const [name, scheme] of [
      ['Dark', 'dark'],
      ['Light', 'light'],
      ['As on the device', null],
    ] as const) {
      await chooseScheme(page, name)
      await expect.poll(() => page.locator('html').getAttribute('data-scheme')).toBe(scheme)
      const before = await canvas(page)
      const answer = await page.reload()
      const html = (await answer?.text()) ?? ''
      expect(/<html[^>]*data-scheme="(\w+)"/.exec(html)?.[1] ?? null).toBe(scheme)
      await hydrated(page)
      expect(await page.locator('html').getAttribute('data-scheme')).toBe(scheme)
      expect(await firstCanvas(page)).toBe(before)
      expect(await canvas(page)).toBe(before)
      seen[name] = before
    }
    expect(seen.Dark).not.toBe(seen.Light)
    expect(seen['As on the device']).toBe(seen.Light)
    await page.emulateMedia({ colorScheme: 'dark' })
    expect(await canvas(page)).toBe(seen.Dark)
    expect(faults()).toEqual([])
    await close()
  })
})

interface Level {
  readonly level: number
  readonly press: (page: Page) => Promise<void>
}

async function chooseYourself(page: Page, kinds: readonly string[]): Promise<void> {
  await page.getByText('Choose yourself').click()
  for (const kind of kinds) await page.getByRole('checkbox', { name: kind }).check()
  await page.getByRole('button', { name: 'Save my choice' }).click()
}

const LEVELS: readonly Level[] = [
  { level: 0, press: (page) => page.getByRole('button', { name: 'Only necessary' }).click() },
  { level: 0, press: (page) => chooseYourself(page, []) },
  { level: 1, press: (page) => chooseYourself(page, ['Functionality']) },
  { level: 2, press: (page) => chooseYourself(page, ['Marketing']) },
  { level: 3, press: (page) => chooseYourself(page, ['Functionality', 'Marketing']) },
  { level: 3, press: (page) => page.getByRole('button', { name: 'Accept all' }).click() },
]

const question = (page: Page) => page.getByRole('region', { name: 'Your choice of cookies' })

test.each(LEVELS)(
  'STORE-4, STORE-5, STORE-7: consent level $level is kept with its time, logged, and not asked again',
  async ({ level, press }) => {
    const { page, faults, close } = await watchedPage(browser)
    await page.goto(`${site.origin('aurora')}/en`)
    await hydrated(page)
    await question(page).waitFor()
    expect(await page.evaluate((key) => localStorage.getItem(key), CONSENT_KEY)).toBeNull()
    const beforeMs = Date.now()
    const [answer] = await Promise.all([
      page.waitForResponse((response) => response.url().includes(AGREEMENT)),
      press(page),
    ])
    expect(answer.request().method()).toBe('POST')
    expect(answer.request().postDataJSON()).toEqual({ level })
    expect(answer.status()).toBe(200)
    await expect.poll(() => question(page).count()).toBe(0)
    const kept = JSON.parse((await page.evaluate((key) => localStorage.getItem(key), CONSENT_KEY)) ?? 'null')
    expect(kept).toMatchObject({ level, version: '1' })
    expect(kept.givenAtMs).toBeGreaterThanOrEqual(beforeMs - 1000)
    expect(kept.givenAtMs).toBeLessThanOrEqual(Date.now() + 1000)
    const layer = page.waitForResponse((response) => /ShellHost/.test(response.url()))
    await page.reload()
    await hydrated(page)
    await layer
    await page.waitForTimeout(500)
    expect(await question(page).count()).toBe(0)
    expect(faults()).toEqual([])
    await close()
  },
)

test('STORE-5: a new version of the question is asked again, and the old answer stands until then', async () => {
  const { page, faults, close } = await visit(browser, `${site.origin('velvet')}/en`)
  await page.waitForTimeout(1000)
  expect(await question(page).count()).toBe(0)
  brands.patch('velvet', 'config/other.json', { cookieConsent: { version: '2' } })
  await expect
    .poll(
      async () => {
        await page.reload()
        await hydrated(page)
        await page.waitForTimeout(700)
        return question(page).count()
      },
      { timeout: 15_000 },
    )
    .toBe(1)
  await page.getByRole('button', { name: 'Accept all' }).click()
  const kept = await page.evaluate((key) => localStorage.getItem(key), CONSENT_KEY)
  expect(JSON.parse(kept ?? 'null')).toMatchObject({ level: 3, version: '2' })
  expect(faults()).toEqual([])
  await close()
})

test('A11Y-1, A11Y-3: the open question passes axe, hides nothing of the page from the keyboard, and can be answered by it', async () => {
  const { page, faults, close } = await watchedPage(browser, { viewport: { width: 390, height: 800 } })
  await page.goto(`${site.origin('nour')}/ar`)
  await hydrated(page)
  const region = page.locator('section[aria-labelledby]').filter({ has: page.locator('details') })
  await region.waitFor()
  await region.locator('summary').focus()
  await page.keyboard.press('Enter')
  expect(await axeViolations(page)).toEqual([])
  await region.locator('button').first().focus()
  await page.keyboard.press('Enter')
  await expect.poll(() => region.count()).toBe(0)
  expect(faults()).toEqual([])
  await close()
})
