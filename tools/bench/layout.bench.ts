/** What a player sees first and how far it is to a bet, in each shipped brand, at the width of a desktop and of a phone: games on the
 *  first screen, the first price, the height of what is not a game, presses and keys to a placed bet, shifts and requests. */
import { execFileSync } from 'node:child_process'
import type { Browser, BrowserContextOptions, Page } from 'playwright'
import { preferenceKey } from '#machines/site/consent/stored-keys.rules.ts'
import { openChromium } from '#stage/drivers/chromium/chromium.ts'
import { buildPages } from '../build.ts'
import { type Path, pathByKeys, pathByPresses } from './loads/bet-path.ts'
import { measureScreen, type Screen, watchShifts } from './loads/first-screen.ts'
import { liveGames } from './loads/live-games.ts'
import { PHONE } from './loads/phone.ts'
import { createReport, type Report, shortNumber } from './report.ts'
import { type EngineProcess, startEngine } from './server-process.ts'

const BRANDS = ['aurora', 'velvet', 'nour', 'golaco', 'fairmile'] as const
type Brand = (typeof BRANDS)[number]
/** The language measured: English where the brand has it. */
const LANGUAGES: Partial<Record<Brand, string>> = { golaco: 'pt' }
/** A brand in which anybody registers by one click, with money of its currency to bet with, in minor units. */
const ONE_CLICK = { aurora: { currency: 'KZT', minor: 5_000_000 } } as const
const DESKTOP = { width: 1440, height: 900 }
const PAGES = { home: '', line: '/line', live: '/live' } as const
const LINE = { offline: false, latency: 300, downloadThroughput: 400_000 / 8, uploadThroughput: 400_000 / 8 }
const LIVE_PRICE = 'button[data-state=open][aria-pressed]'
const SETTLED_MS = 1500

/** What is wanted (SPORT-17, BET-25). */
const WANTED = {
  homePricePx: 620,
  desktopGames: 16,
  phoneGames: 6,
  /** Three of the result, two of the total, two of the handicap. */
  desktopPrices: 7,
  phoneChromePx: 200,
  desktopGamePricePx: 360,
  phoneGamePricePx: 420,
  presses: 3,
  keys: 25,
  requests: 25,
  shift: 0.01,
} as const

/** Runs and prints the bench. @throws Error without a Chromium, or when the simulator brings no games within a minute */
export async function benchLayout(): Promise<Report> {
  const report = createReport()
  await buildPages()
  const engine = await startEngine({ env: { LIVERY_FEED: 'simulator', LIVERY_MODE: 'development' } })
  const browser = await openChromium()
  const origin = (brand: Brand) => `http://${brand}.localhost:${engine.port}/${LANGUAGES[brand] ?? 'en'}`
  try {
    await liveGames(browser, `${origin(BRANDS[0])}${PAGES.live}`)
    for (const brand of BRANDS) {
      await measureDesktop(report, browser, brand, origin(brand))
      await measurePhone(report, browser, brand, origin(brand))
      await measureGame(report, browser, brand, origin(brand))
      report.atMost(
        `${brand}: requests to a live price, slow`,
        await slowRequests(browser, origin(brand)),
        WANTED.requests,
      )
    }
    for (const [brand, money] of Object.entries(ONE_CLICK)) await measureBets(report, browser, brand, engine, money)
  } finally {
    await browser.close()
    await engine.stop()
  }
  return report
}

/** A page of somebody who has answered the question about cookies. */
async function knownPage(browser: Browser, options: BrowserContextOptions): Promise<Page> {
  const context = await browser.newContext(options)
  const page = await context.newPage()
  await page.addInitScript((key) => {
    if (location.protocol !== 'about:')
      localStorage.setItem(key, JSON.stringify({ level: 0, givenAtMs: 1_700_000_000_000, version: '1' }))
  }, preferenceKey('cookieConsent'))
  await watchShifts(page)
  return page
}

async function screenOf(browser: Browser, address: string, options: BrowserContextOptions): Promise<Screen> {
  const page = await knownPage(browser, options)
  await page.goto(address, { waitUntil: 'networkidle' }).catch(() => page.waitForTimeout(SETTLED_MS))
  await page.waitForTimeout(SETTLED_MS)
  const screen = await measureScreen(page)
  await page.context().close()
  return screen
}

async function measureDesktop(report: Report, browser: Browser, brand: string, origin: string): Promise<void> {
  for (const [name, path] of Object.entries(PAGES)) {
    const of = `${brand} ${name}, ${DESKTOP.width}`
    const screen = await screenOf(browser, origin + path, { viewport: DESKTOP })
    report.row(of, `first game y ${shortNumber(screen.firstGamePx)}`, `row ${shortNumber(screen.rowPx)} px`)
    if (name === 'home') {
      report.row(`${of}: games on the first screen`, String(screen.games))
      report.atMost(`${of}: y of the first price`, screen.firstPricePx, WANTED.homePricePx, ' px')
    } else {
      report.atLeast(`${of}: games that the first screen has room for`, screen.games, WANTED.desktopGames)
      report.atLeast(`${of}: prices a row`, screen.pricesARow, WANTED.desktopPrices)
    }
    report.atMost(`${of}: layout shift`, screen.shift, WANTED.shift)
  }
}

