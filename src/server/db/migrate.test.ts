import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type EmbeddedEngine, startEngine } from './embedded-engine.ts'
import { type Migration, migrate, readMigrations } from './migrate.ts'

const NOW = new Date('2026-03-01T12:00:00Z')
let engine: EmbeddedEngine

beforeAll(async () => {
  engine = await startEngine(null)
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
  const books = await startEngine(null)
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
