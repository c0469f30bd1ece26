import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { PlaceBetSelection } from '#schemas'
import { proveBets } from '#server/betting/bet-proof.ts'
import { forBrand } from '#server/db/for-brand.ts'
import { throwAwayDatabase } from '#server/db/throw-away-database.test-support.ts'
import { listCurrencyAccounts } from '#server/money/currency-accounts.ts'
import { proveLedger } from '#server/money/ledger-proof.ts'
import { provePayments } from '#server/payments/payment-proof.ts'
import { BENCH_BRAND, BENCH_HOST } from '#tools/bench/loads/bench-brand.ts'
import { type Bettor, newBettor, openBeside, seedGame } from '#tools/bench/loads/bettors.ts'
import { type EngineProcess, startEngine } from '#tools/bench/server-process.ts'
import { createStorm, STAKE_MINOR, type StormTold } from './cashier-storm.ts'
import { type FreshServer, startOnFreshData } from './fresh-server.ts'

const isLong = process.env.LIVERY_LONG !== undefined
const KILLS = isLong ? 20 : 2
const TIMEOUT_MS = isLong ? 1_500_000 : 180_000
const FUNDS_MINOR = 100_000_000
const PLAYERS = 3
/** Until every payment that was left in doubt is known: providers are asked after a second, then after two, and so on. */
const KNOWN_WITHIN_MS = 90_000
const OVER = ['succeeded', 'paid', 'failed']

const place = isLong ? await throwAwayDatabase() : null
/** Where it is killed. The embedded database lies in a folder of which one process at a time is the owner: the other one sends its
 *  statements through that process, and becomes the owner when it dies. What was under way then fails, and players insist. Everywhere
 *  webhooks come from outside too, twice and in any order; on PostgreSQL those of withdrawals as well, and before their time. Nearly all of
 *  the time goes to starting again: `npm run test:long -- tests/money/killed-cashier.test.ts` has the built server do it, in half of it. */
const PLACES = [
  { name: 'one process, embedded', server: null, processes: 1 },
  { name: 'two processes, embedded', server: null, processes: 2 },
  ...(place ? [{ name: 'two processes, PostgreSQL', server: place, processes: 2 }] : []),
].slice(0, isLong ? undefined : 1)

/** A brand whose provider is silent at times, repeats itself, and loses and delays what it has to say. */
function unwellBrand(): string {
  const brands = mkdtempSync(join(tmpdir(), 'livery-cashier-'))
  const write = (file: string, content: object) =>
    writeFileSync(join(brands, BENCH_BRAND, file), JSON.stringify(content))
  mkdirSync(join(brands, BENCH_BRAND, 'config'), { recursive: true })
  write('brand.json', {
    ...{ id: BENCH_BRAND, name: 'Nour', extends: '_base', hosts: [BENCH_HOST] },
    ...{ schemaVersion: 2, revision: 1, operator: 'tests' },
  })
  const dials = { delayMs: 200, duplicatedPpm: 300_000, lostPpm: 200_000, silentPpm: 200_000, refusedPpm: 200_000 }
  write('config/payments.json', {
    providers: { simulated: { kind: 'simulated', dials } },
    unknownAskMs: 1000,
    approval: { velocityCount: 0, velocityMinor: 0 },
  })
  return brands
}

describe.each(PLACES)('a cashier under a storm ($name)', ({ name, server, processes: count }) => {
  const brands = unwellBrand()
  const processes: EngineProcess[] = []
  let running: FreshServer | undefined
  let selection: PlaceBetSelection | undefined
  beforeAll(async () => {
    running = await startOnFreshData(
      server,
      async (data) => {
        selection = await seedGame(data)
      },
      brands,
    )
    processes.push(running.engine)
    const { LIVERY_DATA: shared, ...env } = running.env
    // A second one on the same PostgreSQL has a folder of its own.
    const folder = server ? {} : { LIVERY_DATA: shared ?? '' }
    if (count > 1) processes.push(await startEngine({ brands, env: { ...env, ...folder } }))
  }, 180_000)
  afterAll(async () => {
    await processes[1]?.stop()
    await running?.remove()
    rmSync(brands, { recursive: true, force: true })
  })

  test('PAY-10, PAY-11: killed at any moment under payments, webhooks and bets, it has lost none, doubled none and left none behind', {
    timeout: TIMEOUT_MS,
  }, async () => {
    if (!(running && selection)) throw new Error('the server is not started')
    const { data, engine } = running
    const players: Bettor[] = []
    for (let player = 0; player < PLAYERS; player += 1) players.push(await newBettor(engine.port, data, FUNDS_MINOR))
    const any = () => processes[Math.floor(Math.random() * processes.length)] ?? engine
    const currency = await currencyOf(data, players)
    const storm = createStorm({ port: () => any().port, currency, selection })
    const { told } = storm
    const beganAt = performance.now()
    const kills = async () => {
      let former = { begun: told.begun.size, bets: told.bets.size }
      for (let kill = 0; kill < KILLS; kill += 1) {
        while (told.begun.size <= former.begun + PLAYERS || told.bets.size <= former.bets) await delay(20)
        await delay(Math.random() * 800)
        // What comes while one starts again is work between two kills too.
        former = { begun: told.begun.size, bets: told.bets.size }
        // Sometimes all at once, else one while the others continue.
        await Promise.all((kill % 5 === 4 ? processes : [any()]).map((each) => each.crash()))
      }
      await delay(300)
    }
    const [, , , sent] = await Promise.all([
      kills().finally(storm.end),
      Promise.all(players.map(storm.payments)),
      Promise.all(players.map(storm.bets)),
      // The embedded database cannot be asked while its server is away: there only what players did is said.
      storm.webhooks(Buffer.alloc(32), server ? data : undefined),
    ])
    expect(told.begun.size).toBeGreaterThan(KILLS * PLAYERS)
    expect(sent).toBeGreaterThan(KILLS)
    const seconds = Math.round((performance.now() - beganAt) / 1000)
    console.log(
      `${name}: ${KILLS} kills, ${told.begun.size} payments, ${told.bets.size} bets, ${sent} webhooks, ${seconds} s`,
    )
    await nothingIsLost(data, players, told)
  })
})

