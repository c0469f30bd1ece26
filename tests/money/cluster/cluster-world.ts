import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createClient } from 'redis'
import type { PlaceBetSelection } from '#schemas'
import { BENCH_BRAND, BENCH_HOST } from '#tools/bench/loads/bench-brand.ts'
import { type ServerData, seedGame } from '#tools/bench/loads/bettors.ts'
import { claimedOwner, STUDIO_ENV, type StudioCaller } from '#tools/bench/loads/studio-caller.ts'
import { type EngineProcess, startEngine } from '#tools/bench/server-process.ts'
import { BINGO_ROOM, DRAW_GAME } from './lottery-players.ts'
import { PROVIDER_ENV } from './price-watchers.ts'
import { startPushService } from './push-readers.ts'
import { type Relay, startRelay } from './relay.ts'

/** A database of Redis that no other test counts in. */
const REDIS_URL = new URL('/12', process.env.REDIS_URL ?? 'redis://127.0.0.1:6379')
export const IS_REQUIRED = process.env.LIVERY_REQUIRE_SERVICES === '1'
const JACKPOT = 'storm'
const CLOCK = new URL('./shifted-clock.ts', import.meta.url).href

/** Empties the database of Redis. @returns whether there is one */
export async function emptyRedis(): Promise<boolean> {
  const client = createClient({ url: REDIS_URL.href, socket: { connectTimeout: 2000, reconnectStrategy: false } })
  client.on('error', () => undefined)
  return client.connect().then(
    async () => {
      await client.flushDb()
      await client.close()
      return true
    },
    () => false,
  )
}

/** A brand whose draws, rounds of bingo and jackpots come often, and whose provider of payments repeats itself. */
function makeBrand(): string {
  const brands = mkdtempSync(join(tmpdir(), 'livery-cluster-'))
  const write = (file: string, content: object) =>
    writeFileSync(join(brands, BENCH_BRAND, file), JSON.stringify(content))
  mkdirSync(join(brands, BENCH_BRAND, 'config'), { recursive: true })
  write('brand.json', {
    ...{ id: BENCH_BRAND, name: 'Nour', extends: '_base', hosts: [BENCH_HOST] },
    ...{ schemaVersion: 2, revision: 1, operator: 'tests' },
  })
  write('config/payments.json', {
    providers: { simulated: { kind: 'simulated', dials: { delayMs: 200, duplicatedPpm: 300_000 } } },
    unknownAskMs: 1000,
    approval: { velocityCount: 0, velocityMinor: 0 },
  })
  const jackpot = {
    ...{ order: 10, name: 'Storm', kind: 'must_drop_amount', contributionPpm: 50_000, reseedPpm: 0, nextPpm: 0 },
    ...{ seedMinor: 100, capMinor: 300, oneInMinor: 0, dropsWithinMs: 0, games: ['mines'], tags: [] },
    ...{ currencies: ['EUR', 'RUB', 'USD'], isOffered: true },
  }
  write('config/casino.json', { jackpots: { [JACKPOT]: jackpot } })
  write('config/lotteries.json', {
    games: { [DRAW_GAME]: { schedule: { everyMinutes: 1 }, closeSeconds: 3, drawsAhead: 3 } },
    bingo: { [BINGO_ROOM]: { saleSeconds: 5, callSeconds: 1 } },
  })
  return brands
}

/** A relay before what a server's address names. @returns with the address through the relay */
async function relayTo(address: string): Promise<{ readonly relay: Relay; readonly url: string }> {
  const url = new URL(address)
  const relay = await startRelay([{ host: url.hostname, port: Number(url.port) }])
  url.host = `127.0.0.1:${relay.port}`
  return { relay, url: url.href }
}

/** What a cluster is started with. */
export interface ClusterOptions {
  readonly processes: number
  /** What PostgreSQL is reached by. */
  readonly databaseUrl: string
  /** Whether the way to PostgreSQL can be cut; it can where its address names one server. */
  readonly isDatabaseCut?: boolean
}

/** Processes of the engine behind a proxy, with an operator, a push service, and ways to their stores that can be cut. */
export interface Cluster {
  readonly engines: readonly EngineProcess[]
  readonly proxy: Relay
  readonly redis: Relay
  readonly database: Relay | null
  readonly owner: StudioCaller
  readonly push: Awaited<ReturnType<typeof startPushService>>
  readonly data: ServerData
  readonly selection: PlaceBetSelection
  /** Sets the clock of the first process so many ms off. */
  readonly shiftClock: (ms: number) => void
  readonly close: () => Promise<void>
}

/** Starts a cluster on an empty database. */
export async function startCluster({ processes, databaseUrl, isDatabaseCut }: ClusterOptions): Promise<Cluster> {
  const brands = makeBrand()
  const folder = mkdtempSync(join(tmpdir(), 'livery-cluster-data-'))
  const data = { dataDir: folder, databaseUrl }
  const clockFile = join(folder, 'clock')
  const selection = await seedGame(data)
  const push = await startPushService()
  const database = isDatabaseCut ? await relayTo(databaseUrl) : null
  const redis = await relayTo(REDIS_URL.href)
  const env = {
    ...PROVIDER_ENV,
    ...STUDIO_ENV,
    // Drafts and documents lie in it, whichever process is asked for them.
    LIVERY_DATA: join(folder, 'shared'),
    DATABASE_URL: database?.url ?? databaseUrl,
    REDIS_URL: redis.url,
    LIVERY_SECRET_KEY: 'A'.repeat(43),
    LIVERY_TRUSTED_PROXIES: '127.0.0.1',
    LIVERY_PUSH_SERVICE: push.origin,
    // All pushes come from one address, in a storm.
    LIVERY_FEED_PUSHES: '100000',
  }
  const clock = { NODE_OPTIONS: `--import ${CLOCK}`, SHIFT_FILE: clockFile }
  const first = await startEngine({ brands, env: { ...env, ...clock } })
  // A later start would make the first owner's link void.
  const studio = { port: first.port, output: first.output }
  const owner = await claimedOwner(studio)
  const others = Array.from({ length: processes - 1 }, () => startEngine({ brands, env }))
  const engines = [first, ...(await Promise.all(others))]
  const proxy = await startRelay(
    engines.map(({ port }) => ({ host: '127.0.0.1', port })),
    '/readyz',
  )
  studio.port = proxy.port
  return {
    ...{ engines, proxy, owner, push, data, selection, redis: redis.relay, database: database?.relay ?? null },
    shiftClock(ms) {
      writeFileSync(clockFile, String(ms))
      process.kill(first.pid, 'SIGUSR2')
    },
    async close() {
      await Promise.all(engines.map((engine) => engine.stop()))
      for (const relay of [proxy, redis.relay, database?.relay]) await relay?.close()
      push.close()
      for (const path of [brands, folder]) rmSync(path, { recursive: true, force: true })
      await emptyRedis()
    },
  }
}
