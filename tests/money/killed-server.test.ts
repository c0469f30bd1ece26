import { randomUUID } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { PlaceBetSelection } from '#schemas'
import { proveBets } from '#server/betting/bet-proof.ts'
import { type BrandTransaction, forBrand } from '#server/db/for-brand.ts'
import { throwAwayDatabase } from '#server/db/throw-away-database.test-support.ts'
import { listCurrencyAccounts } from '#server/money/currency-accounts.ts'
import { proveLedger } from '#server/money/ledger-proof.ts'
import { BENCH_BRAND } from '#tools/bench/loads/bench-brand.ts'
import { type Bettor, newBettor, openBeside, placeOnce, seedGame, stormBet } from '#tools/bench/loads/bettors.ts'
import { type FreshServer, startOnFreshData } from './fresh-server.ts'

const isLong = process.env.LIVERY_LONG !== undefined
const KILLS = isLong ? 20 : 2
const TIMEOUT_MS = isLong ? 900_000 : 180_000
const FUNDS_MINOR = 100_000_000
const STAKE_MINOR = 500
const PLAYERS = 3
const LANES_EACH = 2
/** Requests at once, under one name. */
const SAME_BETS = 1000
/** Until every reservation that a crash has left is looked at: rounds of two seconds. */
const SWEPT_WITHIN_MS = 20_000

const place = isLong ? await throwAwayDatabase() : null
const engines: ['embedded' | 'PostgreSQL', typeof place][] = [['embedded', null]]
if (place) engines.push(['PostgreSQL', place])

