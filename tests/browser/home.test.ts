import { readFileSync } from 'node:fs'
import type { Browser, Page } from 'playwright'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { ROUTES } from '#machines/site/routes.ts'
import type { RouteId } from '#schemas'
import { type LiveSite, startLiveSite } from './live-site.ts'
import { type TempBrands, tempBrands } from './temp-brands.ts'
import { knownVisitor, rawAnswer, visibleLinks, visit } from './visitor.ts'
import { axeViolations, hydrated, openBrowser, watchedPage } from './watched-page.ts'

const PAGES = ['about', 'contacts', 'how_to_bet', 'main_rules', 'bonus_rules', 'payment', 'responsible_gaming']
const MORE_PAGES = [
  'privacy_policy',
  'aml_kyc_policy',
  'dispute_resolution',
  'cookies',
  'home',
  'registration',
  'login',
]
const ENTRIES = [...PAGES, ...MORE_PAGES]
/** Below this sum of layout shifts the score is 0.00: what is left is the exchange of a fallback font by the brand's. */
const SEEN_SHIFT = 0.005
const NAVIGATION = 'header nav[class*=nav] > ul'

const BRANDS = [
  { brand: 'aurora', language: 'ru', direction: 'ltr' },
  { brand: 'aurora', language: 'ar', direction: 'rtl' },
  { brand: 'velvet', language: 'en', direction: 'ltr' },
  { brand: 'nour', language: 'ar', direction: 'rtl' },
  { brand: 'nour', language: 'en', direction: 'ltr' },
]
const LOOKS = [
  { scheme: 'light', width: 390 },
  { scheme: 'dark', width: 390 },
  { scheme: 'light', width: 1280 },
  { scheme: 'dark', width: 1280 },
]

let brands: TempBrands
let site: LiveSite
let changed: LiveSite
let browser: Browser
beforeAll(async () => {
  brands = tempBrands()
  brands.patch('velvet', 'config/header.json', { menu: fourteenEntries(), maxVisibleItems: 9, indentPx: 100 })
  site = await startLiveSite()
  changed = await startLiveSite({ brands: brands.directory })
  browser = await openBrowser()
})
afterAll(async () => {
  await browser?.close()
  await Promise.all([site?.stop(), changed?.stop()])
  brands?.remove()
})

/** A menu of fourteen pages that there are, between one that this build has no screen for and one that is off. */
function fourteenEntries(): Record<string, unknown> {
  const own = JSON.parse(JSON.stringify(Object.fromEntries(ENTRIES.map((id, index) => [id, entry(id, index)]))))
  const inherited = ['live', 'sports', 'casino', 'live_casino', 'promotions', 'results']
  const none = entry('cyber', -1)
  return { ...Object.fromEntries(inherited.map((id) => [id, none])), ...own, no_screen: none }
}

function entry(routeId: string, index: number) {
  return { order: 10 * (index + 2), labelKey: 'site.page_rules', routeId }
}

async function horizontalOverflow(page: Page): Promise<number> {
  return page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)
}

describe.each(BRANDS)('$brand in $language', ({ brand, language, direction }) => {
  test.each(LOOKS)(
    'A11Y-1, SEC-1: home in $scheme at $width px: no faults, axe, one language and direction, nothing beyond the side',
    async ({ scheme, width }) => {
      const address = `${site.origin(brand)}/${language}`
      const viewport = { width, height: 900 }
      const watched = await knownVisitor(browser, { viewport })
      const { page, faults, close } = watched
      await page.context().addCookies([{ name: 'scheme', value: scheme, url: site.origin(brand) }])
      await page.goto(address)
      await hydrated(page)
      const html = page.locator('html')
      expect(await html.getAttribute('lang')).toBe(language)
      expect(await html.getAttribute('dir')).toBe(direction)
      expect(await html.getAttribute('data-scheme')).toBe(scheme)
      expect(await page.locator('h1').count()).toBe(1)
      expect((await page.getByRole('main').innerText()).length).toBeGreaterThan(100)
      expect(await horizontalOverflow(page)).toBe(0)
      expect(await axeViolations(page)).toEqual([])
      expect(faults()).toEqual([])
      await close()
    },
  )
})

