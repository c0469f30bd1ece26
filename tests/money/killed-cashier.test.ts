import { randomUUID } from 'node:crypto'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { PaymentCard, PaymentWay } from '#schemas'
import { forBrand } from '#server/db/for-brand.ts'
import { throwAwayDatabase } from '#server/db/throw-away-database.test-support.ts'
import { listCurrencyAccounts } from '#server/money/currency-accounts.ts'
import { proveLedger } from '#server/money/ledger-proof.ts'
import { provePayments } from '#server/payments/payment-proof.ts'
import { BENCH_BRAND, BENCH_HOST } from '#tools/bench/loads/bench-brand.ts'
import { type Bettor, newBettor, openBeside, send } from '#tools/bench/loads/bettors.ts'
import { type FreshServer, startOnFreshData } from './fresh-server.ts'

const isLong = process.env.LIVERY_LONG !== undefined
const KILLS = isLong ? 20 : 2
const TIMEOUT_MS = isLong ? 900_000 : 180_000
const FUNDS_MINOR = 100_000_000
const PLAYERS = 3
/** Until every payment that was left in doubt is known: providers are asked after a second, then after two, and so on. */
const KNOWN_WITHIN_MS = 90_000
const OVER = ['succeeded', 'paid', 'failed']

const place = isLong ? await throwAwayDatabase() : null
const engines: ['embedded' | 'PostgreSQL', typeof place][] = [['embedded', null]]
if (place) engines.push(['PostgreSQL', place])

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

describe.each(engines)('a server that takes payments (%s)', (_, server) => {
  const brands = unwellBrand()
  let running: FreshServer | undefined
  beforeAll(async () => {
    running = await startOnFreshData(server, undefined, brands)
  }, 120_000)
  afterAll(async () => {
    await running?.remove()
    rmSync(brands, { recursive: true, force: true })
  })

  test('PAY-10, PAY-11: killed at any moment under a storm of payments, it has lost none, doubled none and left none behind', {
    timeout: TIMEOUT_MS,
  }, async () => {
    if (!running) throw new Error('the server is not started')
    const { engine, data } = running
    const payers: Bettor[] = []
    for (let player = 0; player < PLAYERS; player += 1) payers.push(await newBettor(engine.port, data, FUNDS_MINOR))
    const currency = await currencyOf(data, payers)
    let isOver = false
    const begun = new Map<string, number>()
    /** Sends the same until there is an answer, however often the server dies meanwhile. */
    const insist = async (path: string, headers: Readonly<Record<string, string>>, body: object) => {
      for (;;) {
        const answer = await send(engine.port, path, { method: 'POST', headers, body }).catch(() => null)
        if (answer && answer.status < 500) return answer
        await delay(50)
      }
    }
    const pay = async ({ cookie, accountId }: Bettor, direction: PaymentWay) => {
      const wish = {
        guid: randomUUID(),
        methodId: 'card',
        currency,
        amount: direction === 'deposit' ? 200 : 100,
        fields: {},
      }
      const answer = await insist(`/web-api/payments/${direction}`, { cookie }, wish)
      if (answer.status !== 200) throw new Error(`the payment was answered with ${answer.status}: ${answer.body}`)
      const { id, redirectUrl } = JSON.parse(answer.body) as PaymentCard
      begun.set(wish.guid, accountId)
      // A page that the provider was silent about is found by its player once it has been asked.
      const page = direction === 'deposit' ? (redirectUrl ?? (await pageOf(cookie, id))) : null
      if (page) await payAt(page)
    }
    const pageOf = async (cookie: string, id: number): Promise<string | null> => {
      for (;;) {
        const answer = await send(engine.port, `/web-api/payments/payment?payment_id=${id}`, {
          headers: { cookie },
        }).catch(() => null)
        const { redirectUrl, state } = answer?.status === 200 ? (JSON.parse(answer.body) as PaymentCard) : {}
        if (redirectUrl) return redirectUrl
        // Killed before its provider heard of it, a deposit has never begun there.
        if (state === 'failed') return null
        await delay(200)
      }
    }
    const payAt = async (page: string) => {
      const form = { 'content-type': 'application/x-www-form-urlencoded' }
      for (;;) {
        const answer = await send(engine.port, new URL(page).pathname, {
          method: 'POST',
          headers: form,
          form: 'act=pay',
        }).catch(() => null)
        if (answer && answer.status < 500) return
        await delay(50)
      }
    }
    const lane = async (payer: Bettor) => {
      while (!isOver) {
        await pay(payer, 'deposit')
        await pay(payer, 'withdrawal')
      }
    }
    const kills = async () => {
      for (let kill = 0; kill < KILLS; kill += 1) {
        const former = begun.size
        while (begun.size <= former + PLAYERS) await delay(20)
        await delay(Math.random() * 800)
        await engine.crash()
      }
      await delay(300)
      isOver = true
    }
    await Promise.all([...payers.map(lane), kills().finally(() => (isOver = true))])
    expect(begun.size).toBeGreaterThan(KILLS * PLAYERS)

    const { db, close } = await openBeside(data)
    try {
      const door = forBrand(db, BENCH_BRAND)
      const unsettled = () =>
        door.transaction((tx) =>
          tx
            .select('payment')
            .select(['state', 'payment_id'])
            .where('state', 'not in', OVER as never)
            .execute(),
        )
      await expect.poll(unsettled, { timeout: KNOWN_WITHIN_MS, interval: 500 }).toEqual([])
      const payments = await door.transaction((tx) => tx.select('payment').selectAll('payment').execute())
      expect(new Map(payments.map(({ guid, account_id }) => [guid, account_id]))).toEqual(begun)
      for (const { accountId } of payers) {
        const own = payments.filter(({ account_id }) => account_id === accountId)
        const sum = (state: string) =>
          own.filter((one) => one.state === state).reduce((total, one) => total + Number(one.amount_minor), 0)
        const accounts = await door.transaction((tx) => listCurrencyAccounts(tx, accountId))
        expect(accounts).toMatchObject([
          { balanceMinor: FUNDS_MINOR + sum('succeeded') - sum('paid'), reservedMinor: 0 },
        ])
      }
      // What the provider's own books say is what the cashier has.
      const provided = await door.transaction((tx) =>
        tx.select('simulated_payment').select(['state', 'reference']).execute(),
      )
      const ends = new Map(provided.map(({ reference, state }) => [reference, state]))
      for (const { reference, state } of payments)
        expect(ends.get(reference ?? '') ?? 'failed').toBe(state === 'failed' ? 'failed' : 'succeeded')
      const breaks = await door.transaction(async (tx) => [
        ...(await proveLedger(tx)).breaks,
        ...(await provePayments(tx)).breaks,
      ])
      expect(breaks).toEqual([])
    } finally {
      await close()
    }
  })
})

async function currencyOf(data: FreshServer['data'], [first]: readonly Bettor[]): Promise<string> {
  const { db, close } = await openBeside(data)
  const accounts = await forBrand(db, BENCH_BRAND)
    .transaction((tx) => listCurrencyAccounts(tx, first?.accountId ?? 0))
    .finally(close)
  return accounts[0]?.currency ?? ''
}
