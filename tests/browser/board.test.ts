import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page } from 'playwright'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { preferenceKey } from '#machines/site/consent/stored-keys.rules.ts'
import { ownSite } from './test-site.ts'
import { rawAnswer, visit } from './visitor.ts'
import { axeViolations, hydrated } from './watched-page.ts'

const DAY_MS = 86_400_000
const GAMES = 40

const directory = mkdtempSync(join(tmpdir(), 'livery-board-'))
const { site, browser } = await ownSite({
  edit: (brands) => {
    brands.patch('nour', 'config/betting.json', { views: [0, 1] })
  },
  env: { LIVERY_DATA: join(directory, 'data') },
})
beforeAll(async () => {
  const file = join(directory, 'games.csv')
  writeFileSync(file, season())
  const env = { ...process.env, LIVERY_DATA: join(directory, 'data'), DATABASE_URL: '' }
  execFileSync(process.execPath, ['src/cli/bin.ts', 'feed', 'import', file, '--format', 'football-data'], { env })
})
afterAll(() => rmSync(directory, { recursive: true, force: true }))

/** Games of the days to come: one team at home against one after the other. */
function season(): string {
  const rows = Array.from({ length: GAMES }, (_, index) => {
    const day = new Date(Date.now() + (index + 2) * DAY_MS).toISOString().slice(0, 10).split('-').reverse().join('/')
    return `E0,${day},15:00,Northgate ${index},Harbour ${index},,,,,,,1.80,3.6,4.5,1.9,1.95,-0.5,1.85,1.98`
  })
  return [
    'Div,Date,Time,HomeTeam,AwayTeam,FTHG,FTAG,FTR,HTHG,HTAG,HTR,B365H,B365D,B365A,B365>2.5,B365<2.5,AHh,B365AHH,B365AHA',
    ...rows,
  ].join('\n')
}

test.each([
  ['aurora', 1440],
  ['golaco', 390],
])('by keyboard, the stop after a price in the coupon of %s leads to its stake (%i px)', async (brand, width) => {
  const { page, faults, close } = await visit(
    browser,
    `${site.origin(brand)}/${brand === 'golaco' ? 'pt' : 'en'}/line`,
    {
      viewport: { width, height: 900 },
    },
  )
  const price = page.locator('[data-game] button[data-state=open]').first()
  await price.focus()
  await page.keyboard.press('Enter')
  await expect.poll(() => price.getAttribute('aria-pressed')).toBe('true')
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await page.locator('[data-coupon] input[data-stake]:focus').waitFor()
  expect(faults()).toEqual([])
  await close()
})

test('LAYOUT-9, MATH-1, STORE-1, STORE-2: a board is there before its scripts, draws what is near, and keeps a format', async () => {
  const raw = await rawAnswer(site, 'velvet', '/en/line')
  expect(raw.status).toBe(200)
  expect(raw.body).toContain('Northgate 0')
  const { page, faults, close } = await visit(browser, `${site.origin('velvet')}/en/line`, {
    viewport: { width: 1280, height: 800 },
  })
  const rows = page.locator('[data-game]')
  expect(await rows.count()).toBeLessThan(GAMES)
  // A price is a button once the stream vouches for it, since a bet names the moment at which its price held.
  const first = rows.first().locator('[data-state="open"]').first()
  await expect.poll(() => first.evaluate(({ tagName }) => tagName)).toBe('BUTTON')
  await expect.poll(() => first.innerText()).toContain('1.80')
  await page.getByRole('button', { name: /Odds/ }).click()
  await page.getByRole('button', { name: 'American' }).click()
  await expect.poll(() => first.innerText()).toContain('-125')
  const key = preferenceKey('coefficientFormat')
  expect(await page.evaluate((name) => localStorage.getItem(name), key)).toBe('2')
  await page.reload()
  await expect.poll(() => first.innerText()).toContain('-125')
  await hydrated(page)
  await page.mouse.wheel(0, 20_000)
  await expect.poll(() => page.getByText(`Northgate ${GAMES - 1}`, { exact: true }).count()).toBe(1)
  expect(await axeViolations(page)).toEqual([])
  expect(faults()).toEqual([])
  await close()
})

