/** What a lobby of 5,000 games costs: the answers of the server, the first row on the page, scrolling through all of them on a processor
 *  that is slowed down four times, and the page of a game. The peer of the answers is a lobby with the games of the engine alone. */
import type { Browser, Page } from 'playwright'
import { openChromium } from '#stage/drivers/chromium/chromium.ts'
import { buildPages } from '../build.ts'
import { type CatalogueSite, startCatalogueSite } from './loads/catalogue-site.ts'
import { mainThreadWhile } from './loads/odds-trace.ts'
import { PHONE } from './loads/phone.ts'
import { median, quantile } from './loads/samples.ts'
import { createReport, type Report, shortNumber } from './report.ts'

const GAMES = 5000
const SLOWED = 4
const ASKED = 150
const WARM_UP = 30
const ROUNDS = 3
const FULL = 'velvet'
const SMALL = 'aurora'
const LOBBY = '/web-api/service-api/gamespreview'
const CALLS = {
  'the rows of the lobby': `${LOBBY}/GetGamesActions?page=casino`,
  'what a word finds': `${LOBBY}/GetGamesPreviewLight?text=dragon`,
  'the last games by name': `${LOBBY}/GetGamesPreviewLight?sort=name&offset=4900`,
} as const

const ANSWER_P99_MS = 50
const FIRST_ROW_MS = 3000
/** A task that is longer is a long one (Long Tasks API). */
const LONG_TASK_MS = 50
const GAME_PAGE_KB = 200
const STEP_MS = 16
const SETTLED_MS = 4000
/** As far and as fast as a finger moves a long list. */
const FLING = { pixels: 24_000, pixelsASecond: 6000 }
const TURNS = 4000

/** Runs and prints the bench. @throws Error without a Chromium */
export async function benchLobby(): Promise<Report> {
  const report = createReport()
  await buildPages()
  const site = await startCatalogueSite([FULL], GAMES)
  const browser = await openChromium()
  try {
    for (const [name, path] of Object.entries(CALLS)) await measureAnswers(report, site, name, path)
    await measureFirstRow(report, browser, `${site.origin(FULL)}/en/casino`)
    await measureScroll(report, browser, `${site.origin(FULL)}/en/casino?sort=name`)
    await measureGamePage(report, browser, `${site.origin(FULL)}/en/casino/game/roulette`)
  } finally {
    await browser.close()
    await site.stop()
  }
  return report
}

async function measureAnswers(report: Report, { port }: CatalogueSite, name: string, path: string): Promise<void> {
  const times = async (brand: string) => {
    const samples: number[] = []
    for (let at = -WARM_UP; at < ASKED; at += 1) {
      const begunAt = performance.now()
      const status = await ask(port, `${brand}.localhost`, path)
      if (status !== 200) throw new Error(`${path} answered ${status}`)
      if (at >= 0) samples.push(performance.now() - begunAt)
    }
    return samples
  }
  const [full, small] = [await times(FULL), await times(SMALL)]
  report.row(
    name,
    `p50 ${shortNumber(median(full))} ms`,
    `${shortNumber(median(full) / median(small))} × own games alone`,
  )
  report.atMost(`${name}: p99`, quantile(full, 0.99), ANSWER_P99_MS, ' ms')
}

async function ask(port: number, host: string, path: string): Promise<number> {
  const { request } = await import('node:http')
  return new Promise((done, fail) => {
    request({ host: '127.0.0.1', port, path, headers: { host } }, (answer) => {
      answer.resume().on('end', () => done(answer.statusCode ?? 0))
    })
      .on('error', fail)
      .end()
  })
}

/** A page of a fresh visitor on the slowed processor. */
async function slowedPage(browser: Browser): Promise<Page> {
  const context = await browser.newContext(PHONE)
  const page = await context.newPage()
  const session = await context.newCDPSession(page)
  await session.send('Emulation.setCPUThrottlingRate', { rate: SLOWED })
  return page
}

