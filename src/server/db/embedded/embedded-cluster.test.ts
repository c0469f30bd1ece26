import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { PGlite } from '@electric-sql/pglite'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openCluster } from './embedded-cluster.ts'

let folder: string
let cache: string
const nextFolder = () => join(folder, `data-${crypto.randomUUID()}`)
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'livery-cluster-'))
  cache = join(folder, 'cache')
  const first = await openCluster({ dataDir: nextFolder(), migrations: [], cache })
  await first.exec("create table mark (word text); insert into mark values ('first')")
  await first.close()
}, 120_000)
afterAll(() => rmSync(folder, { recursive: true, force: true }))

async function tablesOf(cluster: PGlite): Promise<unknown[]> {
  const { rows } = await cluster.query("select tablename from pg_tables where schemaname = 'public'")
  return rows
}

test('the first cluster leaves one whole template, and a later one begins empty', async () => {
  expect(readdirSync(cache)).toEqual([expect.stringMatching(/^cluster-\d+\.\d+\.\d+$/)])
  const second = await openCluster({ dataDir: nextFolder(), migrations: [], cache })
  expect(await tablesOf(second)).toEqual([])
  expect((await second.query('select 6 * 7 as answer')).rows).toEqual([{ answer: 42 }])
  await second.close()
}, 120_000)

test('a cluster that is a copy keeps what is written into its folder', async () => {
  const dataDir = join(folder, 'data')
  const first = await openCluster({ dataDir, migrations: [], cache })
  await first.exec('create table kept (id int)')
  await first.close()
  const again = await openCluster({ dataDir, migrations: [], cache })
  expect(await tablesOf(again)).toEqual([{ tablename: 'kept' }])
  await again.close()
}, 120_000)

test('a template holds the migrations that its clusters begin with, and serves no others', async () => {
  const one = { name: '0001-a', sql: 'create table a (n int)', checksum: 'one' }
  const altered = { ...one, sql: 'create table b (n int)', checksum: 'two' }
  const recorded = { tablename: 'livery_migration' }
  for (const [migration, table] of [
    [one, 'a'],
    [one, 'a'],
    [altered, 'b'],
  ] as const) {
    const cluster = await openCluster({ dataDir: nextFolder(), migrations: [migration], cache })
    expect(await tablesOf(cluster)).toEqual(expect.arrayContaining([recorded, { tablename: table }]))
    expect((await cluster.query('select name, checksum from livery_migration')).rows).toEqual([
      { name: migration.name, checksum: migration.checksum },
    ])
    await cluster.close()
  }
  expect(readdirSync(cache)).toHaveLength(3)
}, 120_000)

test('where no template can be kept a cluster is made all the same', async () => {
  const closed = join(folder, 'closed')
  writeFileSync(closed, '')
  const cluster = await openCluster({ dataDir: nextFolder(), migrations: [], cache: join(closed, 'cache') })
  expect(await tablesOf(cluster)).toEqual([])
  await cluster.close()
}, 120_000)

test('two processes that make a template at once leave one', async () => {
  const shared = join(folder, 'shared')
  const clusters = await Promise.all(
    [1, 2].map(() => openCluster({ dataDir: nextFolder(), migrations: [], cache: shared })),
  )
  for (const cluster of clusters) {
    expect(await tablesOf(cluster)).toEqual([])
    await cluster.close()
  }
  expect(readdirSync(shared)).toHaveLength(1)
}, 120_000)
