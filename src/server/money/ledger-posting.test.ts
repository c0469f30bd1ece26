import fc from 'fast-check'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { decimalToMinor, minorToDecimal } from '#machines/money/amount.rules.ts'
import { CURRENCY_TABLE } from '#machines/money/currency-table.ts'
import { describeOnEachEngine } from '#server/db/engines.test-support.ts'
import { type BrandTransaction, forBrand } from '#server/db/for-brand.ts'
import { sqlState } from '#server/db/sql-state.ts'
import { listCurrencyAccounts, openFirstAccount } from './currency-accounts.ts'
import { postTransfer } from './ledger.ts'
import { correctBalance, undoTransfer } from './ledger-correction.ts'
import { proveLedger } from './ledger-proof.ts'

const NOW = new Date('2026-03-01T12:00:00Z')
const CURRENCY = 'EUR'

test('LEDGER-1: entries that do not sum to zero are refused before a database is asked, whichever way they are off', async () => {
  const asked = new Proxy({} as BrandTransaction, {
    get: () => () => {
      throw new Error('the database was asked')
    },
  })
  const post = (...amounts: readonly number[]) => {
    const entries = amounts.map((amountMinor, id) => ({ currencyAccountId: id + 1, currency: CURRENCY, amountMinor }))
    return postTransfer(asked, { kind: 'correction', reference: 'off', entries, now: NOW })
  }
  await expect(post(-500, 495)).rejects.toThrow(
    'the correction off is not a valid transfer: its entries in EUR sum to -5',
  )
  await expect(post(-500, 505)).rejects.toThrow(
    'the correction off is not a valid transfer: its entries in EUR sum to 5',
  )
  await expect(post(-500, 500)).rejects.toThrow('the database was asked')
})

test('TABLE-7: amounts of any currency are posted in whole minor units, and a part of one is refused', async () => {
  const asked = new Proxy({} as BrandTransaction, {
    get: () => () => {
      throw new Error('the database was asked')
    },
  })
  for (const [currency, { exponent }] of CURRENCY_TABLE) {
    const post = (amount: string, places: number) => {
      const minor = decimalToMinor(amount, exponent) ?? Number(amount) * 10 ** exponent
      const entries = [-minor, minor].map((amountMinor, id) => ({ currencyAccountId: id + 1, currency, amountMinor }))
      return postTransfer(asked, { kind: 'correction', reference: `${currency}-${places}`, entries, now: NOW })
    }
    const smallest = minorToDecimal(1, exponent)
    await expect(post(smallest, exponent), currency).rejects.toThrow('the database was asked')
    const half = smallest === '1' ? '0.5' : smallest.replace('1', '05')
    await expect(post(half, exponent + 1), currency).rejects.toThrow('is not an amount')
  }
})

