import { generateKeyPairSync, type KeyObject } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { SafeLine } from '#schemas'
import { forBrand } from '#server/db/for-brand.ts'
import { correctBalance } from '#server/money/ledger-correction.ts'
import { checkRecords } from '#server/protection/safe/safe-chain.ts'
import { keepRecords } from '#server/protection/safe/safe-records.ts'
import { expectError } from '../scenes/answer-checks.ts'
import { deposit, playerWithMoney, wish } from '../scenes/payment-contracts.ts'
import { startTestServer, type TestServer } from '../scenes/test-server.ts'
import { newVisitor } from '../scenes/test-visitor.ts'

const PATH = '/safe-server/records'
const KEY = 'a-key-of-the-authority'
const { publicKey, privateKey } = generateKeyPairSync('x25519')
const recipient = publicKey.export({ format: 'der', type: 'spki' }).toString('base64')
let server: TestServer
beforeAll(async () => {
  server = await startTestServer({
    environment: { LIVERY_SAFE_KEY: KEY },
    prepare: async ({ write }) => {
      await write('pier/config/global.json', { defaultLanguage: 'en', defaultCountry: 'de', defaultCurrency: 'EUR' })
      await write('pier/config/responsible.json', {
        safeServerRecipient: recipient,
        safeServerApiKey: 'LIVERY_SAFE_KEY',
      })
    },
  })
})
afterAll(() => server.close())

const read = (query = '', key = KEY) =>
  newVisitor(server).send(`${PATH}${query}`, { headers: { authorization: `Bearer ${key}` } })

async function lines(): Promise<SafeLine[]> {
  const { body } = await read()
  return body
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line) as SafeLine)
}

const found = async (key: KeyObject = privateKey) => checkRecords('pier', await lines(), key)

test('RG-14: what moves players’ money is recorded once and in its order, and only the authority reads it', async () => {
  const { player } = await playerWithMoney(server, 600)
  await player.send('/web-api/payments/withdrawal', { method: 'POST', body: wish({ amount: 501 }) })
  // Two rounds at once, and another one, as of several processes: each entry has one record.
  await Promise.all([server.protection.safeRounds.run(), server.protection.safeRounds.run()])
  await server.protection.safeRounds.run()
  const { records, faults, entries } = await found()
  expect(faults).toEqual([])
  const books = await forBrand(server.database.db, 'pier').transaction((tx) =>
    tx
      .select('ledger_entry')
      .innerJoin('currency_account as purse', (join) =>
        join
          .onRef('purse.brand_id', '=', 'ledger_entry.brand_id')
          .onRef('purse.currency_account_id', '=', 'ledger_entry.currency_account_id'),
      )
      .select(['ledger_entry.amount_minor as amountMinor', 'ledger_entry.transfer_id as transfer'])
      .where('purse.account_id', 'is not', null)
      .orderBy('ledger_entry.transfer_id')
      .orderBy('ledger_entry.line')
      .execute(),
  )
  expect(records).toBe(books.length)
  const plain = (all: readonly { transfer: number; amountMinor: number }[]) =>
    all.map(({ transfer, amountMinor }) => `${transfer} ${amountMinor}`).toSorted()
  expect(plain(entries)).toEqual(plain(books))
  expect(entries.map(({ amountMinor }) => amountMinor)).toEqual(expect.arrayContaining([60_000, -50_100]))
  expect(new Set(entries.map(({ player: name }) => name)).size).toBe(1)
  // Nothing of it lies open: neither the amount nor who it was.
  const text = JSON.stringify(await lines())
  expect(text).not.toContain(String(player.userId))
  expect((await found(generateKeyPairSync('x25519').privateKey)).faults[0]).toMatchObject({ fault: 'sealed' })
  // What came since is asked for by the number of the last.
  await deposit(server, player, 20)
  await server.protection.safeRounds.run()
  const { body } = await read(`?after=${records}`)
  expect(
    body
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line).number),
  ).toEqual([records + 1])
})

test('RG-14: nobody reads the records without the key, and nobody changes them', async () => {
  await expectError(await read('', 'another'), 'access.denied')
  await expectError(await newVisitor(server).send(PATH), 'access.denied')
  await expectError(await read('?after=-1'), 'request.invalid')
  await playerWithMoney(server)
  await server.protection.safeRounds.run()
  for (const statement of ['update safe_record set number = number', 'delete from safe_record', 'truncate safe_record'])
    await expect(
      server.database.db.transaction().execute(async (tx) => {
        await sql`set local role none`.execute(tx)
        await sql.raw(statement).execute(tx)
      }),
    ).rejects.toThrow('append-only')
})

test('an altered, a missing and a foreign record are found', async () => {
  await playerWithMoney(server)
  await server.protection.safeRounds.run()
  const all = await lines()
  const faultsOf = (changed: readonly SafeLine[], brand = 'pier') =>
    checkRecords(brand, changed, privateKey).faults.map(({ number, fault }) => `${number} ${fault}`)
  expect(faultsOf(all)).toEqual([])
  const [first, second] = all
  if (!(first && second)) throw new Error('there are too few records')
  const swapped = [{ ...first, sealed: second.sealed }, ...all.slice(1)]
  expect(faultsOf(swapped).slice(0, 2)).toEqual(['1 altered', '1 sealed'])
  expect(faultsOf(all.toSpliced(1, 1))).toEqual(expect.arrayContaining(['3 missing', '3 altered']))
  expect(faultsOf(all.toSpliced(0, 1, { ...first, at: '2026-01-01T00:00:00.000Z' }))).toEqual(['1 altered'])
  expect(faultsOf(all, 'quay')[0]).toBe('1 altered')
})

test('a transfer that is committed after a later one is recorded too, after those of its account before it', async () => {
  const { player } = await playerWithMoney(server)
  const door = forBrand(server.database.db, 'pier')
  const { now } = server
  await door.transaction((tx) => keepRecords(tx, { recipient, now: now() }))
  // One transfer is older by its number and comes second on the account, as when two are under way at once.
  const post = (reference: string) =>
    door.transaction((tx) =>
      correctBalance(tx, {
        ...{ accountId: Number(player.userId), currency: 'EUR', amountMinor: 100, reference, reason: 'test' },
        now: now(),
      }),
    )
  await post('first')
  await post('second')
  await server.database.db.transaction().execute(async (tx) => {
    await sql`set local role none`.execute(tx)
    await sql`set local session_replication_role = replica`.execute(tx)
    // The second is given a number before the first.
    const { rows } = await sql<{ first: number; second: number }>`select
      (select transfer_id from ledger_transfer where reference = 'first' and kind = 'correction' and brand_id = 'pier') as first,
      (select transfer_id from ledger_transfer where reference = 'second' and kind = 'correction' and brand_id = 'pier') as second`.execute(
      tx,
    )
    const { first, second } = rows[0] ?? { first: 0, second: 0 }
    for (const table of ['ledger_transfer', 'ledger_entry'])
      for (const [from, to] of [
        [first, -1],
        [second, first],
        [-1, second],
      ] as const)
        await sql`update ${sql.table(table)} set transfer_id = ${to} where transfer_id = ${from} and brand_id = 'pier'`.execute(
          tx,
        )
  })
  await server.protection.safeRounds.run()
  const { faults, entries } = await found()
  expect(faults).toEqual([])
  expect(entries.slice(-2).map(({ reference }) => reference)).toEqual(['first', 'second'])
})
