/** What a feed of 10,000 updates a second costs the page, slowed down four times: ours, a naive React list, TanStack Query (a
 *  dependency of this bench alone: MIT, kept up, without dependencies of others) and bare writes of text, which are the limit. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Browser, Page } from 'playwright'
import { openChromium } from '#stage/drivers/chromium/chromium.ts'
import { buildBenchPage } from './bench-page.ts'
import {
  boardWith,
  channelOf,
  GAMES,
  HOT_CHANNEL,
  HOT_ID,
  type OddsFeed,
  OUTCOMES_A_GAME,
  openOddsFeed,
  outcomeOf,
} from './loads/odds-feed.ts'
import { type MainThread, mainThreadWhile } from './loads/odds-trace.ts'
import { median, quantile } from './loads/samples.ts'
import { createReport, type Report, shortNumber } from './report.ts'

const SLOWED = 4
const ROWS = 60
const ROUNDS = 5
const WARM_UP_MS = 1500
const WATCHED_MS = 3000
const IMAGE_PRICES = 50_000
const FRAME_MS = 1000 / 60
const IMAGE_PATH = '/image'

const FRAME_WORK_MS = 8
const TO_BARE = 1.5
const PIXEL_MS = 50
/** A task that is longer is a long one (Long Tasks API). */
const LONG_TASK_MS = 50
const PAINTS_A_SECOND = 30
const IMAGE_MS = 100
const TO_PARSING = 6
const IMAGE_FRAMES = 2

const NAMES = {
  bare: 'bare writes of text (the limit)',
  ours: 'ours',
  query: 'TanStack Query',
  naive: 'naive React list',
} as const
type ListName = keyof typeof NAMES

/** What a client asks for: every channel there is room for, or what is visible, as the site does. */
const FEEDS = {
  all: { games: GAMES - 1, names: ['bare', 'ours', 'query', 'naive'] },
  visible: { games: ROWS - 1, names: ['bare', 'ours'] },
} as const satisfies Readonly<Record<string, { games: number; names: readonly ListName[] }>>

interface OddsShown {
  readonly painted: readonly (readonly [text: string, atMs: number])[]
  readonly frames: number
  readonly shownPrices: number
  readonly drawn: Readonly<Record<'lists' | 'rows' | 'freshCells' | 'otherCells', number>>
}
interface Round {
  readonly thread: MainThread
  readonly shown: OddsShown
  /** From the frame of the hot price to its picture, ms. */
  readonly pixelMs: readonly number[]
}
interface ImageCost {
  readonly appliedMs: number
  readonly parsedMs: number
  readonly frames: number
}
type BenchPage = Window & {
  readonly mountOdds: (name: string, page: unknown, hotId: number) => Promise<void>
  readonly shownOdds: (name: string, ms: number) => Promise<OddsShown>
  readonly measureImage: (page: unknown, address: string) => Promise<ImageCost>
}

/** Runs and prints the bench. @throws Error without a Chromium */
export async function benchOdds(): Promise<Report> {
  const report = createReport()
  const folder = mkdtempSync(join(tmpdir(), 'livery-bench-odds-'))
  const files = await buildBenchPage('odds', folder)
  const feed = await openOddsFeed((request, answer) =>
    request.url === IMAGE_PATH ? void answer.end(imageText()) : files(request, answer),
  )
  const browser = await openChromium()
  try {
    await printFeed(report, browser, feed, 'all')
    await printFeed(report, browser, feed, 'visible')
    await printImage(report, browser, feed.url)
  } finally {
    await browser.close()
    feed.close()
    rmSync(folder, { recursive: true })
  }
  return report
}

/** Three outcomes each of the first games; the hot one is the first of all. */
function visibleRows(): number[][] {
  return Array.from({ length: ROWS }, (_, row) =>
    [0, 1, 2].map((at) => (row === 0 && at === 0 ? HOT_ID : outcomeOf(row, at))),
  )
}

