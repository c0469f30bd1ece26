import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { cpSync, existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { forBrand } from '../for-brand.ts'
import { type OpenDatabase, openDatabase } from '../open-database.ts'
import { silentLog } from '../silent-log.test-support.ts'
import { openDataFolder, socketPath, tryLock } from './data-folder.ts'

const NOW = new Date('2026-03-01T12:00:00Z')
const CHILD = fileURLToPath(new URL('./embedded-child.test-support.ts', import.meta.url))

vi.setConfig({ testTimeout: 120_000 })

let prepared: string
let root: string
let dataDir: string
const children: ChildProcess[] = []
const opened: OpenDatabase[] = []

/** A folder is made and migrated once and copied for each test: making one takes seconds. */
beforeAll(async () => {
  prepared = mkdtempSync(join(tmpdir(), 'livery-prepared-'))
  await (await openDatabase({ dataDir: prepared, log: silentLog })).close()
})
afterAll(() => rmSync(prepared, { recursive: true, force: true }))
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'livery-db-'))
  dataDir = join(root, 'data')
  cpSync(join(prepared, 'db'), join(dataDir, 'db'), { recursive: true })
})
afterEach(async () => {
  for (const child of children.splice(0)) child.kill('SIGKILL')
  for (const database of opened.splice(0)) await database.close()
  rmSync(root, { recursive: true, force: true })
})

async function open(): Promise<OpenDatabase> {
  const database = await openDatabase({ dataDir, log: silentLog })
  opened.push(database)
  return database
}

function start(...args: string[]) {
  const child = spawn(process.execPath, [CHILD, dataDir, ...args], { stdio: ['ignore', 'pipe', 'inherit'] })
  children.push(child)
  const seen = new Set<string>()
  const waiting = new Map<string, () => void>()
  createInterface({ input: child.stdout }).on('line', (line) => {
    seen.add(line)
    waiting.get(line)?.()
  })
  return {
    said: (word: string) =>
      seen.has(word) ? Promise.resolve() : new Promise<void>((resolve) => waiting.set(word, resolve)),
    async kill() {
      child.kill('SIGKILL')
      await once(child, 'exit')
    },
  }
}

async function makeCounter({ db }: OpenDatabase): Promise<void> {
  await forBrand(db, 'shared').transaction(async (tx) => {
    const row = { registered_by: 'fast_reg', state: 'active', created_at: NOW, activated_at: NOW } as const
    const { account_id } = await tx.insert('account', row).returning('account_id').executeTakeFirstOrThrow()
    const profile = {
      account_id,
      country: null,
      language: 'en',
      birthday: null,
      fields: '{"n":0}',
      consents: '{}',
      updated_at: NOW,
    }
    await tx.insert('profile', profile).execute()
  })
}

function counted({ db }: OpenDatabase): Promise<unknown> {
  return forBrand(db, 'shared').transaction(
    async (tx) => (await tx.select('profile').select('fields').executeTakeFirstOrThrow()).fields.n,
  )
}

describe('one process owns the data folder', () => {
  test('read-modify-write transactions of the owner and two clients come out exact', async () => {
    const owner = await open()
    await makeCounter(owner)
    const first = start('add', '150')
    const second = start('add', '150')
    await Promise.all([first.said('ready'), second.said('ready')])
    const door = forBrand(owner.db, 'shared')
    for (let step = 0; step < 100; step++) {
      await door.transaction(async (tx) => {
        const row = await tx.select('profile').select('fields').executeTakeFirstOrThrow()
        await tx.update('profile', { fields: JSON.stringify({ n: Number(row.fields.n) + 1 }) }).execute()
      })
    }
    await Promise.all([first.said('done'), second.said('done')])
    expect(await counted(owner)).toBe(400)
  })

  test('after kill -9 of the owner its client takes over, with all that was committed', async () => {
    const owner = start('hold')
    await owner.said('ready')
    const client = await open()
    await makeCounter(client)
    await owner.kill()
    const values = [await counted(client).catch(() => 'lost'), await counted(client)]
    expect(values[1]).toBe(0)
    // The new owner listens again: a third process is its client.
    const third = start('add', '5')
    await third.said('done')
    expect(await counted(client)).toBe(5)
  })

  test('a client that dies in a transaction is rolled back and holds nobody up', async () => {
    const owner = await open()
    await makeCounter(owner)
    const client = start('stall')
    await client.said('ready')
    const reading = counted(owner)
    await client.kill()
    expect(await reading).toBe(0)
  })

  test('a socket file and a lock file left behind do not stop the next owner', async () => {
    const folder = openDataFolder(dataDir)
    writeFileSync(folder.socketPath, '')
    writeFileSync(folder.lockFile, '')
    const owner = await open()
    await makeCounter(owner)
    expect(await counted(owner)).toBe(0)
  })

  test('several processes that start at once agree on one owner', async () => {
    const all = [start('hold'), start('hold'), start('hold')]
    await Promise.all(all.map((child) => child.said('ready')))
    const client = await open()
    await makeCounter(client)
    const adder = start('add', '3')
    await adder.said('done')
    expect(await counted(client)).toBe(3)
  })

  test('a new folder is made and migrated', async () => {
    dataDir = join(root, 'new', 'folder')
    const owner = await open()
    await makeCounter(owner)
    expect(await counted(owner)).toBe(0)
  })

  test('a process that is killed while it makes a new folder does not spoil it', async () => {
    dataDir = join(root, 'new')
    const first = start('hold')
    await vi.waitFor(() => expect(existsSync(join(dataDir, 'db.new', 'base'))).toBe(true), {
      timeout: 60_000,
      interval: 5,
    })
    await first.kill()
    expect(existsSync(join(dataDir, 'db'))).toBe(false)
    const owner = await open()
    await makeCounter(owner)
    expect(await counted(owner)).toBe(0)
  })

  test('a folder whose migrations were altered is refused, and not held on to', async () => {
    const { db, close } = await openDatabase({ dataDir, log: silentLog })
    await db.transaction().execute(async (trx) => {
      await sql`set local role none`.execute(trx)
      await sql`update livery_migration set checksum = 'other' where name = '0002-ledger'`.execute(trx)
    })
    await close()
    await expect(openDatabase({ dataDir, log: silentLog })).rejects.toThrow('0002-ledger was altered')
    const unlock = tryLock(openDataFolder(dataDir).lockFile)
    expect(unlock).toBeDefined()
    expect(tryLock(openDataFolder(dataDir).lockFile)).toBeUndefined()
    unlock?.()
  })

  test('what was written is there after closing and opening again', async () => {
    const first = await openDatabase({ dataDir, log: silentLog })
    await makeCounter(first)
    await first.close()
    expect(existsSync(openDataFolder(dataDir).socketPath)).toBe(false)
    expect(await counted(await open())).toBe(0)
  })

  test('a path too long for a socket gets a hashed name in the temporary folder, Windows a pipe', () => {
    expect(socketPath('/data', 'linux')).toBe('/data/db.sock')
    const long = socketPath(`/${'d'.repeat(120)}`, 'linux')
    expect(long.startsWith(join(tmpdir(), 'livery-'))).toBe(true)
    expect(Buffer.byteLength(long)).toBeLessThan(100)
    expect(socketPath('C:\\data', 'win32')).toMatch(/^\\\\\.\\pipe\\livery-[0-9a-f]{24}$/)
  })
})