async function measureFirstRow(report: Report, browser: Browser, address: string): Promise<void> {
  const samples: number[] = []
  for (let round = 0; round < ROUNDS; round += 1) {
    const page = await slowedPage(browser)
    await page.goto(address, { waitUntil: 'commit' })
    // The frame after the one in which the tile is there: by then it is painted.
    const paintedMs = await page.evaluate(
      () =>
        new Promise<number>((done) => {
          const look = () => {
            if (document.querySelector('main li article'))
              requestAnimationFrame(() => requestAnimationFrame(() => done(performance.now())))
            else requestAnimationFrame(look)
          }
          look()
        }),
    )
    samples.push(paintedMs)
    await page.context().close()
  }
  report.atMost(`the first row is painted, slowed ${SLOWED} times`, median(samples), FIRST_ROW_MS, ' ms')
}

async function measureScroll(report: Report, browser: Browser, address: string): Promise<void> {
  const page = await slowedPage(browser)
  await page.goto(address, { waitUntil: 'networkidle' })
  // What the page does by itself once it stands is not the list's.
  await page.waitForTimeout(SETTLED_MS)
  const lastSeen = () =>
    page.evaluate(() =>
      Number([...document.querySelectorAll('main li[aria-posinset]')].at(-1)?.getAttribute('aria-posinset')),
    )
  const fling = async () => {
    await page.evaluate(
      ({ pixels, pixelsASecond }) =>
        new Promise<void>((done) => {
          const begunAt = performance.now()
          const from = window.scrollY
          const move = () => {
            const passed = ((performance.now() - begunAt) / 1000) * pixelsASecond
            window.scrollTo(0, from + passed)
            if (passed < pixels) requestAnimationFrame(move)
            else done()
          }
          requestAnimationFrame(move)
        }),
      FLING,
    )
    return lastSeen()
  }
  const [main, passed] = await mainThreadWhile(browser, page, fling)
  report.row(
    'games passed in a fling',
    String(passed),
    `p99 of a frame ${shortNumber(quantile(main.frameMs, 0.99))} ms`,
  )
  report.atMost(`the longest task of the fling, slowed ${SLOWED} times`, main.longestMs, LONG_TASK_MS, ' ms')
  let last = passed
  for (let turn = 0; turn < TURNS && last < GAMES; turn += 1) {
    await page.evaluate(() => window.scrollBy(0, 3000))
    await page.waitForTimeout(STEP_MS)
    if (turn % 10 === 0) last = await lastSeen()
  }
  report.holds(`${GAMES} games are scrolled through`, last >= GAMES)
  report.row('games in the document at the end', String(await page.locator('main li[aria-posinset]').count()))
  await page.context().close()
}

/** What the page of a game asks for first, compressed as it travels, and what the game itself adds when it is opened. */
async function measureGamePage(report: Report, browser: Browser, address: string): Promise<void> {
  const context = await browser.newContext(PHONE)
  const page = await context.newPage()
  const session = await context.newCDPSession(page)
  await session.send('Network.enable')
  const [sizes, names] = [new Map<string, number>(), new Map<string, string>()]
  session.on('Network.requestWillBeSent', ({ requestId, request }) => names.set(requestId, request.url))
  session.on('Network.loadingFinished', ({ requestId, encodedDataLength }) =>
    sizes.set(names.get(requestId) ?? '', encodedDataLength),
  )
  const sum = (urls: Iterable<string>) => [...urls].reduce((all, url) => all + (sizes.get(url) ?? 0), 0) / 1000
  const answer = await page.goto(address, { waitUntil: 'networkidle' })
  const links = [...((await answer?.text()) ?? '').matchAll(/(?:src|href)="(\/assets\/[^"]+\.(js|css))"/g)]
  const of = (ending: string) =>
    new Set(links.flatMap(([, path = '', kind]) => (kind === ending ? [new URL(path, address).href] : [])))
  report.atMost('scripts that the page of a game asks for first', sum(of('js')), GAME_PAGE_KB, ' kB')
  report.row('its document and styles', `${shortNumber(sum([address, ...of('css')]))} kB`)
  const before = new Set(sizes.keys())
  await page.getByRole('button', { name: 'Play for fun' }).click()
  await page.getByRole('button', { name: /^Play · |^Put a chip/ }).waitFor()
  await page.waitForLoadState('networkidle')
  report.row('the game itself', `${shortNumber(sum([...sizes.keys()].filter((url) => !before.has(url))))} kB`)
  await context.close()
}