function imageText(): string {
  const ids = Array.from({ length: IMAGE_PRICES }, (_, at) => outcomeOf(Math.floor(at / 100), at % 100))
  const head = { v: 1, ep: 'image', ch: channelOf(0), seq: 1, prev: 1, pt: 0, t: 'image' }
  return JSON.stringify({ ...head, d: { isUp: true, ...boardWith([HOT_ID, ...ids.slice(1)]) } })
}

async function openSlowed(browser: Browser, url: string, slowed: number): Promise<Page> {
  const page = await browser.newPage()
  await page.goto(url, { waitUntil: 'load' })
  const session = await page.context().newCDPSession(page)
  await session.send('Emulation.setCPUThrottlingRate', { rate: slowed })
  return page
}

async function measureRound(
  browser: Browser,
  feed: OddsFeed & { readonly url: string },
  name: ListName,
  games: number,
): Promise<Round> {
  const page = await openSlowed(browser, feed.url, SLOWED)
  try {
    const channels = [HOT_CHANNEL, ...Array.from({ length: games }, (_, game) => channelOf(game))]
    const order = [name, { channels, rows: visibleRows() }, HOT_ID] as const
    await page.evaluate((given) => (window as unknown as BenchPage).mountOdds(...given), order)
    await page.waitForTimeout(WARM_UP_MS)
    const [thread, shown] = await mainThreadWhile(browser, page, () =>
      page.evaluate((given) => (window as unknown as BenchPage).shownOdds(...given), [name, WATCHED_MS] as const),
    )
    const pixelMs = shown.painted.flatMap(([text, atMs]) => {
      const sentAtMs = feed.sentAtMs.get(text)
      return sentAtMs === undefined ? [] : [atMs - sentAtMs]
    })
    return { thread, shown, pixelMs }
  } finally {
    await page.close()
  }
}

async function printFeed(
  report: Report,
  browser: Browser,
  feed: OddsFeed & { readonly url: string },
  which: keyof typeof FEEDS,
): Promise<void> {
  const { games, names } = FEEDS[which]
  const rounds = new Map<ListName, Round[]>(names.map((name) => [name, []]))
  const [updatesBefore, beganAt] = [feed.updates(), performance.now()]
  for (let round = 0; round < ROUNDS; round += 1)
    for (const name of names) rounds.get(name)?.push(await measureRound(browser, feed, name, games))
  const rate = (feed.updates() - updatesBefore) / ((performance.now() - beganAt) / 1000)
  const share = ((games * OUTCOMES_A_GAME) / (GAMES * OUTCOMES_A_GAME)) * rate
  report.row(`${which}: ${shortNumber(games * OUTCOMES_A_GAME)} outcomes`, `${shortNumber(share)} updates/s`)
  const work = (name: ListName, part: number) =>
    median((rounds.get(name) ?? []).map(({ thread }) => quantile(thread.frameMs, part)))
  const total = (name: ListName) =>
    median((rounds.get(name) ?? []).map(({ thread: { frameMs } }) => sum(frameMs) / frameMs.length))
  for (const name of names) {
    const pixel = (part: number) => pixelMs(rounds.get(name) ?? [], part)
    report.row(
      `${which}: ${NAMES[name]}`,
      `work ${shortNumber(total(name))} ms/frame`,
      `p95 ${shortNumber(work(name, 0.95))} ms`,
      `pixel ${shortNumber(pixel(0.5))} ms`,
      `p99 ${shortNumber(pixel(0.99))} ms`,
      `${shortNumber(total(name) / total('bare'))} × the limit`,
    )
  }
  const ratio = total('ours') / total('bare')
  judge(report, which, { ours: rounds.get('ours') ?? [], bare: rounds.get('bare') ?? [], ratio })
}

