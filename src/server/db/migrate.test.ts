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
  expect(readMigrations().map(({ name }) => name)).toEqual([
    '0001-identity',
    '0002-ledger',
    '0003-clean-up',
    '0004-social',
    '0005-kept-answers',
  ])
  const folder = mkdtempSync(join(tmpdir(), 'livery-migrations-'))
  try {
    writeFileSync(join(folder, '0001-a.sql'), 'select 1')
    writeFileSync(join(folder, '0001-b.sql'), 'select 1')
    expect(() => readMigrations(pathToFileURL(`${folder}/`))).toThrow('same number')
  } finally {
    rmSync(folder, { recursive: true })
  }
})