/** Waits until every payment is known, and holds what is in the books against what players were told. */
async function nothingIsLost(data: FreshServer['data'], players: readonly Bettor[], told: StormTold): Promise<void> {
  const { db, close } = await openBeside(data)
  try {
    const door = forBrand(db, BENCH_BRAND)
    const unsettled = () =>
      door.transaction(async (tx) => [
        ...(await tx
          .select('payment')
          .select(['state', 'payment_id as id'])
          .where('state', 'not in', OVER as never)
          .execute()),
        ...(await tx
          .select('bet_reservation')
          .select(['state', 'reservation_id as id'])
          .where('state', '=', 'held')
          .execute()),
      ])
    await expect.poll(unsettled, { timeout: KNOWN_WITHIN_MS, interval: 500 }).toEqual([])
    const payments = await door.transaction((tx) => tx.select('payment').selectAll('payment').execute())
    expect(new Map(payments.map(({ guid, account_id }) => [guid, account_id]))).toEqual(told.begun)
    const bets = await door.transaction((tx) =>
      tx
        .select('bet')
        .innerJoin('bet_reservation as asked', (join) =>
          join.onRef('asked.brand_id', '=', 'bet.brand_id').onRef('asked.reservation_id', '=', 'bet.reservation_id'),
        )
        .select(['asked.bet_guid as guid', 'bet.account_id as accountId'])
        .execute(),
    )
    expect(new Map(bets.map(({ guid, accountId }) => [guid, accountId]))).toEqual(told.bets)
    expect(bets).toHaveLength(told.bets.size)
    for (const { accountId } of players) {
      const own = payments.filter(({ account_id }) => account_id === accountId)
      const sum = (state: string, of: 'arrived_minor' | 'amount_minor') =>
        own.filter((one) => one.state === state).reduce((total, one) => total + Number(one[of]), 0)
      const staked = bets.filter((bet) => bet.accountId === accountId).length * STAKE_MINOR
      const balanceMinor = FUNDS_MINOR + sum('succeeded', 'arrived_minor') - sum('paid', 'amount_minor') - staked
      const accounts = await door.transaction((tx) => listCurrencyAccounts(tx, accountId))
      expect(accounts).toMatchObject([{ balanceMinor, reservedMinor: 0 }])
    }
    // What the provider's own books say is what the cashier has.
    const provided = await door.transaction((tx) =>
      tx.select('simulated_payment').select(['state', 'reference', 'paid_minor']).execute(),
    )
    const ends = new Map(provided.map(({ reference, ...end }) => [reference, end]))
    for (const { reference, state, direction, arrived_minor: arrived } of payments) {
      const end = ends.get(reference ?? '') ?? { state: 'failed', paid_minor: null }
      expect(end.state).toBe(state === 'failed' ? 'failed' : 'succeeded')
      if (direction === 'deposit' && state === 'succeeded') expect(Number(arrived)).toBe(Number(end.paid_minor))
    }
    const breaks = await door.transaction(async (tx) => [
      ...(await proveLedger(tx)).breaks,
      ...(await provePayments(tx)).breaks,
      ...(await proveBets(tx)).breaks,
    ])
    expect(breaks).toEqual([])
  } finally {
    await close()
  }
}

async function currencyOf(data: FreshServer['data'], [first]: readonly Bettor[]): Promise<string> {
  const { db, close } = await openBeside(data)
  const accounts = await forBrand(db, BENCH_BRAND)
    .transaction((tx) => listCurrencyAccounts(tx, first?.accountId ?? 0))
    .finally(close)
  return accounts[0]?.currency ?? ''
}