/** From the wire to the pixel, in the middle round; infinite where a list painted nothing. */
const pixelMs = (rounds: readonly Round[], part: number) =>
  median(rounds.map(({ pixelMs: times }) => (times.length > 0 ? quantile(times, part) : Number.POSITIVE_INFINITY)))

/** What a machine of our goals does in a time, and one that is slower in as much more as the bare writes take on it. */
const within = (goal: number, bare: number) => Math.max(goal, bare * TO_BARE)

function judge(
  report: Report,
  which: string,
  { ours, bare, ratio }: { readonly ours: readonly Round[]; readonly bare: readonly Round[]; readonly ratio: number },
): void {
  const all = (part: (round: Round) => number) => sum(ours.map(part))
  const work = (rounds: readonly Round[]) => median(rounds.map(({ thread }) => quantile(thread.frameMs, 0.95)))
  const longest = (rounds: readonly Round[]) => median(rounds.map(({ thread }) => thread.longestMs))
  const paints = (rounds: readonly Round[]) =>
    median(rounds.map(({ shown }) => shown.painted.length / (WATCHED_MS / 1000)))
  report.atMost(`${which}: our work in a frame, 95 % within`, work(ours), within(FRAME_WORK_MS, work(bare)), ' ms')
  report.atMost(`${which}: our work to the limit's`, ratio, TO_BARE)
  report.atMost(`${which}: our longest task`, longest(ours), within(LONG_TASK_MS, longest(bare)), ' ms')
  for (const [name, part, goal] of [
    ['middle', 0.5, FRAME_MS],
    ['99 % within', 0.99, PIXEL_MS],
  ] as const) {
    const limit = within(goal, pixelMs(bare, part))
    report.atMost(`${which}: from the wire to the pixel, ${name}`, pixelMs(ours, part), limit, ' ms')
  }
  const enough = Math.min(PAINTS_A_SECOND, paints(bare) / TO_BARE)
  report.atLeast(`${which}: a price of 100 updates a second is painted`, paints(ours), enough, '/s')
  report.atMost(
    `${which}: lists and rows drawn`,
    all(({ shown: { drawn } }) => drawn.lists + drawn.rows),
    0,
  )
  report.atMost(
    `${which}: prices drawn for each that changed`,
    all(({ shown }) => shown.drawn.freshCells) / all(({ shown }) => shown.shownPrices),
    1,
  )
  report.row(`${which}: prices drawn as their movement faded`, shortNumber(all(({ shown }) => shown.drawn.otherCells)))
}

async function printImage(report: Report, browser: Browser, url: string): Promise<void> {
  for (const slowed of [1, SLOWED]) {
    const costs: ImageCost[] = []
    for (let round = 0; round < ROUNDS; round += 1) {
      const page = await openSlowed(browser, url, slowed)
      const order = [{ channels: [channelOf(0)], rows: visibleRows() }, IMAGE_PATH] as const
      costs.push(await page.evaluate((given) => (window as unknown as BenchPage).measureImage(...given), order))
      await page.close()
    }
    const middle = (of: keyof ImageCost) => median(costs.map((cost) => cost[of]))
    const name = `an image of ${shortNumber(IMAGE_PRICES)} prices${slowed === 1 ? '' : `, slowed ${slowed} times`}`
    report.row(
      `${name}: applied`,
      `${shortNumber(middle('appliedMs'))} ms`,
      `parsing alone ${shortNumber(middle('parsedMs'))} ms`,
      `${shortNumber(median(costs.map(({ appliedMs, parsedMs }) => appliedMs / parsedMs)))} × parsing`,
    )
    const limit = Math.max(IMAGE_MS, middle('parsedMs') * TO_PARSING)
    if (slowed === 1) report.atMost(`${name}: applied within`, middle('appliedMs'), limit, ' ms')
    report.atMost(`${name}: frames until all is shown`, middle('frames'), IMAGE_FRAMES)
  }
}

const sum = (numbers: readonly number[]) => numbers.reduce((total, number) => total + number, 0)
