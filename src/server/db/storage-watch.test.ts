import { DummyDriver, Kysely, PostgresAdapter, PostgresIntrospector, PostgresQueryCompiler, sql } from 'kysely'
import { afterEach, expect, test } from 'vitest'
import { EmbeddedError } from './embedded/embedded-error.ts'
import { outageOf, StorageOutage } from './storage-outage.ts'
import { createStorageWatch, type StorageWatch } from './storage-watch.ts'
import { watchDialect } from './watched-dialect.ts'

const EVERY_MS = 20
const open: StorageWatch[] = []
afterEach(() => {
  for (const watch of open.splice(0)) watch.stop()
})

/** A watch, what it has logged, and one place whose probe fails as long as `fault` says. */
function setUp() {
  const state: { fault: Error | null; probes: string[]; lines: string[] } = { fault: null, probes: [], lines: [] }
  const write =
    (level: string) =>
    (...args: readonly unknown[]) =>
      void state.lines.push(`${level}: ${String(args.at(-1))}`)
  const log = { info: write('info'), warn: write('warn'), error: write('error') }
  const watch = createStorageWatch(log, EVERY_MS)
  open.push(watch)
  const place = watch.place('database', async (kind) => {
    state.probes.push(kind)
    if (state.fault) throw state.fault
  })
  return { state, watch, place }
}

const withCode = (code: string, message = 'it failed') => Object.assign(new Error(message), { code })

test.each([
  ['ECONNREFUSED', 'lost'],
  ['ECONNRESET', 'lost'],
  ['57P01', 'lost'],
  ['57P03', 'lost'],
  ['08006', 'lost'],
  ['53300', 'lost'],
  ['25006', 'lost'],
  ['3D000', 'lost'],
  ['28P01', 'lost'],
  ['53100', 'full'],
  ['ENOSPC', 'full'],
  ['23505', null],
  ['40001', null],
  ['42P01', null],
  ['57014', null],
])('an error with the code %s is an outage: %s', (code, kind) => {
  expect(outageOf(withCode(code))).toBe(kind)
  expect(outageOf(new EmbeddedError({ message: 'it failed', code }))).toBe(kind)
})

test.each([
  ['Connection terminated unexpectedly', 'lost'],
  ['timeout exceeded when trying to connect', 'lost'],
  ['could not extend file "base/5/2601": No space left on device', 'full'],
  ['invalid input syntax', null],
])('an error without a code that says "%s" is an outage: %s', (message, kind) => {
  expect(outageOf(new Error(message))).toBe(kind)
})

test('SEC-16: a full disk is reported once and makes unready until a probe that writes succeeds', async () => {
  const { state, watch, place } = setUp()
  await watch.check()
  const full = withCode('53100')
  state.fault = full
  const outages = Array.from({ length: 50 }, () => place.failed(full))
  expect(outages.every((outage) => outage instanceof StorageOutage && outage.cause === full)).toBe(true)
  await expect(watch.check()).rejects.toThrow(StorageOutage)
  await expect.poll(() => state.probes.filter((kind) => kind === 'full').length).toBeGreaterThan(2)
  expect(state.lines).toEqual(['error: database: the disk of the data is full'])
  state.fault = null
  await expect.poll(() => watch.check().then(() => 'ready', String)).toBe('ready')
  expect(state.lines).toEqual(['error: database: the disk of the data is full', 'info: database: can be used again'])
})

test('SEC-16: a lost database is reported once, and a connection lost on its own is no outage', async () => {
  const { state, watch, place } = setUp()
  place.failed(withCode('57P01'))
  await expect.poll(() => state.lines).toEqual(['warn: database: a connection was lost'])
  await watch.check()
  state.fault = withCode('ECONNREFUSED')
  for (let n = 0; n < 50; n += 1) place.failed(state.fault)
  await expect.poll(() => state.lines.length).toBe(2)
  await expect(watch.check()).rejects.toThrow(StorageOutage)
  expect(state.lines[1]).toBe('error: database: the database does not answer')
  state.fault = null
  await expect.poll(() => state.lines.at(-1)).toBe('info: database: can be used again')
  expect(state.lines).toHaveLength(3)
})

test('an error that is no outage is passed on as it is', () => {
  const { state, place } = setUp()
  const broken = withCode('23505')
  expect(place.failed(broken)).toBe(broken)
  expect(state.lines).toEqual([])
})

test('whatever fails in a driver passes the watch: a connection, a statement, the end of a transaction', async () => {
  let failing = ''
  const failIf = (what: string) => {
    if (failing === what) throw withCode('08006')
  }
  class FailingDriver extends DummyDriver {
    override async acquireConnection() {
      failIf('connection')
      const connection = await super.acquireConnection()
      const execute = connection.executeQuery.bind(connection)
      connection.executeQuery = async (query) => {
        failIf('statement')
        return execute(query)
      }
      return connection
    }
    override async commitTransaction() {
      failIf('commit')
    }
  }
  const { place } = setUp()
  const db = new Kysely<object>({
    dialect: watchDialect(
      {
        createDriver: () => new FailingDriver(),
        createAdapter: () => new PostgresAdapter(),
        createIntrospector: (kysely) => new PostgresIntrospector(kysely),
        createQueryCompiler: () => new PostgresQueryCompiler(),
      },
      place.failed,
    ),
  })
  const run = () => db.transaction().execute((trx) => sql`select 1`.execute(trx))
  await run()
  for (const what of ['connection', 'statement', 'commit']) {
    failing = what
    await expect(run()).rejects.toThrow(StorageOutage)
  }
})