describe.each(engines)('a server that takes bets (%s)', (_, server) => {
  let running: (FreshServer & { readonly selection: PlaceBetSelection }) | undefined
  beforeAll(async () => {
    let selection: PlaceBetSelection | undefined
    const fresh = await startOnFreshData(server, async (data) => {
      selection = await seedGame(data)
    })
    if (!selection) throw new Error('there is no game')
    running = { ...fresh, selection }
  }, 120_000)
  afterAll(() => running?.remove())
  const started = () => {
    if (!running) throw new Error('the server is not started')
    return running
  }

  test('LEDGER-5: killed at any moment under a storm of bets, it has lost none and doubled none', {
    timeout: TIMEOUT_MS,
  }, async () => {
    const { engine, data, selection } = started()
    const bettors: Bettor[] = []
    for (let player = 0; player < PLAYERS; player += 1) bettors.push(await newBettor(engine.port, data, FUNDS_MINOR))
    let isOver = false
    const told = new Map<string, { readonly bettor: Bettor; readonly betId: number }>()
    let asked = 0
    /** Asks again under the same name until there is an answer, however often the server dies meanwhile. */
    const lane = async (bettor: Bettor) => {
      while (!isOver) {
        const body = stormBet(randomUUID(), selection)
        let answer = await placeOnce(engine.port, bettor, body)
        for (asked += 1; !answer || answer.kind === 'pending'; asked += 1) {
          await delay(50)
          answer = await placeOnce(engine.port, bettor, body)
        }
        // Held for too long while a slow server was away, a stake is given back, and there is no bet.
        if (answer.kind === 'rejected' && answer.reason === 'bet.expired') continue
        if (answer.kind !== 'accepted') throw new Error(`the bet was not accepted: ${JSON.stringify(answer)}`)
        told.set(body.betGuid, { bettor, betId: answer.betId })
      }
    }
    const lanes = bettors.flatMap((bettor) => Array.from({ length: LANES_EACH }, () => lane(bettor)))
    const storm = Promise.all(lanes)
    const kills = async () => {
      for (let kill = 0; kill < KILLS; kill += 1) {
        // However slow the machine is, there are bets between two kills.
        const former = told.size
        while (told.size <= former + PLAYERS) await delay(20)
        await delay(Math.random() * 800)
        await engine.crash()
      }
      await delay(300)
      isOver = true
    }
    await Promise.all([storm, kills().finally(() => (isOver = true))])
    expect(told.size).toBeGreaterThan(KILLS * PLAYERS)
    expect(asked).toBeGreaterThan(told.size)
    const { db, close } = await openBeside(data)
    try {
      const door = forBrand(db, BENCH_BRAND)
      const held = () =>
        door.transaction((tx) => tx.select('bet_reservation').select('bet_guid').where('state', '=', 'held').execute())
      await expect.poll(held, { timeout: SWEPT_WITHIN_MS }).toEqual([])
      const kept = await door.transaction((tx) =>
        tx
          .select('bet')
          .innerJoin('bet_reservation as asked', (join) =>
            join.onRef('asked.brand_id', '=', 'bet.brand_id').onRef('asked.reservation_id', '=', 'bet.reservation_id'),
          )
          .select(['asked.bet_guid as betGuid', 'bet.bet_id as betId', 'bet.account_id as accountId'])
          .where(
            'bet.account_id',
            'in',
            bettors.map(({ accountId }) => accountId),
          )
          .execute(),
      )
      const expected = [...told].map(([betGuid, { bettor, betId }]) => ({
        betGuid,
        betId,
        accountId: bettor.accountId,
      }))
      const byName = (one: { betGuid: string }, other: { betGuid: string }) => (one.betGuid < other.betGuid ? -1 : 1)
      expect(kept.toSorted(byName)).toEqual(expected.toSorted(byName))
      for (const bettor of bettors) {
        const own = expected.filter(({ accountId }) => accountId === bettor.accountId).length
        const accounts = await door.transaction((tx) => listCurrencyAccounts(tx, bettor.accountId))
        expect(accounts).toMatchObject([{ balanceMinor: FUNDS_MINOR - own * STAKE_MINOR, reservedMinor: 0 }])
      }
      const breaks = await door.transaction(async (tx) => [
        ...(await proveLedger(tx)).breaks,
        ...(await proveBets(tx)).breaks,
      ])
      expect(breaks).toEqual([])
    } finally {
      await close()
    }
  })

  test('PLACE-2: a thousand identical requests at once make one bet and one debit', {
    timeout: TIMEOUT_MS,
  }, async () => {
    const { engine, data, selection } = started()
    const bettor = await newBettor(engine.port, data, FUNDS_MINOR)
    const body = stormBet(randomUUID(), selection)
    const answers = await Promise.all(Array.from({ length: SAME_BETS }, () => placeOnce(engine.port, bettor, body)))
    const kinds = new Set(answers.map((answer) => answer?.kind))
    expect(kinds.has('accepted')).toBe(true)
    const betIds = new Set(answers.flatMap((answer) => (answer?.kind === 'accepted' ? [answer.betId] : [])))
    expect(betIds.size).toBe(1)
    expect([...kinds].filter((kind) => kind !== 'accepted' && kind !== 'pending')).toEqual([])
    const { db, close } = await openBeside(data)
    try {
      const found = await forBrand(db, BENCH_BRAND).transaction(async (tx) => ({
        bets: (await tx.select('bet').select('bet_id').where('account_id', '=', bettor.accountId).execute()).length,
        debits: (await debitsOf(tx, bettor.accountId)).map(({ kind }) => kind),
        accounts: await listCurrencyAccounts(tx, bettor.accountId),
      }))
      expect(found).toMatchObject({
        bets: 1,
        debits: ['bet-hold'],
        accounts: [{ balanceMinor: FUNDS_MINOR - STAKE_MINOR, reservedMinor: 0 }],
      })
    } finally {
      await close()
    }
  })
})

/** What has been taken from a player's cash. */
function debitsOf(tx: BrandTransaction, accountId: number) {
  return tx
    .select('ledger_entry')
    .innerJoin('ledger_transfer as transfer', (join) =>
      join
        .onRef('transfer.brand_id', '=', 'ledger_entry.brand_id')
        .onRef('transfer.transfer_id', '=', 'ledger_entry.transfer_id'),
    )
    .innerJoin('currency_account as account', (join) =>
      join
        .onRef('account.brand_id', '=', 'ledger_entry.brand_id')
        .onRef('account.currency_account_id', '=', 'ledger_entry.currency_account_id'),
    )
    .select('transfer.kind')
    .where('account.account_id', '=', accountId)
    .where('account.kind', '=', 'cash')
    .where('ledger_entry.amount_minor', '<', 0)
    .execute()
}
