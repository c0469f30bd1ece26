import { readFileSync } from 'node:fs'
import type { Page } from 'playwright'
import { describe, expect, test } from 'vitest'
import { ROUTES } from '#machines/site/routes/routes.ts'
import type { RouteId } from '#schemas'
import { CURRENT_VERSION } from '#server/site/brands/brand-versions.ts'
import { ownSite } from './test-site.ts'
import { knownVisitor, rawAnswer, visibleLinks, visit } from './visitor.ts'
import { axeViolations, hydrated, watchedPage } from './watched-page.ts'

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
/** A tenth of what counts as good: what is left is the exchange of a fallback font by the brand's, which on a busy machine may come
 *  after the question about cookies. */
const SEEN_SHIFT = 0.01
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

/** Velvet with a menu of its own, beside the brands as they are shipped. */
const LONG_MENU = 'velvet-long'

const { site, browser, brands } = await ownSite({
  edit: (brands) => {
    brands.patch(LONG_MENU, 'brand.json', {
      id: LONG_MENU,
      name: 'Velvet',
      extends: 'velvet',
      hosts: [`${LONG_MENU}.example`],
      schemaVersion: CURRENT_VERSION,
      revision: 1,
    })
    brands.patch(LONG_MENU, 'config/header.json', { menu: fourteenEntries(), maxVisibleItems: 9, indentPx: 100 })
  },
})

/** A menu of fourteen pages that there are, between one that this build has no screen for and one that is off. */
function fourteenEntries(): Record<string, unknown> {
  const own = JSON.parse(JSON.stringify(Object.fromEntries(ENTRIES.map((id, index) => [id, entry(id, index)]))))
  const inherited = [
    ...['live', 'sports', 'casino', 'live_casino', 'slots', 'poker', 'other_games'],
    ...['promotions', 'express', 'multi_live', 'results', 'toto', 'lotto', 'bingo', 'lotteries'],
  ]
  const none = entry('not_found', -1)
  return { ...Object.fromEntries(inherited.map((id) => [id, none])), ...own, no_screen: none }
}

function entry(routeId: string, index: number) {
  return { order: 10 * (index + 2), labelKey: 'site.page_rules', routeId }
}

async function horizontalOverflow(page: Page): Promise<number> {
  return page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)
}

/** Home as seen by one visitor who changes the scheme and the width; the address is opened again for each. */
test.each(BRANDS)(
  'A11Y-1, SEC-1: home of $brand in $language, light and dark, narrow and wide: no faults, axe, one language and direction, nothing beyond the side',
  async ({ brand, language, direction }) => {
    const { page, faults, close } = await knownVisitor(browser)
    const html = page.locator('html')
    for (const { scheme, width } of LOOKS) {
      const look = `${scheme} at ${width} px`
      await page.setViewportSize({ width, height: 900 })
      await page.context().addCookies([{ name: 'scheme', value: scheme, url: site.origin(brand) }])
      await page.goto(`${site.origin(brand)}/${language}`)
      await hydrated(page)
      expect(await html.getAttribute('lang'), look).toBe(language)
      expect(await html.getAttribute('dir'), look).toBe(direction)
      expect(await html.getAttribute('data-scheme'), look).toBe(scheme)
      expect(await page.locator('h1').count(), look).toBe(1)
      expect((await page.getByRole('main').innerText()).length, look).toBeGreaterThan(100)
      expect(await horizontalOverflow(page), look).toBe(0)
      expect(await axeViolations(page), look).toEqual([])
      expect(faults(), look).toEqual([])
    }
    await close()
  },
)

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

test('LAYOUT-1: of fourteen entries at most nine are in the header at any width, the others under "More"', async () => {
  const { page, faults, close } = await knownVisitor(browser)
  for (const width of [800, 1024, 1280, 1600, 2200]) {
    const at = `at ${width} px`
    await page.setViewportSize({ width, height: 900 })
    await page.goto(`${site.origin(LONG_MENU)}/en`)
    await hydrated(page)
    const shown = (await visibleLinks(page, NAVIGATION)).map(routeOf)
    expect(shown.length, at).toBeLessThanOrEqual(9)
    await page.getByRole('button', { name: 'More', exact: true }).click()
    const rest = (await visibleLinks(page, 'header [popover]:popover-open')).map(routeOf)
    expect([...shown, ...rest], at).toEqual(ENTRIES)
    expect(await horizontalOverflow(page), at).toBe(0)
    if (width === 2200) expect(shown.length, at).toBe(9)
    expect(await axeViolations(page), at).toEqual([])
    expect(faults(), at).toEqual([])
  }
  await close()
})

test.each([100, 160, 260])('LAYOUT-1: an indent of %d px stays free behind the last entry', async (indentPx) => {
  brands.patch(LONG_MENU, 'config/header.json', { indentPx })
  const { page, close } = await visit(browser, `${site.origin(LONG_MENU)}/en`, {
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
  brands.patch(LONG_MENU, 'config/header.json', { indentPx: 100 })
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