describe.each(['aurora', 'velvet', 'nour'])('%s', (brand) => {
  test.each([390, 1280])(
    'nothing moves while home loads at %d px, nor when the cookie question comes',
    async (width) => {
      const { page, faults, close } = await watchedPage(browser, { viewport: { width, height: 900 } })
      await page.addInitScript(() => {
        const shifts: { value: number; moved: string[] }[] = []
        Object.assign(window, { shifts })
        new PerformanceObserver((list) => {
          for (const { value, sources } of list.getEntries() as (PerformanceEntry & LayoutShift)[])
            shifts.push({ value, moved: sources.map(({ node }) => (node as Element | null)?.className ?? '') })
        }).observe({ type: 'layout-shift', buffered: true })
      })
      await page.goto(`${site.origin(brand)}/en`)
      await hydrated(page)
      await page.getByRole('button', { name: 'Only necessary' }).waitFor()
      await page.evaluate(() => document.fonts.ready)
      await page.waitForLoadState('networkidle')
      const shifts = await page.evaluate(() => (window as unknown as { shifts: { value: number }[] }).shifts)
      const total = shifts.reduce((sum, { value }) => sum + value, 0)
      expect(total, JSON.stringify(shifts)).toBeLessThan(SEEN_SHIFT)
      expect(faults()).toEqual([])
      await close()
    },
  )

  test('CFG-32: every link of home leads to a page that there is', async () => {
    const { page, faults, close } = await visit(browser, `${site.origin(brand)}/en`)
    const links = await visibleLinks(page, 'body')
    const paths = [...new Set(links)].filter((path) => path.startsWith('/en'))
    expect(paths.length).toBeGreaterThan(5)
    const statuses = await page.evaluate(
      (all) => Promise.all(all.map(async (path) => `${path} ${(await fetch(path)).status}`)),
      paths,
    )
    expect(statuses).toEqual(paths.map((path) => `${path} 200`))
    expect(faults()).toEqual([])
    await close()
  })
})

interface LayoutShift {
  readonly value: number
  readonly sources: readonly { readonly node: Node | null }[]
}

test.each([800, 1024, 1280, 1600, 2200])(
  'LAYOUT-1: of fourteen entries at most nine stand in the header at %d px, the others under "More"',
  async (width) => {
    const { page, faults, close } = await visit(browser, `${changed.origin('velvet')}/en`, {
      viewport: { width, height: 900 },
    })
    const shown = (await visibleLinks(page, NAVIGATION)).map(routeOf)
    expect(shown.length).toBeLessThanOrEqual(9)
    await page.getByRole('button', { name: 'More', exact: true }).click()
    const rest = (await visibleLinks(page, 'header [popover]:popover-open')).map(routeOf)
    expect([...shown, ...rest]).toEqual(ENTRIES)
    expect(await horizontalOverflow(page)).toBe(0)
    if (width === 2200) expect(shown.length).toBe(9)
    expect(await axeViolations(page)).toEqual([])
    expect(faults()).toEqual([])
    await close()
  },
)

test.each([100, 160, 260])('LAYOUT-1: an indent of %d px stays free behind the last entry', async (indentPx) => {
  brands.patch('velvet', 'config/header.json', { indentPx })
  const { page, close } = await visit(browser, `${changed.origin('velvet')}/en`, {
    viewport: { width: 1024, height: 900 },
  })
  await expect
    .poll(async () => {
      await page.reload()
      await hydrated(page)
      return page.evaluate(
        () => JSON.parse(document.getElementById('livery-page')?.textContent ?? '{}').site.config.header.indentPx,
      )
    })
    .toBe(indentPx)
  const free = await page.evaluate((list) => {
    const row = document.querySelector(list) as HTMLElement
    const nav = row.parentElement as HTMLElement
    const items = [...row.children].filter((item) => getComputedStyle(item).visibility !== 'hidden')
    const ends = items.map((item) => item.getBoundingClientRect().right)
    const next = [...row.children][items.length]?.getBoundingClientRect().width ?? 0
    return { px: nav.getBoundingClientRect().right - Math.max(...ends), next, shown: items.length }
  }, NAVIGATION)
  expect(free.shown).toBeGreaterThan(0)
  expect(free.px).toBeGreaterThanOrEqual(indentPx - 0.5)
  expect(free.px - free.next).toBeLessThan(indentPx + 8)
  brands.patch('velvet', 'config/header.json', { indentPx: 100 })
  await close()
})

function routeOf(path: string): string {
  const rest = path.replace(/^\/en\/?/, '').replace(/\?.*$/, '')
  return Object.keys(ROUTES).find((id) => ROUTES[id as RouteId].path.replace('/:type?', '') === rest) ?? path
}

test.each(['aurora', 'velvet', 'nour'])(
  'the footer of %s carries the small print that the brand names',
  async (brand) => {
    const texts = JSON.parse(readFileSync(`brands/${brand}/locales/en/brand.json`, 'utf8')) as Record<string, string>
    const { body } = await rawAnswer(site, brand, '/en')
    const footer = body.slice(body.indexOf('<footer'), body.indexOf('</footer>'))
    expect(texts['brand.footer_text']).toBeTruthy()
    expect(footer).toContain(texts['brand.footer_text'])
  },
)
