/** Ten thousand brands in one process: what they cost before, while and after somebody visits them (OPS-12). */
import { execFile } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { buildPages } from '../build.ts'
import type { BrandsOrder, BrandsResult, MemorySample } from './brands-order.ts'
import { generateBrands } from './loads/generated-brands.ts'
import { median } from './loads/samples.ts'
import { createReport, duration, type Report, shortNumber } from './report.ts'
import { startEngine } from './server-process.ts'

const WORKER = fileURLToPath(new URL('./workers/brands.worker.ts', import.meta.url))
const FEW = 10
const MANY = 10_000
const COUNTS = [FEW, 1000, MANY]
const WARM_UP = FEW
/** So many that what a process grows by once counts for nothing beside what a brand leaves. */
const ACTIVE = 600
const STARTS = 3
/** OPS-12: what may not be passed. A start takes as long with many brands as with few, give or take the noise of starts. */
const IDLE_LIMIT_KB = 5
const LOOKUP_LIMIT_US = 1000
const START_RATIO = 1.25

/** Runs and prints the bench. */
export async function benchBrands(): Promise<Report> {
  const report = createReport()
  await buildPages()
  const root = mkdtempSync(join(tmpdir(), 'livery-bench-'))
  try {
    for (const count of COUNTS) await generateBrands(folderOf(root, count), { count })
    await benchStarts(report, root)
    await benchMemory(report, root)
    await benchScan(report, root)
  } finally {
    rmSync(root, { recursive: true })
  }
  return report
}

const folderOf = (root: string, count: number) => join(root, String(count))
const names = (count: number) => `${count.toLocaleString('en')} brands`

/** Starts of the real server with each number of brands, in turn. The quickest of each counts: noise only ever adds. */
async function benchStarts(report: Report, root: string): Promise<void> {
  const times = new Map(COUNTS.map((count) => [count, [] as number[]]))
  for (let start = 0; start < STARTS; start += 1) {
    for (const [count, startMs] of times) {
      const engine = await startEngine({ brands: folderOf(root, count) })
      startMs.push(engine.startMs)
      await engine.stop()
    }
  }
  const quickest = (count: number) => Math.min(...(times.get(count) ?? []))
  for (const count of COUNTS)
    report.row(
      `start with ${names(count)}`,
      duration(quickest(count) * 1000),
      `${shortNumber(quickest(count) / quickest(FEW))} × ${FEW} brands`,
    )
  report.atMost(`OPS-12 start: ${names(MANY)} to ${FEW}`, quickest(MANY) / quickest(FEW), START_RATIO)
}

async function benchMemory(report: Report, root: string): Promise<void> {
  const few = await inProcess({ brandsDir: folderOf(root, FEW), count: FEW, warmUp: WARM_UP, active: 0 })
  const many = await inProcess({ brandsDir: folderOf(root, MANY), count: MANY, warmUp: WARM_UP, active: ACTIVE })
  const each = (from: MemorySample, to: MemorySample, count: number) => ({
    heap: (to.heap - from.heap) / count / 1000,
    resident: (to.resident - from.resident) / count / 1000,
  })
  const idle = each(few.idle, many.idle, MANY - FEW)
  const active = each(many.idle, many.active, ACTIVE)
  const left = each(many.idle, many.released, ACTIVE)
  for (const [name, { heap, resident }] of Object.entries({ 'never visited': idle, active, 'idle again': left }))
    report.row(`memory of a brand, ${name}`, `heap ${shortNumber(heap)} kB`, `resident ${shortNumber(resident)} kB`)
  report.holds(`${ACTIVE} brands are in memory while they are visited (${many.loaded})`, many.loaded > ACTIVE)
  report.atMost('OPS-12 idle brand, never visited: heap', idle.heap, IDLE_LIMIT_KB, ' kB')
  report.atMost('OPS-12 idle brand, visited before: heap', left.heap, IDLE_LIMIT_KB, ' kB')
  report.atMost('OPS-12 host lookup: p99', many.lookupP99Microseconds ?? Number.NaN, LOOKUP_LIMIT_US, ' µs')
  const [first, again] = [median(many.first), median(many.again)]
  report.row('first page of a brand', duration(first * 1000), `${shortNumber(first / again)} × its second`)
  report.row('second page of a brand', duration(again * 1000))
  report.row(
    'store opened, first host answered',
    duration(many.firstAnswerMs * 1000),
    `${shortNumber(many.firstAnswerMs / few.firstAnswerMs)} × ${FEW} brands`,
  )
}

/** Without the index that commands write, the first look for a host reads every manifest. */
async function benchScan(report: Report, root: string): Promise<void> {
  const brandsDir = folderOf(root, MANY)
  rmSync(join(brandsDir, '.hosts.json'))
  const { firstAnswerMs } = await inProcess({ brandsDir, count: MANY, warmUp: 1, active: 0 })
  report.row('the same without an index of hosts', duration(firstAnswerMs * 1000))
}

async function inProcess(order: BrandsOrder): Promise<BrandsResult> {
  const env = { ...process.env, NODE_ENV: 'production' }
  const run = promisify(execFile)(process.execPath, ['--expose-gc', WORKER, JSON.stringify(order)], { env })
  return JSON.parse((await run).stdout) as BrandsResult
}
