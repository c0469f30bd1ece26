/** Checking a whole site configuration: the generated validator against ajv and zod on the same schema. */
import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { SiteConfig } from '#schemas'
import { createBrandStore } from '#server/site/brands/brand-store.ts'
import { ajvCompiler, CHECKERS, generatedChecker, readSiteSchema, zodConverter } from './config-checkers.ts'
import { interleaved, median, timeBatch } from './loads/samples.ts'
import { createReport, duration, type Report, shortNumber } from './report.ts'

const BRANDS = fileURLToPath(new URL('../../brands', import.meta.url))
const WORKER = fileURLToPath(new URL('./workers/first-check.worker.ts', import.meta.url))
const BRAND = 'aurora'
const RUNS = { rounds: 60, calls: 40, warmUpRounds: 15 }
const COMPILATIONS = 5
const COLD_STARTS = 5
/** The generated code is what ajv would compile: it may not be slower than noise explains. */
const OURS_TO_AJV = 1.25
/** How much of the time that others need the generated code may need. */
const OURS_TO_ZOD = 0.8
const OURS_TO_COMPILATION = 0.1
const OURS_TO_COLD_PEER = 0.8

/** Runs and prints the bench. */
export async function benchConfig(): Promise<Report> {
  const report = createReport()
  const valid = await resolvedConfig()
  const faulty = withFiveFaults(valid)
  report.row(`document: ${BRAND}, resolved`, `${Object.keys(valid).length} sections`, `${bytesOf(valid)} kB of JSON`)
  await benchDocuments(report, { valid, faulty })
  benchColdStarts(report, valid)
  return report
}

async function resolvedConfig(): Promise<SiteConfig> {
  const log = { info: () => undefined, error: (details: object) => console.error(details) }
  const store = createBrandStore({ brandsDir: BRANDS, now: () => performance.now(), log })
  const answer = await store.siteForBrand(BRAND)
  if (answer.status !== 'ok') throw new Error(`the brand ${BRAND} cannot be served: npm run livery -- brand check`)
  return structuredClone(answer.site.config)
}

/** A wrong type, a number out of range, a word that is not in the list, a missing key and an unknown one. */
function withFiveFaults(valid: SiteConfig): unknown {
  const { toto: _missing, ...rest } = structuredClone(valid)
  return {
    ...rest,
    global: { ...rest.global, minimumAge: 'eighteen' },
    coupon: { ...rest.coupon, maximumBets: 10_000 },
    application: { ...rest.application, colourScheme: 'sepia' },
    cuopon: {},
  }
}

async function benchDocuments(report: Report, documents: { valid: SiteConfig; faulty: unknown }): Promise<void> {
  const schema = readSiteSchema()
  const [compile, convert, generated] = await Promise.all([ajvCompiler(), zodConverter(), generatedChecker()])
  const ajv = compile(schema)
  const zod = convert(schema)
  for (const [name, countFaults] of Object.entries({ generated, ajv, zod })) {
    const found = countFaults(documents.faulty)
    report.holds(
      `${name}: takes the valid document, finds five faults (${found})`,
      countFaults(documents.valid) === 0 && found >= 5,
    )
  }
  for (const [kind, document] of Object.entries(documents)) {
    const samples = interleaved(
      { ours: () => generated(document), ajv: () => ajv(document), zod: () => zod(document) },
      RUNS,
    )
    const ours = median(samples.ours)
    for (const [name, values] of Object.entries(samples))
      report.row(`${kind} document: ${name}`, duration(median(values)), `${shortNumber(median(values) / ours)} × ours`)
    report.atMost(`${kind} document: ours to ajv compiled once`, ours / median(samples.ajv), OURS_TO_AJV)
    report.atMost(`${kind} document: ours to zod`, ours / median(samples.zod), OURS_TO_ZOD)
    if (kind === 'valid') benchCompilation(report, ours, { ajv: () => compile(schema), zod: () => convert(schema) })
  }
}

/** What a process pays that prepares the library for every document instead of once. */
function benchCompilation(report: Report, ours: number, preparations: Record<'ajv' | 'zod', () => unknown>): void {
  for (const [name, prepare] of Object.entries(preparations)) {
    const times = Array.from({ length: COMPILATIONS }, () => timeBatch(() => void prepare(), 1))
    report.row(`${name}: compiling the schema`, duration(median(times)), `${shortNumber(median(times) / ours)} × ours`)
    if (name === 'ajv')
      report.atMost('ours to ajv compiled for each document', ours / (median(times) + ours), OURS_TO_COMPILATION)
  }
}

/** From a fresh process to the first verdict: the generated code has to be loaded, the others have to compile. */
function benchColdStarts(report: Report, document: SiteConfig): void {
  const folder = mkdtempSync(join(tmpdir(), 'livery-bench-'))
  const file = join(folder, 'site-config.json')
  writeFileSync(file, JSON.stringify(document))
  try {
    const names = Object.keys(CHECKERS) as (keyof typeof CHECKERS)[]
    const times: Record<keyof typeof CHECKERS, number[]> = { generated: [], ajv: [], zod: [] }
    for (let start = 0; start < COLD_STARTS; start += 1)
      for (const name of names) times[name].push(coldStart(name, file))
    const ours = median(times.generated)
    for (const name of names)
      report.row(
        `first verdict of a process: ${name}`,
        duration(median(times[name])),
        `${shortNumber(median(times[name]) / ours)} × ours`,
      )
    report.atMost('first verdict: ours to ajv', ours / median(times.ajv), OURS_TO_COLD_PEER)
    report.atMost('first verdict: ours to zod', ours / median(times.zod), OURS_TO_COLD_PEER)
  } finally {
    rmSync(folder, { recursive: true })
  }
}

function coldStart(name: string, file: string): number {
  const output = execFileSync(process.execPath, [WORKER, name, file], { encoding: 'utf8' })
  const { microseconds, faults } = JSON.parse(output) as { microseconds: number; faults: number }
  if (faults) throw new Error(`${name} refuses the valid document`)
  return microseconds
}

function bytesOf(document: unknown): string {
  return shortNumber(JSON.stringify(document).length / 1000)
}