test('STORE-3: a star keeps a game among the favourites of the line, on a phone too', async () => {
  const { page, faults, close } = await visit(browser, `${site.origin('aurora')}/en/line`, {
    viewport: { width: 390, height: 844 },
    hasTouch: true,
  })
  await page.getByRole('button', { name: 'Favourite: Northgate 0 – Harbour 0' }).tap()
  const kept = await page.evaluate((key) => localStorage.getItem(key), preferenceKey('favorites.sports.line'))
  expect(JSON.parse(kept ?? '{}').games).toHaveLength(1)
  await page.goto(`${site.origin('aurora')}/en/favorites`)
  await page.locator('[data-game]').first().waitFor()
  expect(await page.locator('[data-game]').count()).toBe(1)
  expect(await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)).toBe(0)
  expect(faults()).toEqual([])
  await close()
})

test('the home page shows the games that were starred, and no such block before', async () => {
  const { page, faults, close } = await visit(browser, `${site.origin('aurora')}/en`)
  const block = page
    .locator('main section')
    .filter({ has: page.getByRole('heading', { name: 'Favourites', exact: true }) })
  await page.locator('[data-game] button[data-state="open"]').first().waitFor()
  expect(await block.count()).toBe(0)
  const star = page
    .locator('[data-game]')
    .getByRole('button', { name: /^Favourite: / })
    .first()
  const name = ((await star.getAttribute('aria-label')) ?? '').replace('Favourite: ', '')
  await star.click()
  await block.locator('[data-game]').waitFor()
  expect(await block.getByRole('button', { name: `Favourite: ${name}` }).getAttribute('aria-pressed')).toBe('true')
  await page.reload()
  await block.locator('[data-game]').waitFor()
  await page.locator('section[aria-label="Coupon"]:not([aria-busy])').waitFor()
  expect(await axeViolations(page)).toEqual([])
  await block.getByRole('button', { name: `Favourite: ${name}` }).click()
  await expect.poll(() => block.count()).toBe(0)
  expect(faults()).toEqual([])
  await close()
})

test('the foot of the coupon is in sight before the page is scrolled and after, below a header of one line or two', async () => {
  for (const brand of ['aurora', 'velvet']) {
    const { page, faults, close } = await visit(browser, `${site.origin(brand)}/en/line`, {
      viewport: { width: 1280, height: 800 },
    })
    const rows = page.locator('[data-game]')
    for (const row of [0, 1, 2]) await rows.nth(row).locator('button[data-state="open"]').first().click()
    const button = page.getByRole('region', { name: 'Coupon' }).getByRole('link', { name: 'Sign in' })
    const bottom = () => button.evaluate((foot) => foot.getBoundingClientRect().bottom)
    await expect.poll(bottom, { message: brand }).toBeLessThanOrEqual(800)
    await page.mouse.wheel(0, 600)
    await expect.poll(() => page.evaluate(() => window.scrollY)).toBeGreaterThan(500)
    expect(await bottom(), brand).toBeLessThanOrEqual(800)
    const headerEnd = await page.getByRole('banner').evaluate((header) => header.getBoundingClientRect().bottom)
    const couponTop = await page
      .getByRole('region', { name: 'Coupon' })
      .evaluate((panel) => panel.getBoundingClientRect().top)
    expect(couponTop, brand).toBeGreaterThanOrEqual(headerEnd)
    expect(faults()).toEqual([])
    await close()
  }
})

test('LAYOUT-11, STORE-1: boards have a default view and a compact one, which stays, also before the scripts', async () => {
  const { page, faults, close } = await visit(browser, `${site.origin('velvet')}/en/line`, {
    viewport: { width: 1280, height: 800 },
  })
  const board = page.getByRole('region', { name: 'Sports', exact: true })
  const height = () =>
    board
      .locator('[data-game]')
      .first()
      .evaluate((row) => row.getBoundingClientRect().height)
  const press = async () => {
    await page.getByRole('button', { name: 'Display' }).click()
    await page.getByRole('button', { name: 'Compact rows' }).click()
  }
  const usual = await height()
  await press()
  await expect.poll(height).toBeLessThan(usual)
  const [cookie] = (await page.context().cookies()).filter(({ name }) => name === 'board')
  const raw = await rawAnswer(site, 'velvet', '/en/line', { cookie: `board=${cookie?.value}` })
  expect(raw.body).toContain('data-compact="true"')
  await page.reload()
  await expect.poll(height).toBeLessThan(usual)
  await hydrated(page)
  await press()
  await expect.poll(height).toBe(usual)
  expect(faults()).toEqual([])
  await close()
})

