import { spawnSync } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, readdirSync, rmSync, truncateSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { openDatabase } from '../open-database.ts'
import { silentLog } from '../silent-log.test-support.ts'
import { DataFolderError } from './data-folder-error.ts'

const ROOT = fileURLToPath(new URL('../../../..', import.meta.url))
/** A sound folder takes some seconds on a busy machine; a broken one no more. */
const FAILED_WITHIN_MS = 40_000

let prepared: string
let dataDir: string
beforeAll(async () => {
  prepared = mkdtempSync(join(tmpdir(), 'livery-sound-'))
  await (await openDatabase({ dataDir: prepared, log: silentLog })).close()
}, 120_000)
afterAll(() => rmSync(prepared, { recursive: true, force: true }))
beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'livery-corrupt-'))
  cpSync(join(prepared, 'db'), join(dataDir, 'db'), { recursive: true })
})
afterEach(() => rmSync(dataDir, { recursive: true, force: true }))

const inDb = (...path: readonly string[]) => join(dataDir, 'db', ...path)
const segments = () => readdirSync(inDb('pg_wal')).filter((name) => /^[0-9A-F]{24}$/.test(name))

const CASES: readonly [string, () => void, RegExp][] = [
  ['a broken PG_VERSION', () => writeFileSync(inDb('PG_VERSION'), 'x\n'), /db\/PG_VERSION holds "x", not a version/],
  [
    'another version',
    () => writeFileSync(inDb('PG_VERSION'), '9\n'),
    /\/db cannot be opened as a database: database files are incompatible/,
  ],
  ['no PG_VERSION', () => rmSync(inDb('PG_VERSION')), /\/db is no database: PG_VERSION is missing/],
  [
    'a file for a database',
    () => [rmSync(inDb(), { recursive: true }), writeFileSync(inDb(), '')],
    /\/db is no folder/,
  ],
  [
    'a zeroed pg_control',
    () => writeFileSync(inDb('global', 'pg_control'), Buffer.alloc(8192)),
    /\/db cannot be opened as a database: /,
  ],
  [
    'no pg_control',
    () => rmSync(inDb('global', 'pg_control')),
    /\/db cannot be opened as a database: could not open file "global\/pg_control"/,
  ],
  [
    'no WAL',
    () => {
      for (const name of segments()) rmSync(inDb('pg_wal', name))
    },
    /cannot be opened as a database: could not locate a valid checkpoint record/,
  ],
  [
    'a WAL that was cut',
    () => {
      for (const name of segments()) truncateSync(inDb('pg_wal', name), 100)
    },
    /cannot be opened as a database: could not locate a valid checkpoint record/,
  ],
  ['a folder for a lock', () => mkdirSync(join(dataDir, 'db.lock')), /\/db\.lock is no file/],
  [
    'a database for a data folder',
    () => cpSync(inDb('PG_VERSION'), join(dataDir, 'PG_VERSION')),
    /folder of a database itself/,
  ],
]

test.each(CASES)(
  '%s is named at once, with the path and what to do',
  { timeout: 60_000 },
  async (_what, spoil, told) => {
    spoil()
    const startedAt = performance.now()
    const failure = await openDatabase({ dataDir, log: silentLog }).then(
      () => null,
      (error: unknown) => error,
    )
    expect(failure).toBeInstanceOf(DataFolderError)
    expect((failure as DataFolderError).message).toMatch(told)
    expect((failure as DataFolderError).message).toMatch(/livery restore FILE|Remove it|LIVERY_DATA/)
    expect((failure as DataFolderError).path.startsWith(dataDir)).toBe(true)
    expect(performance.now() - startedAt).toBeLessThan(FAILED_WITHIN_MS)
  },
)

test('a file for a data folder is named', async () => {
  const file = join(dataDir, 'file')
  writeFileSync(file, '')
  await expect(openDatabase({ dataDir: file, log: silentLog })).rejects.toThrow(/file is no folder/)
})

test('a server ends with exit code 1 and says what is wrong with its folder', { timeout: 90_000 }, () => {
  rmSync(inDb('PG_VERSION'))
  const env = { ...process.env, LIVERY_DATA: dataDir, DATABASE_URL: '', PORT: '0', LOG_LEVEL: 'silent' }
  const { status, stderr } = spawnSync(process.execPath, ['src/server/main.ts'], {
    cwd: ROOT,
    env,
    encoding: 'utf8',
    timeout: 80_000,
  })
  expect(stderr).toContain(`${inDb()} is no database: PG_VERSION is missing`)
  expect(stderr).toContain('livery restore FILE')
  expect(status).toBe(1)
})
