import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { createClient } from 'redis'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { proveBooks } from '#cli/ledger/ledger-verify.ts'
import type { PlaceBetSelection } from '#schemas'
import { forBrand } from '#server/db/for-brand.ts'
import { throwAwayDatabase } from '#server/db/throw-away-database.test-support.ts'
import { listCurrencyAccounts } from '#server/money/currency-accounts.ts'
import { BENCH_BRAND, BENCH_HOST } from '#tools/bench/loads/bench-brand.ts'
import { type Bettor, newBettor, openBeside, seedGame } from '#tools/bench/loads/bettors.ts'
import { type EngineProcess, startEngine } from '#tools/bench/server-process.ts'
import { readEntries } from './cluster-books.ts'
import { createPlayers, STAKE_MINOR, watchTable } from './cluster-players.ts'
import { checkHistory, checkPrices } from './history-checker.ts'
import { createProvider, findPushed, PROVIDER_ENV, pricesOf, watchPrice } from './price-watchers.ts'
import { type Relay, startRelay } from './relay.ts'

const PROCESSES = 4
const PLAYERS = 3
const WATCHERS = 2
const FUNDS_MINOR = 10_000_000
/** Acts that are answered between two faults. */
const BETWEEN = 6
/** Longer than a lease of a table. */
const PAUSED_MS = 5000
const CUT_MS = 3000
/** Until every payment and round that was left in doubt is known. */
const KNOWN_WITHIN_MS = 90_000
/** What moves players' cash in the storm. */
const MOVED = ['bet-hold', 'payment-deposit', 'payment-hold', 'casino-bet', 'casino-win']
const TIMEOUT_MS = 600_000
/** A database of Redis that no other test counts in. */
const REDIS_URL = new URL('/12', process.env.REDIS_URL ?? 'redis://127.0.0.1:6379')
const isRequired = process.env.LIVERY_REQUIRE_SERVICES === '1'

const place = await throwAwayDatabase()

/** Empties the database of Redis. @returns whether there is one */
async function emptyRedis(): Promise<boolean> {
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

const hasServices = place !== null && (await emptyRedis())

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
  return brands
}

/** A relay before what a server's address names. @returns with the address through the relay */
async function relayTo(address: string): Promise<{ readonly relay: Relay; readonly url: string }> {
  const url = new URL(address)
  const relay = await startRelay([{ host: url.hostname, port: Number(url.port) }])
  url.host = `127.0.0.1:${relay.port}`
  return { relay, url: url.href }
}

