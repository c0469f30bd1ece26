import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { PGlite } from '@electric-sql/pglite'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openCluster } from './embedded-cluster.ts'

let folder: string
let cache: string
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'livery-cluster-'))
  cache = join(folder, 'cache')
  const first = await openCluster(null, cache)
  await first.exec("create table mark (word text); insert into mark values ('first')")
  await first.close()
}, 120_000)
afterAll(() => rmSync(folder, { recursive: true, force: true }))

async function tablesOf(cluster: PGlite): Promise<unknown[]> {
  const { rows } = await cluster.query("select tablename from pg_tables where schemaname = 'public'")
  return rows
}

test('the first cluster leaves one whole archive, and a later one begins empty', async () => {
  expect(readdirSync(cache)).toEqual([expect.stringMatching(/^cluster-\d+\.\d+\.\d+\.tar$/)])
  const second = await openCluster(null, cache)
  expect(await tablesOf(second)).toEqual([])
  expect((await second.query('select 6 * 7 as answer')).rows).toEqual([{ answer: 42 }])
  await second.close()
}, 120_000)

test('a cluster that is a copy keeps what is written into its folder', async () => {
  const dataDir = join(folder, 'data')
  const made = await openCluster(dataDir, cache)
  await made.exec('create table kept (id int)')
  await made.close()
  const again = await openCluster(dataDir, cache)
  expect(await tablesOf(again)).toEqual([{ tablename: 'kept' }])
  await again.close()
}, 120_000)

test('where no archive can be kept a cluster is made all the same', async () => {
  const closed = join(folder, 'closed')
  writeFileSync(closed, '')
  const cluster = await openCluster(null, join(closed, 'cache'))
  expect(await tablesOf(cluster)).toEqual([])
  await cluster.close()
}, 120_000)