await describeOnEachEngine('posting', (database) => {
  const isServer = () => expect.getState().currentTestName?.includes('PostgreSQL') === true

  const door = (brandId: string) => forBrand(database().db, brandId)

  async function openPlayer(tx: BrandTransaction) {
    const row = { registered_by: 'fast_reg', state: 'active', created_at: NOW, activated_at: NOW } as const
    const { account_id: accountId } = await tx.insert('account', row).returning('account_id').executeTakeFirstOrThrow()
    return { accountId, cash: await openFirstAccount(tx, { accountId, currency: CURRENCY, now: NOW }) }
  }

  async function openHouse(tx: BrandTransaction) {
    const row = { account_id: null, currency: CURRENCY, kind: 'house', is_active: false, created_at: NOW } as const
    const { id } = await tx
      .insert('currency_account', row)
      .returning('currency_account_id as id')
      .executeTakeFirstOrThrow()
    return id
  }

  async function scene(brandId: string, players: number) {
    return door(brandId).transaction(async (tx) => {
      const made = []
      for (let index = 0; index < players; index += 1) made.push(await openPlayer(tx))
      return { players: made, house: await openHouse(tx) }
    })
  }

  function move(reference: string, from: number, to: number, amountMinor: number) {
    const entries = [
      { currencyAccountId: from, currency: CURRENCY, amountMinor: -amountMinor },
      { currencyAccountId: to, currency: CURRENCY, amountMinor },
    ]
    return { kind: 'correction', reference, entries, now: NOW }
  }

  async function balanceOf(brandId: string, accountId: number) {
    const [account] = await door(brandId).transaction((tx) => listCurrencyAccounts(tx, accountId))
    return account?.balanceMinor
  }

  test('LEDGER-1: the same transfer again changes nothing; another under its reference is refused', async () => {
    const brand = 'repeated'
    const { players, house } = await scene(brand, 1)
    const [player] = players
    if (!player) throw new Error('no player')
    const post = (amount: number) =>
      door(brand).transaction((tx) => postTransfer(tx, move('r1', house, player.cash, amount)))
    const first = await post(500)
    expect(first.isNew).toBe(true)
    expect(await post(500)).toEqual({ transferId: first.transferId, isNew: false })
    await expect(post(501)).rejects.toThrow('with other entries')
    expect(await balanceOf(brand, player.accountId)).toBe(500)
  })

  test('LEDGER-1: a correction is a transfer with its reason, once; it is undone by its opposite, once, and both stay', async () => {
    const brand = 'corrected'
    const { players } = await scene(brand, 1)
    const accountId = players[0]?.accountId ?? 0
    const wish = {
      accountId,
      currency: CURRENCY,
      amountMinor: 500,
      reference: 'ticket-7',
      reason: 'goodwill',
      now: NOW,
    }
    const correct = () => door(brand).transaction((tx) => correctBalance(tx, wish))
    const { transferId } = await correct()
    expect(await correct()).toEqual({ transferId, isNew: false })
    expect(await balanceOf(brand, accountId)).toBe(500)
    const undo = () => door(brand).transaction((tx) => undoTransfer(tx, { transferId, reason: 'a mistake', now: NOW }))
    await undo()
    expect(await undo()).toMatchObject({ isNew: false })
    expect(await balanceOf(brand, accountId)).toBe(0)
    const notes = await door(brand).transaction((tx) =>
      tx.select('ledger_transfer').select(['kind', 'note']).orderBy('transfer_id').execute(),
    )
    expect(notes).toEqual([
      { kind: 'correction', note: 'goodwill' },
      { kind: 'undoing', note: 'a mistake' },
    ])
    expect(await door(brand).transaction(proveLedger)).toMatchObject({ transfers: 2, entries: 4, breaks: [] })
  })

  test('what nobody has cannot be corrected, what was never posted not undone, what is spent not taken back', async () => {
    const brand = 'unknown'
    const { players, house } = await scene(brand, 1)
    const [player] = players
    const wish = { accountId: player?.accountId ?? 0, amountMinor: 5, reference: 'r', reason: 'why', now: NOW }
    const inBrand = <Result>(work: (tx: BrandTransaction) => Promise<Result>) => door(brand).transaction(work)
    await expect(inBrand((tx) => correctBalance(tx, { ...wish, currency: 'USD' }))).rejects.toMatchObject({
      code: 'account.unknown',
    })
    await expect(
      inBrand((tx) => undoTransfer(tx, { transferId: Number.MAX_VALUE, reason: '', now: NOW })),
    ).rejects.toMatchObject({ code: 'transfer.unknown' })
    const { transferId } = await inBrand((tx) => correctBalance(tx, { ...wish, currency: CURRENCY }))
    await inBrand((tx) => postTransfer(tx, move('spent', player?.cash ?? 0, house, 5)))
    await expect(inBrand((tx) => undoTransfer(tx, { transferId, reason: 'late', now: NOW }))).rejects.toMatchObject({
      code: 'balance.too_low',
    })
  })

  test('LEDGER-2: a player cannot have less than nothing, to the last minor unit; the house can', async () => {
    const brand = 'empty'
    const { players, house } = await scene(brand, 1)
    const [player] = players
    if (!player) throw new Error('no player')
    const post = (reference: string, from: number, to: number, amount: number) =>
      door(brand).transaction((tx) => postTransfer(tx, move(reference, from, to, amount)))
    await post('in', house, player.cash, 100)
    await expect(post('out', player.cash, house, 101)).rejects.toMatchObject({ code: 'balance.too_low' })
    expect(await balanceOf(brand, player.accountId)).toBe(100)
    await post('out', player.cash, house, 100)
    expect(await balanceOf(brand, player.accountId)).toBe(0)
  })

  test.each([
    [
      'one entry',
      (cash: number) => [{ currencyAccountId: cash, currency: CURRENCY, amountMinor: 1 }],
      'fewer than two',
    ],
    [
      'a sum that is not zero',
      (cash: number, house: number) => [
        { currencyAccountId: cash, currency: CURRENCY, amountMinor: 2 },
        { currencyAccountId: house, currency: CURRENCY, amountMinor: -1 },
      ],
      'sum to 1',
    ],
    [
      'a part of a minor unit',
      (cash: number, house: number) => [
        { currencyAccountId: cash, currency: CURRENCY, amountMinor: 0.5 },
        { currencyAccountId: house, currency: CURRENCY, amountMinor: -0.5 },
      ],
      '0.5 is not an amount',
    ],
  ])('LEDGER-1: %s is no transfer', async (name, entriesOf, fault) => {
    const brand = `fault-${name.replaceAll(' ', '-')}`
    const { players, house } = await scene(brand, 1)
    const entries = entriesOf(players[0]?.cash ?? 0, house)
    const posting = door(brand).transaction((tx) =>
      postTransfer(tx, { kind: 'correction', reference: 'r', entries, now: NOW }),
    )
    await expect(posting).rejects.toThrow(fault)
  })

  test('LEDGER-1, LEDGER-2: movements that come at once, in any order, leave books that prove right', async () => {
    let run = 0
    const movements = fc.array(
      fc.record({ from: fc.nat(3), to: fc.nat(3), amount: fc.integer({ min: 1, max: 400 }), again: fc.boolean() }),
      { minLength: 5, maxLength: 25 },
    )
    await fc.assert(
      fc.asyncProperty(movements, async (wanted) => {
        run += 1
        const brand = `at-once-${run}`
        const { players, house } = await scene(brand, 3)
        const accounts = [house, ...players.map(({ cash }) => cash)]
        const post = async (reference: string, from: number, to: number, amount: number) => {
          const transfer = move(reference, accounts[from] ?? 0, accounts[to] ?? 0, amount)
          const posting = door(brand).transaction((tx) => postTransfer(tx, transfer))
          return posting.then(
            ({ isNew }) => (isNew ? { from, to, amount } : null),
            (error: { code?: string }) => {
              if (error.code !== 'balance.too_low') throw error
              return null
            },
          )
        }
        const done = await Promise.all(
          wanted
            .filter(({ from, to }) => from !== to)
            .flatMap(({ from, to, amount, again }, index) =>
              Array.from({ length: again ? 2 : 1 }, () => post(`m${index}`, from, to, amount)),
            ),
        )
        const expected = [0, 0, 0, 0]
        for (const one of done) {
          if (!one) continue
          expected[one.from] = (expected[one.from] ?? 0) - one.amount
          expected[one.to] = (expected[one.to] ?? 0) + one.amount
        }
        const found = await Promise.all(players.map(({ accountId }) => balanceOf(brand, accountId)))
        expect(found).toEqual(expected.slice(1))
        expect(Math.min(...found.map((balance) => balance ?? -1))).toBeGreaterThanOrEqual(0)
        expect((await door(brand).transaction(proveLedger)).breaks).toEqual([])
      }),
      { numRuns: 12 },
    )
  })

  test('I9, LEDGER-1: money changes its currency by four entries over the accounts of liquidity, and by no fewer', async () => {
    const brand = 'exchange'
    const account = (kind: 'liquidity' | 'house', currency: string) =>
      door(brand).transaction(async (tx) => {
        const row = { account_id: null, currency, kind, is_active: false, created_at: NOW } as const
        const { id } = await tx
          .insert('currency_account', row)
          .returning('currency_account_id as id')
          .executeTakeFirstOrThrow()
        return id
      })
    const at = {
      EUR: { own: await account('house', 'EUR'), liquidity: await account('liquidity', 'EUR') },
      USD: { own: await account('house', 'USD'), liquidity: await account('liquidity', 'USD') },
    }
    let run = 0
    const amounts = fc.record({
      from: fc.integer({ min: 1, max: 10_000 }),
      to: fc.integer({ min: 1, max: 10_000 }),
      left: fc.nat(3),
    })
    await fc.assert(
      fc.asyncProperty(amounts, async ({ from, to, left }) => {
        run += 1
        const entries = [
          { currencyAccountId: at.EUR.own, currency: 'EUR', amountMinor: -from },
          { currencyAccountId: at.EUR.liquidity, currency: 'EUR', amountMinor: from },
          { currencyAccountId: at.USD.liquidity, currency: 'USD', amountMinor: -to },
          { currencyAccountId: at.USD.own, currency: 'USD', amountMinor: to },
        ]
        const post = (of: typeof entries, reference: string) =>
          door(brand).transaction((tx) => postTransfer(tx, { kind: 'exchange', reference, entries: of, now: NOW }))
        await expect(post(entries.toSpliced(left, 1), `part-${run}`)).rejects.toThrow('sum to')
        expect(await post(entries, `whole-${run}`)).toMatchObject({ isNew: true })
      }),
      { numRuns: 15 },
    )
    expect(await door(brand).transaction(proveLedger)).toMatchObject({ transfers: run, entries: 4 * run, breaks: [] })
  })

  test('LEDGER-2: accounts are locked players first and in the order of their ids, however the entries stand', async ({
    skip,
  }) => {
    if (!isServer()) skip('one connection waits for no other')
    const brand = 'order'
    const { house, players } = await scene(brand, 2)
    const [first, last] = [players[0]?.cash ?? 0, players[1]?.cash ?? 0]
    /** Holds an account, at once or not at all, while `work` runs. */
    const holding = <Result>(id: number, work: () => Promise<Result>) =>
      database()
        .db.transaction()
        .execute(async (trx) => {
          await sql`select set_config('livery.brand_id', ${brand}, true)`.execute(trx)
          await sql`select from currency_account where currency_account_id = ${id} for no key update nowait`.execute(
            trx,
          )
          return work()
        })
    const isLocked = (id: number) =>
      holding(id, async () => false).catch((error: unknown) => sqlState(error) === '55P03')
    await door(brand).transaction((tx) => postTransfer(tx, move('in', house, last, 500)))
    const found = await holding(last, async () => {
      const entries = [house, last, first].map((currencyAccountId, at) => ({
        ...{ currencyAccountId, currency: CURRENCY, amountMinor: [2, -3, 1][at] ?? 0 },
      }))
      const posting = door(brand).transaction((tx) =>
        postTransfer(tx, { kind: 'correction', reference: 'order', entries, now: NOW }),
      )
      await expect.poll(() => isLocked(first)).toBe(true)
      return { posting, isHouseLocked: await isLocked(house) }
    })
    expect(found.isHouseLocked).toBe(false)
    expect(await found.posting).toMatchObject({ isNew: true })
  })

  test('LEDGER-2: money that two requests want at once is given to one', async () => {
    const brand = 'race'
    const { players, house } = await scene(brand, 1)
    const [player] = players
    if (!player) throw new Error('no player')
    const post = (reference: string, from: number, to: number, amount: number) =>
      door(brand).transaction((tx) => postTransfer(tx, move(reference, from, to, amount)))
    await post('in', house, player.cash, 1000)
    const results = await Promise.allSettled(
      Array.from({ length: 20 }, (_, index) => post(`out-${index}`, player.cash, house, 300)),
    )
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(3)
    expect(await balanceOf(brand, player.accountId)).toBe(100)
  })

  const asOwner = (statements: readonly string[]) =>
    database()
      .db.transaction()
      .execute(async (trx) => {
        await sql`set local role none`.execute(trx)
        await sql`set local session_replication_role = replica`.execute(trx)
        for (const statement of statements) await sql.raw(statement).execute(trx)
      })

  test.each([
    ['balance-not-fold', 'update ledger_entry set balance_minor = balance_minor + 1 where BRAND and sequence = 2'],
    ['entry-missing', 'update ledger_entry set sequence = 9 where BRAND and sequence = 2'],
    ['sum-not-zero', 'delete from ledger_entry where BRAND and sequence = 2 and balance_minor > 0'],
    [
      'below-zero',
      'update ledger_entry set amount_minor = -800, balance_minor = -300 where BRAND and sequence = 2 and balance_minor > 0',
    ],
    [
      'transfer-without-entries',
      "insert into ledger_transfer (brand_id, kind, reference, created_at) values ('NAME', 'correction', 'bare', now())",
    ],
    ['other-currency', "update currency_account set currency = 'XXX' where BRAND and kind = 'cash'"],
  ] as const)('LEDGER-1, LEDGER-2: a break of the kind %s is found', async (kind, statement) => {
    const brand = `break-${kind}`
    const { players, house } = await scene(brand, 1)
    const cash = players[0]?.cash ?? 0
    await door(brand).transaction((tx) => postTransfer(tx, move('r1', house, cash, 500)))
    await door(brand).transaction((tx) => postTransfer(tx, move('r2', house, cash, 100)))
    expect((await door(brand).transaction(proveLedger)).breaks).toEqual([])
    await asOwner([statement.replaceAll('BRAND', `brand_id = '${brand}'`).replaceAll('NAME', brand)])
    const { breaks } = await door(brand).transaction(proveLedger)
    expect(breaks.map((one) => one.kind)).toContain(kind)
  })

  test('LEDGER-2: each entry knows its place in its account and the balance after it', async () => {
    const brand = 'older'
    const { players, house } = await scene(brand, 1)
    const cash = players[0]?.cash ?? 0
    for (const reference of ['a', 'b', 'c'])
      await door(brand).transaction((tx) => postTransfer(tx, move(reference, house, cash, 10)))
    const rows = await door(brand).transaction((tx) =>
      tx
        .select('ledger_entry')
        .select(['sequence', 'balance_minor'])
        .where('currency_account_id', '=', cash)
        .orderBy('sequence')
        .execute(),
    )
    expect(rows).toEqual([
      { sequence: 1, balance_minor: 10 },
      { sequence: 2, balance_minor: 20 },
      { sequence: 3, balance_minor: 30 },
    ])
  })
})
