/** Measures one process that serves a directory of brands; needs --expose-gc. One argument: a BrandsOrder as JSON. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { FastifyInstance } from 'fastify'
import pino from 'pino'
import { createServer } from '#server/create-server.ts'
import { openDatabase } from '#server/db/open-database.ts'
import { readEnvironment } from '#server/environment.ts'
import { type BrandStore, createBrandStore } from '#server/site/brands/brand-store.ts'
import { HostDirectory } from '#server/site/brands/host-directory.ts'
import { createIdentity } from '#server/wiring/account/identity.wiring.ts'
import { loadPages } from '#server/wiring/pages/page-bundle.ts'
import { siteHandlers } from '#server/wiring/pages/site.handlers.ts'
import type { BrandsOrder, BrandsResult, MemorySample } from '../brands-order.ts'
import { generatedBrand } from '../loads/generated-brands.ts'
import { quantile } from '../loads/samples.ts'

const IDLE_MS = 60_000
const LOOKUPS = 100_000

const order = JSON.parse(process.argv[2] ?? '') as BrandsOrder
const hostOf = (index: number) => generatedBrand(index, order.count).host
let skippedMs = 0
const now = () => performance.now() + skippedMs

async function memory(): Promise<MemorySample> {
  for (let pass = 0; pass < 4; pass += 1) {
    await new Promise((done) => setTimeout(done, 20))
    globalThis.gc?.()
  }
  const { heapUsed, external, rss } = process.memoryUsage()
  return { heap: heapUsed + external, resident: rss }
}

/** The server as `src/server/main.ts` joins it, but that it listens to nothing. */
async function openServer(brands: BrandStore): Promise<{ app: FastifyInstance; close: () => Promise<void> }> {
  const log = pino({ level: 'silent' })
  const dataDir = mkdtempSync(join(tmpdir(), 'livery-bench-data-'))
  const database = await openDatabase({ dataDir, databaseUrl: undefined, log })
  const identity = createIdentity({ database, brands, log, clock: () => new Date(), keepsSecrets: false })
  const app = await createServer({
    environment: readEnvironment({ LIVERY_MODE: 'production' }),
    log,
    brands,
    pages: await loadPages(),
    handlers: [...siteHandlers(), ...identity.handlers],
    findPlayer: identity.findPlayer,
    outbox: identity.delivery,
    checkReady: async () => undefined,
  })
  const close = async () => {
    await app.close()
    await database.close()
    rmSync(dataDir, { recursive: true })
  }
  return { app, close }
}

/** Asks for a home page. @returns ms until it was whole @throws Error when it is no page */
async function askPage(app: FastifyInstance, host: string): Promise<number> {
  const startedAt = performance.now()
  const answer = await app.inject({ url: '/en', headers: { host, 'accept-encoding': 'identity' } })
  if (answer.statusCode !== 200) throw new Error(`${host} answered ${answer.statusCode}: ${answer.body.slice(0, 500)}`)
  return performance.now() - startedAt
}

/** Times single lookups. @returns µs */
async function lookUp(brandsDir: string): Promise<number[]> {
  const directory = new HostDirectory(brandsDir, now)
  await directory.start()
  const times: number[] = []
  for (let lookup = 0; lookup < LOOKUPS; lookup += 1) {
    const index = (lookup * 7919) % order.count
    const host = hostOf(index)
    const startedAt = process.hrtime.bigint()
    const owner = await directory.ownerOf(host)
    times.push(Number(process.hrtime.bigint() - startedAt) / 1000)
    if (!owner) throw new Error(`${host} has no owner`)
  }
  return times
}

/** Visits brands once or twice each. @returns ms of the first and of the second page of each */
async function visit(app: FastifyInstance, from: number, to: number): Promise<{ first: number[]; again: number[] }> {
  const first: number[] = []
  const again: number[] = []
  for (let index = from; index < to; index += 1) {
    first.push(await askPage(app, hostOf(index)))
    again.push(await askPage(app, hostOf(index)))
  }
  return { first, again }
}

/** Lets the time pass after which a brand that nobody visits is released; a request of the first brand does the sweep. */
async function leaveAlone(app: FastifyInstance): Promise<MemorySample> {
  skippedMs += IDLE_MS * 2
  await askPage(app, hostOf(0))
  return memory()
}

async function measure(): Promise<BrandsResult> {
  const quiet = { info: () => undefined, error: (details: object) => console.error(JSON.stringify(details)) }
  const openedAt = performance.now()
  const brands = createBrandStore({ brandsDir: order.brandsDir, now, log: quiet, idleMs: IDLE_MS })
  const known = await brands.siteForHost(hostOf(0))
  if (known.status !== 'ok') throw new Error(`${hostOf(0)}: ${JSON.stringify(known)}`)
  const firstAnswerMs = performance.now() - openedAt
  const { app, close } = await openServer(brands)
  await visit(app, 0, order.warmUp)
  const idle = await leaveAlone(app)
  const times = await visit(app, order.warmUp, order.warmUp + order.active)
  const active = await memory()
  const loaded = brands.loadedIds().length
  const released = await leaveAlone(app)
  const lookups = order.active ? await lookUp(order.brandsDir) : []
  const lookupP99Microseconds = lookups.length ? quantile(lookups, 0.99) : null
  await close()
  return { firstAnswerMs, idle, active, released, loaded, ...times, lookupP99Microseconds }
}

console.log(JSON.stringify(await measure()))
