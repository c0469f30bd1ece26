/** From the start of the process to its first answer and its first page, on a fresh data folder and on one that was used before,
 *  with the parts that the server logs and the memory that it holds. */
import { readFileSync } from 'node:fs'
import { cpus, totalmem } from 'node:os'
import type { StartParts } from '#server/start-parts.ts'
import { buildPages } from '../build.ts'
import { BRANDS, sendTo } from './loads/bench-brand.ts'
import { median } from './loads/samples.ts'
import { createReport, type Report, shortNumber } from './report.ts'
import { type EngineProcess, startEngine } from './server-process.ts'

const ROUNDS = 3
const FRESH_S = 5
const AGAIN_S = 2.5
const FIRST_PAGE_S = 0.3
const RESIDENT_MB = 450
/** Resident memory is looked at when what a start leaves behind has been collected, in ms. */
const SETTLED_MS = 5000

interface Start {
  readonly readyS: number
  readonly pageS: number
  readonly residentMb: number
  readonly parts: StartParts
}

/** Runs and prints the bench. @throws Error when a server does not come up */
export async function benchStart(): Promise<Report> {
  const report = createReport()
  await buildPages()
  report.row('machine', `${cpus().length} cores`, `${Math.round(totalmem() / 2 ** 30)} GiB`)
  const fresh: Start[] = []
  const again: Start[] = []
  for (let round = 0; round < ROUNDS; round += 1) {
    const engine = await startEngine({ brands: BRANDS, env: { LOG_LEVEL: 'info' } })
    fresh.push(await measureStart(engine))
    await engine.stop()
  }
  const engine = await startEngine({ brands: BRANDS, env: { LOG_LEVEL: 'info' } })
  for (let round = 0; round < ROUNDS; round += 1) {
    await engine.restart()
    again.push(await measureStart(engine))
  }
  await engine.stop()
  printStarts(report, 'fresh folder', fresh, FRESH_S)
  printStarts(report, 'used folder', again, AGAIN_S)
  return report
}

async function measureStart(engine: EngineProcess): Promise<Start> {
  const askedAt = performance.now()
  await sendTo(engine.port, '/en')
  const pageS = (performance.now() - askedAt) / 1000
  await new Promise((done) => setTimeout(done, SETTLED_MS))
  return { readyS: engine.startMs / 1000, pageS, residentMb: residentMb(engine.pid), parts: partsIn(engine.output()) }
}

function printStarts(report: Report, folder: string, starts: readonly Start[], limitS: number): void {
  const of = (value: (start: Start) => number) => median(starts.map(value))
  for (const part of Object.keys(starts[0]?.parts ?? {})) {
    report.row(`${folder}: ${part}`, `${shortNumber(of(({ parts }) => parts[part] ?? 0))} ms`)
  }
  report.atMost(
    `${folder}: ready`,
    of(({ readyS }) => readyS),
    limitS,
    ' s',
  )
  report.atMost(
    `${folder}: the first page after it`,
    of(({ pageS }) => pageS),
    FIRST_PAGE_S,
    ' s',
  )
  report.atMost(
    `${folder}: resident memory`,
    of(({ residentMb: megabytes }) => megabytes),
    RESIDENT_MB,
    ' MB',
  )
}

/** The last parts in a log, since a server that was started again has logged them twice. @throws Error when there are none */
function partsIn(log: string): StartParts {
  const line = log.split('\n').findLast((text) => text.includes('"msg":"ready"'))
  if (!line) throw new Error('the server has not logged that it is ready')
  return (JSON.parse(line) as { ms: StartParts }).ms
}

/** Memory that a process holds, in MB. @throws Error where the system has no /proc */
function residentMb(pid: number): number {
  const kilobytes = /VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]
  return Number(kilobytes) / 1000
}