describe.skipIf(!isRequired && !hasServices)('four processes behind a proxy', () => {
  const brands = makeBrand()
  const data = { dataDir: mkdtempSync(join(tmpdir(), 'livery-cluster-data-')), databaseUrl: place?.url }
  const engines: EngineProcess[] = []
  const relays: Relay[] = []
  let world: { proxy: Relay; database: Relay; redis: Relay; selection: PlaceBetSelection } | undefined

  beforeAll(async () => {
    await place?.create()
    const selection = await seedGame(data)
    const database = await relayTo(place?.url ?? '')
    const redis = await relayTo(REDIS_URL.href)
    const env = {
      ...PROVIDER_ENV,
      DATABASE_URL: database.url,
      REDIS_URL: redis.url,
      LIVERY_SECRET_KEY: 'A'.repeat(43),
      LIVERY_TRUSTED_PROXIES: '127.0.0.1',
      // All pushes come from one address, in a storm.
      LIVERY_FEED_PUSHES: '100000',
    }
    engines.push(...(await Promise.all(Array.from({ length: PROCESSES }, () => startEngine({ brands, env })))))
    const targets = engines.map(({ port }) => ({ host: '127.0.0.1', port }))
    const proxy = await startRelay(targets, '/readyz')
    relays.push(proxy, database.relay, redis.relay)
    world = { proxy, database: database.relay, redis: redis.relay, selection }
  }, 120_000)
  afterAll(async () => {
    await Promise.all(engines.map((engine) => engine.stop()))
    for (const relay of relays) await relay.close()
    for (const folder of [brands, data.dataDir]) rmSync(folder, { recursive: true, force: true })
    await emptyRedis()
    await place?.leave()
  })

  test('LEDGER-5, OPS-23: killed one by one, paused, and cut off from Redis and PostgreSQL, they have lost no act that was answered, done none twice, and kept the order of each player', {
    timeout: TIMEOUT_MS,
  }, async () => {
    if (!world) throw new Error('the processes are not started')
    const { proxy, database, redis, selection } = world
    const bettors: Bettor[] = []
    for (let player = 0; player < PLAYERS; player += 1) bettors.push(await newBettor(proxy.port, data, FUNDS_MINOR))
    const ids = bettors.map(({ accountId }) => accountId)
    const beside = await openBeside(data)
    const door = forBrand(beside.db, BENCH_BRAND)
    const [account] = await door.transaction((tx) => listCurrencyAccounts(tx, ids[0] ?? 0))
    const players = createPlayers({ port: proxy.port, currency: account?.currency ?? '', selection })
    const provider = createProvider(proxy.port)
    await provider.open()
    const pushed = await findPushed(beside)
    const watchers = Array.from({ length: WATCHERS }, () => watchPrice(proxy.port, pushed))
    const leaveTable = watchTable(proxy.port, 'crash')
    const { acts, readings } = players.record

    const answered = async (more: number) => {
      const former = acts.length
      while (acts.length < former + more) await delay(20)
    }
    const faults = async () => {
      await answered(2 * BETWEEN)
      // Players do not wait for one to be back before the next one dies.
      const starting: Promise<void>[] = []
      for (const engine of engines) {
        starting.push(engine.crash())
        await answered(BETWEEN)
      }
      await Promise.all(starting)
      for (const relay of [redis, database]) {
        relay.cut()
        await delay(CUT_MS)
        relay.mend()
        await answered(BETWEEN)
      }
      const [paused] = engines
      process.kill(paused?.pid ?? 0, 'SIGSTOP')
      await delay(PAUSED_MS)
      process.kill(paused?.pid ?? 0, 'SIGCONT')
      await answered(2 * BETWEEN)
    }
    const end = () => {
      players.end()
      provider.end()
    }
    try {
      await Promise.all([...bettors.flatMap(players.play), provider.run(), faults().finally(end)])
      for (const bettor of bettors) await players.askAgain(bettor, 20)
      leaveTable()
      const inDoubt = () =>
        door.transaction(async (tx) => [
          ...(await tx.select('bet_reservation').select('state').where('state', '=', 'held').execute()),
          ...(await tx.select('casino_round').select('state').where('state', '!=', 'closed').execute()),
          ...(await tx
            .select('payment')
            .select('state')
            .where('state', 'not in', ['succeeded', 'paid', 'failed'] as never)
            .execute()),
        ])
      await expect.poll(inDoubt, { timeout: KNOWN_WITHIN_MS, interval: 200 }).toEqual([])
      const entries = await readEntries(beside, ids)
      const history = { acts, readings, entries, fundsMinor: FUNDS_MINOR }
      expect(checkHistory(history)).toEqual([])
      expect(readings.length).toBeGreaterThan(PROCESSES * BETWEEN)
      expect(entries.map(({ part }) => part.split(' ')[0])).toEqual(expect.arrayContaining(MOVED))
      // The same history would not pass with an act less or an act more.
      const first = acts.find(({ outcome, minor }) => outcome === 'done' && minor === -STAKE_MINOR)
      const doubled = entries.flatMap((entry) => (entry.act === first?.name ? [entry, entry] : [entry]))
      const kindsOf = (changed: typeof entries) =>
        checkHistory({ ...history, entries: changed }).map(({ kind }) => kind)
      expect(kindsOf(entries.filter(({ act }) => act !== first?.name))).toContain('lost')
      expect(kindsOf(doubled)).toContain('doubled')
      const last = provider.acknowledged.at(-1)
      await expect
        .poll(() => watchers.map((watcher) => watcher.last()), { timeout: 20_000 })
        .toEqual(watchers.map(() => last))
      expect(checkPrices(pricesOf(provider.acknowledged, watchers))).toEqual([])
      expect((await proveBooks(beside.db)).brands.flatMap(({ breaks }) => breaks)).toEqual([])
    } finally {
      end()
      leaveTable()
      for (const watcher of watchers) watcher.close()
      await beside.close()
    }
  })
})