test('STORE-1: five chosen columns fit at 1280 px, seven are offered where they fit, and no page scrolls sideways', async () => {
  const { page, faults, close } = await visit(browser, `${site.origin('velvet')}/en/line`, {
    viewport: { width: 1280, height: 800 },
  })
  const board = page.getByRole('region', { name: 'Sports', exact: true })
  const heads = async () => [
    ...new Set(
      await board
        .getByText(/^(Match result|Total)$/)
        .filter({ visible: true })
        .allInnerTexts(),
    ),
  ]
  await expect.poll(heads).toEqual(['Match result'])
  await page.getByRole('button', { name: 'Display' }).click()
  expect(await page.getByRole('button', { name: '7', exact: true }).count()).toBe(0)
  await page.getByRole('button', { name: '5', exact: true }).click()
  await expect.poll(heads).toEqual(['Match result', 'Total'])
  const name = board.getByText('Northgate 0', { exact: true })
  expect(await name.evaluate((one) => one.getBoundingClientRect().width)).toBeLessThanOrEqual(
    await name.evaluate((one) => one.parentElement?.clientWidth ?? 0),
  )
  for (const width of [320, 390, 768, 1280, 1920]) {
    await page.setViewportSize({ width, height: 800 })
    const root = () => page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)
    expect(await root(), `${width}`).toBe(0)
  }
  await page.getByRole('button', { name: 'Display' }).click()
  await page.getByRole('button', { name: '7', exact: true }).waitFor()
  expect(faults()).toEqual([])
  await close()
})

test('FEED-6: another view of the markets is there as soon as it is chosen', async () => {
  const { page, faults, close } = await visit(browser, `${site.origin('nour')}/en/line`, {
    viewport: { width: 1280, height: 800 },
  })
  const heads = page.getByRole('region', { name: 'Sports', exact: true }).getByText(/^(Match result|Total)$/)
  const shown = async () => [...new Set(await heads.filter({ visible: true }).allInnerTexts())]
  await expect.poll(shown).toEqual(['Match result'])
  await page.getByRole('button', { name: 'Display' }).click()
  await page.getByRole('button', { name: /^Asian/ }).click()
  await expect.poll(shown).toEqual(['Total'])
  expect(faults()).toEqual([])
  await close()
})

test('FEED-20, STORE-1: a pin puts a game in front at once, and it stays there across reloads, also before the scripts', async () => {
  const { page, faults, close } = await visit(browser, `${site.origin('velvet')}/en/line`, {
    viewport: { width: 1280, height: 800 },
  })
  const pin = page.getByRole('button', { name: 'Pin: Northgate 5 – Harbour 5', exact: true })
  await expect
    .poll(() =>
      page
        .locator('[data-game] [data-state="open"]')
        .first()
        .evaluate((cell) => cell.tagName),
    )
    .toBe('BUTTON')
  await pin.click()
  const first = page.locator('[data-game]').first()
  await expect.poll(() => first.innerText()).toContain('Northgate 5')
  expect(await page.getByRole('heading', { name: 'Pinned' }).count()).toBe(1)
  const kept = await page.evaluate((key) => localStorage.getItem(key), preferenceKey('pinnedGames'))
  const gameId = await first.getAttribute('data-game')
  expect(JSON.parse(kept ?? '')).toEqual([Number(gameId)])
  const cookie = `board=p${gameId}`
  const { body } = await rawAnswer(site, 'velvet', '/en/line', { cookie })
  expect(body.indexOf('Northgate 5<')).toBeLessThan(body.indexOf('Northgate 0<'))
  const asked = page.waitForRequest((request) => request.url().includes(`topGames=${gameId}`))
  await page.getByRole('link', { name: 'Football' }).first().click()
  await asked
  await page.reload()
  await expect.poll(() => first.innerText()).toContain('Northgate 5')
  expect(await axeViolations(page)).toEqual([])
  expect(faults()).toEqual([])
  await close()
})

