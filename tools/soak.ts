/**
 * npm run soak -- [--minutes N]: what a page and a server hold after minutes of use, 2 by default. A page of Chromium walks from the
 * home page over live and line boards to a page of information and back, with the stream of a simulated feed, while players bet on the
 * server at an even pace. Six readings are taken at the page of information after forced collections, and growth is counted from the
 * second to the last. Exit 1 when it is over the limits, 2 when the command itself is wrong. docs/guides/numbers.md says how to read it.
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { openChromium } from '#stage/drivers/chromium/chromium.ts'
import { BENCH_HOST, BRANDS } from './bench/loads/bench-brand.ts'
import { seedGames } from './bench/loads/bettors.ts'
import { createReport, type Report, shortNumber } from './bench/report.ts'
import { startEngine } from './bench/server-process.ts'
import { buildPages } from './build.ts'
import { inspectProcess, type ProcessMemory } from './soak/process-memory.ts'
import { startBets } from './soak/steady-bets.ts'
import { openTab, type TabMemory } from './soak/watched-tab.ts'

const READINGS = 6
/** Goal of a page that is open for eight hours. */
const GROWTH_PERCENT = 5
const GAMES = 40
const BET_EVERY_MS = 200
const STEPS = ['/en/live', '/en/line', '/en', '/en/live', '/en/information/how-to-bet', '/en/information/main-rules']

interface Reading {
  readonly atMs: number
  readonly tab: TabMemory
  readonly server: ProcessMemory
}

async function main(): Promise<number> {
  const { values } = parseArgs({ options: { minutes: { type: 'string', default: '2' } } })
  const minutes = Number(values.minutes)
  if (!(minutes > 0 && minutes <= 1440)) throw new Error('--minutes takes a number up to 1440, such as --minutes 10')
  await buildPages()
  const report = createReport()
  const readings = await soak(report, minutes * 60_000)
  judge(report, readings)
  return report.brokenLimits.length > 0 ? 1 : 0
}

/** Walks and bets for so long. @returns what was read at even distances, the first once everything was loaded */
async function soak(report: Report, lastsMs: number): Promise<readonly Reading[]> {
  const dataDir = mkdtempSync(join(tmpdir(), 'livery-soak-'))
  const data = { dataDir, databaseUrl: undefined }
  const outcomes = await seedGames(data, GAMES)
  const env = {
    LIVERY_DATA: dataDir,
    LIVERY_FEED: 'simulator',
    LIVERY_TRUSTED_PROXIES: '127.0.0.1',
    NODE_OPTIONS: '--inspect=127.0.0.1:0',
  }
  const engine = await startEngine({ brands: BRANDS, env })
  const browser = await openChromium()
  const closings: (() => unknown)[] = []
  try {
    const server = await inspectProcess(engine.output())
    closings.push(server.close)
    const bets = await startBets(engine.port, data, { outcomes, everyMs: BET_EVERY_MS })
    closings.push(bets.stop)
    const tab = await openTab(browser, `http://${BENCH_HOST}:${engine.port}`, STEPS)
    let steps = await tab.walk()
    const startedAt = performance.now()
    const readings: Reading[] = []
    for (let reading = 0; reading < READINGS; reading += 1) {
      const untilMs = (reading / (READINGS - 1)) * lastsMs
      while (performance.now() - startedAt < untilMs) steps += await tab.walk()
      const atMs = performance.now() - startedAt
      readings.push({ atMs, tab: await tab.read(), server: await server.read() })
      print(report, readings.at(-1))
    }
    await bets.stop()
    const { accepted, others } = bets.count()
    report.row('walked and bet', `${steps} pages`, `${accepted} bets`)
    report.holds('bets were accepted, and no other answer came', accepted > 0 && others === 0)
    for (const fault of tab.faults) console.log(`  ${fault}`)
    report.holds('nothing went wrong on the page', tab.faults.length === 0)
    return readings
  } finally {
    // What went wrong with the bets is reported above, unless something else went wrong before.
    await Promise.allSettled(closings.map(async (close) => close()))
    await browser.close()
    await engine.stop()
    rmSync(dataDir, { recursive: true, force: true })
  }
}

function print(report: Report, reading: Reading | undefined): void {
  if (!reading) return
  const { atMs, tab, server } = reading
  const [mb, at] = [(bytes: number) => `${shortNumber(bytes / 1e6)} MB`, `after ${(atMs / 60_000).toFixed(1)} min`]
  const { listeners, sockets, detached } = tab
  report.row(`${at}: page`, mb(tab.heap), `${listeners} listeners`, `${sockets} sockets`, `${detached} detached`)
  report.row(`${at}: server`, mb(server.heap), `${mb(server.resident)} resident`, `${server.handles} handles`)
}

/** Growth from the second reading, before which the first walks have filled what is kept, to the last. */
function judge(report: Report, readings: readonly Reading[]): void {
  const [from, to] = [readings[1], readings.at(-1)]
  if (!from || !to) throw new Error('there are fewer than two readings')
  const hours = (to.atMs - from.atMs) / 3_600_000
  for (const [name, of] of Object.entries({
    page: (reading: Reading) => reading.tab.heap,
    server: (reading: Reading) => reading.server.heap,
  })) {
    const percent = (of(to) / of(from) - 1) * 100
    report.row(`growth of the ${name}’s heap in an hour`, `${shortNumber(percent / hours)} %`)
    report.atMost(`growth of the ${name}’s heap`, percent, GROWTH_PERCENT, ' %')
  }
  report.atMost('listeners left after boards are closed', to.tab.listeners - from.tab.listeners, 0)
  report.atMost('sockets left after boards are closed', to.tab.sockets - from.tab.sockets, 0)
  report.row('detached nodes more than before', String(to.tab.detached - from.tab.detached))
}

main().then(
  (code) => {
    process.exitCode = code
  },
  (error: Error) => {
    console.error(error.message)
    process.exitCode = 2
  },
)