async function measurePhone(report: Report, browser: Browser, brand: string, origin: string): Promise<void> {
  for (const [name, path] of Object.entries(PAGES)) {
    const of = `${brand} ${name}, ${PHONE.viewport.width}`
    const screen = await screenOf(browser, origin + path, PHONE)
    report.row(of, `header and bar ${shortNumber(screen.fixedPx)} px`, `row ${shortNumber(screen.rowPx)} px`)
    if (name === 'home') {
      report.row(`${of}: games on the first screen`, String(screen.games))
      report.atMost(`${of}: y of the first price`, screen.firstPricePx, WANTED.homePricePx, ' px')
    } else {
      report.atLeast(`${of}: games that the first screen has room for`, screen.games, WANTED.phoneGames)
      report.atMost(`${of}: chrome before the first game`, screen.firstGamePx, WANTED.phoneChromePx, ' px')
    }
    report.atMost(`${of}: layout shift`, screen.shift, WANTED.shift)
  }
}

/** The page of a live game of football: how far down its first price is. */
async function measureGame(report: Report, browser: Browser, brand: string, origin: string): Promise<void> {
  const page = await knownPage(browser, { viewport: DESKTOP })
  await page.goto(`${origin}${PAGES.live}/1`, { waitUntil: 'networkidle' }).catch(() => null)
  const path = await page.locator('main [data-game] a[href*="/live/1-"]').first().getAttribute('href')
  await page.context().close()
  if (path === null) throw new Error(`${brand} shows no live game of football to measure`)
  const game = new URL(path, origin).href
  const of = `${brand} live game`
  const wide = await screenOf(browser, game, { viewport: DESKTOP })
  report.atMost(`${of}, ${DESKTOP.width}: y of the first price`, wide.firstPricePx, WANTED.desktopGamePricePx, ' px')
  const narrow = await screenOf(browser, game, PHONE)
  report.atMost(
    `${of}, ${PHONE.viewport.width}: y of the first price`,
    narrow.firstPricePx,
    WANTED.phoneGamePricePx,
    ' px',
  )
}

/** Requests of a phone with an empty cache until a price of the live board can be pressed, on a slow line. */
async function slowRequests(browser: Browser, origin: string): Promise<number> {
  const page = await knownPage(browser, PHONE)
  const session = await page.context().newCDPSession(page)
  await session.send('Network.enable')
  await session.send('Network.emulateNetworkConditions', LINE)
  let requests = 0
  session.on('Network.requestWillBeSent', () => (requests += 1))
  await page.goto(origin + PAGES.live, { waitUntil: 'commit', timeout: 90_000 })
  await page.locator(LIVE_PRICE).first().waitFor({ timeout: 90_000 })
  const count = requests
  await page.context().close()
  return count
}

interface Money {
  readonly currency: string
  readonly minor: number
}

/** From the home page of a player with money to a placed bet: by presses on both widths, and by keys. */
async function measureBets(report: Report, browser: Browser, brand: string, engine: EngineProcess, money: Money) {
  const origin = `http://${brand}.localhost:${engine.port}`
  const page = await knownPage(browser, { viewport: DESKTOP })
  await page.goto(`${origin}/en/registration/fast_reg`, { waitUntil: 'networkidle' })
  await page.getByLabel(/minimum age/).check()
  await page.getByLabel(/I have read/).check()
  await page.getByRole('button', { name: 'Create account' }).click()
  const dialog = page.getByRole('dialog', { name: 'Your account is ready' })
  await dialog.waitFor()
  const account = (await dialog.locator('dd').first().textContent()) ?? ''
  const { currency, minor } = money
  const to = ['--brand', brand, '--account', account, '--currency', currency, `--minor=${minor}`]
  const words = ['ledger', 'correct', ...to, '--reference', `bench-${account}`, '--reason', 'to bet with']
  execFileSync(process.execPath, ['src/cli/bin.ts', ...words], { env: { ...process.env, ...engine.storage } })
  const say = (way: string, path: Path, limit: number) => {
    report.row(`${brand}: ${way}`, path.steps.join(', '))
    report.atMost(`${brand}: ${way} from home to a placed bet`, path.count, limit)
  }
  await page.goto(`${origin}/en`, { waitUntil: 'networkidle' })
  say('presses', await pathByPresses(page), WANTED.presses)
  await page.setViewportSize(PHONE.viewport)
  await page.goto(`${origin}/en`, { waitUntil: 'networkidle' })
  say('presses on a phone', await pathByPresses(page), WANTED.presses + 1)
  await page.setViewportSize(DESKTOP)
  await page.goto(`${origin}/en`, { waitUntil: 'networkidle' })
  say('keys', await pathByKeys(page), WANTED.keys)
  await page.context().close()
}