test('the id of a game decides: another slug answers 301 with its own address', async () => {
  const board = await rawAnswer(site, 'velvet', '/web-api/main-line-feed/sport1x2?limit=1')
  const { gameId } = JSON.parse(board.body).items[0]
  const wrong = await rawAnswer(site, 'velvet', `/en/line/1/1/${gameId}-somebody`)
  expect([wrong.status, wrong.headers.location]).toEqual([
    301,
    expect.stringMatching(new RegExp(`^/en/line/1-football/\\d+-premier-league/${gameId}-northgate-0-harbour-0$`)),
  ])
})

test('SPORT-1, FEED-5: the home page shows games before its scripts; then their prices can be pressed', async () => {
  const raw = await rawAnswer(site, 'velvet', '/en')
  expect(raw.body).toContain('Northgate 0')
  const { page, faults, close } = await visit(browser, `${site.origin('velvet')}/en`, {
    viewport: { width: 1280, height: 800 },
  })
  const price = page.locator('[data-game] [data-state="open"]').first()
  await expect.poll(() => price.evaluate(({ tagName }) => tagName)).toBe('BUTTON')
  expect(await page.locator('[data-game]').count()).toBe(4)
  expect(await axeViolations(page)).toEqual([])
  await price.click()
  await expect.poll(() => price.getAttribute('aria-pressed')).toBe('true')
  expect(faults()).toEqual([])
  await close()
})

test('sixteen games on a desktop and six on a phone, one head a sport with three markets, crests, and a price on the first screen of home', async () => {
  const seen = (page: Page) =>
    page.evaluate(() => {
      const bar = document.querySelector('nav[class*=navigation]')?.getBoundingClientRect()
      const lower = bar && bar.height > 0 && bar.top > 0 ? bar.top : innerHeight
      const rows = [...document.querySelectorAll('main [data-game]')]
      return rows.filter((row) => row.getBoundingClientRect().bottom <= lower).length
    })
  for (const brand of ['aurora', 'velvet', 'nour']) {
    const wide = await visit(browser, `${site.origin(brand)}/en/line`, { viewport: { width: 1440, height: 900 } })
    expect(await seen(wide.page), brand).toBeGreaterThanOrEqual(16)
    const markets = wide.page.getByText(/^(Match result|Total|Handicap)$/).filter({ visible: true })
    expect(await markets.count(), brand).toBe(3)
    const row = wide.page.locator('[data-game]').first()
    expect(await row.locator('svg[class*=crest]').count()).toBe(2)
    await wide.page.goto(`${site.origin(brand)}/en`)
    const price = wide.page.locator('main [data-state=open]').first()
    expect(await price.evaluate((one) => one.getBoundingClientRect().bottom), brand).toBeLessThanOrEqual(620)
    expect(wide.faults()).toEqual([])
    await wide.close()
    const phone = await visit(browser, `${site.origin(brand)}/en/line`, {
      viewport: { width: 390, height: 844 },
      hasTouch: true,
      isMobile: true,
    })
    expect(await seen(phone.page), brand).toBeGreaterThanOrEqual(6)
    await phone.close()
  }
})

test('a board is narrowed by country and by start: each choice has an address, and none found leads back to all', async () => {
  const { page, faults, close } = await visit(browser, `${site.origin('velvet')}/en/line/1-football`, {
    viewport: { width: 1280, height: 800 },
  })
  await hydrated(page)
  await page.getByRole('button', { name: 'Filter', exact: true }).click()
  await page.getByRole('link', { name: 'United Kingdom', exact: true }).click()
  await page.waitForURL(/\?country=\d+$/)
  await page.getByRole('button', { name: 'Filter: United Kingdom' }).waitFor()
  await expect.poll(() => page.locator('[data-game]').count()).toBeGreaterThan(0)
  expect(await page.locator('meta[name="robots"]').getAttribute('content')).toContain('noindex')
  await page.getByRole('button', { name: 'Filter: United Kingdom' }).click()
  await page.getByRole('link', { name: 'Within 2 h' }).click()
  await page.waitForURL(/country=\d+&within=2$/)
  await page.getByText('No games for this choice').waitFor()
  expect(await axeViolations(page)).toEqual([])
  await page.getByRole('main').getByRole('link', { name: 'All games' }).click()
  await page.waitForURL(/\/en\/line\/1-football$/)
  await expect.poll(() => page.locator('[data-game]').count()).toBeGreaterThan(0)
  expect(faults()).toEqual([])
  await close()
})
