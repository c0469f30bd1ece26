import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import type { EmbeddedBackend } from './embedded/embedded-leases.ts'
import { startThrowAway } from './embedded/throw-away-engine.ts'
import { type Migration, migrate, readMigrations } from './migrate.ts'

// All migrations are applied, again and again.
vi.setConfig({ testTimeout: 90_000 })

const NOW = new Date('2026-03-01T12:00:00Z')
let engine: EmbeddedBackend

beforeAll(async () => {
  engine = await startThrowAway([])
})
afterAll(() => engine.close())

const first: Migration = { name: '0001-a', sql: 'create table a (n int); insert into a values (1);', checksum: 'one' }
const second: Migration = { name: '0002-b', sql: 'alter table a add column m int', checksum: 'two' }

test('applies each migration once, in order', async () => {
  expect(await migrate(engine, [first], NOW)).toEqual(['0001-a'])
  expect(await migrate(engine, [first, second], NOW)).toEqual(['0002-b'])
  expect(await migrate(engine, [first, second], NOW)).toEqual([])
  expect((await engine.query('select * from a', [])).rows).toEqual([{ n: 1, m: null }])
})

test('refuses a migration that was altered after it had been applied', async () => {
  const altered = { ...second, checksum: 'other' }
  await expect(migrate(engine, [first, altered], NOW)).rejects.toThrow('0002-b was altered')
})

test('reads the files in order and refuses a number used twice', () => {
  const numbers = readMigrations().map(({ name }) => Number(name.slice(0, 4)))
  expect(numbers).toEqual(numbers.map((_, index) => index + 1))
  const folder = mkdtempSync(join(tmpdir(), 'livery-migrations-'))
  try {
    writeFileSync(join(folder, '0001-a.sql'), 'select 1')
    writeFileSync(join(folder, '0001-b.sql'), 'select 1')
    expect(() => readMigrations(pathToFileURL(`${folder}/`))).toThrow('same number')
  } finally {
    rmSync(folder, { recursive: true })
  }
})

test('LEDGER-2: entries that were there before balances were kept get their places and balances', async () => {
  const all = readMigrations()
  const before = all.filter(({ name }) => name < '0006')
  const books = await startThrowAway([])
  try {
    await migrate(books, before, NOW)
    await books.exec(`
      insert into account values ('b', 1, 'fast_reg', 'active', now(), now());
      insert into currency_account values ('b', 11, 1, 'EUR', 'cash', true, now()), ('b', 12, null, 'EUR', 'house', false, now());
      begin;
      insert into ledger_transfer values ('b', 1, 'deposit', 'one', now()), ('b', 2, 'deposit', 'two', now());
      insert into ledger_entry values ('b', 1, 0, 11, 'EUR', 500), ('b', 1, 1, 12, 'EUR', -500),
        ('b', 2, 0, 12, 'EUR', 200), ('b', 2, 1, 11, 'EUR', -200);
      commit;`)
    await migrate(books, all, NOW)
    const { rows } = await books.query(
      'select currency_account_id::int, sequence::int, balance_minor::int from ledger_entry order by 1, 2',
      [],
    )
    expect(rows).toEqual([
      { currency_account_id: 11, sequence: 1, balance_minor: 500 },
      { currency_account_id: 11, sequence: 2, balance_minor: 300 },
      { currency_account_id: 12, sequence: 1, balance_minor: -500 },
      { currency_account_id: 12, sequence: 2, balance_minor: -300 },
    ])
  } finally {
    await books.close()
  }
})

test('PLACE-7, BET-13: offers and takings of before keep their numbers and amounts, and no number is given twice', async () => {
  const all = readMigrations()
  const books = await startThrowAway([])
  try {
    await migrate(
      books,
      all.filter(({ name }) => name < '0025'),
      NOW,
    )
    // Only what is moved matters here, not the bets that it belongs to.
    await books.exec(`
      set session_replication_role = replica;
      insert into bet_quote values ('b', 7, 1, 3, 400, 600, 380, 5, 1080, 2, '{}', now(), now() + interval '1 s');
      insert into bet_sale values ('b', 1, '3f0c8a52-6f0e-4c63-9a7e-000000000001', 7, now());
      insert into insurance_quote values ('b', 7, 1, 4, 500, 270, '{}', now(), now() + interval '1 s'),
        ('b', 9, 1, 4, 100, 54, '{}', now(), now() + interval '1 s');
      insert into bet_insurance values ('b', 1, '3f0c8a52-6f0e-4c63-9a7e-000000000002', 9, now());`)
    await migrate(books, all, NOW)
    const offers = await books.query(
      'select kind, offer_id::int, bet_id::int, offer from bet_offer order by kind, offer_id',
      [],
    )
    expect(offers.rows).toEqual([
      { kind: 'insurance', offer_id: 7, bet_id: 4, offer: { insuredMinor: 500, premiumMinor: 270 } },
      { kind: 'insurance', offer_id: 9, bet_id: 4, offer: { insuredMinor: 100, premiumMinor: 54 } },
      {
        kind: 'sale',
        offer_id: 7,
        bet_id: 3,
        offer: {
          soldMinor: 400,
          remainingMinor: 600,
          payoutMinor: 380,
          taxMinor: 5,
          possibleMinor: 1080,
          soldStakeTaxMinor: 2,
        },
      },
    ])
    const takings = await books.query('select kind, offer_id::int, state from bet_taking order by kind', [])
    expect(takings.rows).toEqual([
      { kind: 'insurance', offer_id: 9, state: 'taken' },
      { kind: 'sale', offer_id: 7, state: 'taken' },
    ])
    const next = `insert into bet_offer (brand_id, kind, account_id, bet_id, offer, facts, created_at, expires_at)
      values ('b', 'sale', 1, 3, '{}', '{}', now(), now() + interval '1 s') returning offer_id::int`
    expect((await books.query(next, [])).rows).toEqual([{ offer_id: 10 }])
  } finally {
    await books.close()
  }
})
