import { sql } from 'kysely'
import pg from 'pg'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { forBrand } from './for-brand.ts'
import { type OpenDatabase, openDatabase } from './open-database.ts'
import { silentLog } from './silent-log.test-support.ts'
import { SERVER_URL, throwAwayDatabase } from './throw-away-database.test-support.ts'

type Query = (this: pg.Client, sent: string | { text: string }, ...more: unknown[]) => unknown

const place = await throwAwayDatabase()
const isRequired = process.env.LIVERY_REQUIRE_SERVICES === '1'

test.skipIf(place !== null || !isRequired)('a PostgreSQL server answers', () => {
  throw new Error(`no PostgreSQL server answers at ${SERVER_URL}`)
})

describe.skipIf(place === null)('what is sent to PostgreSQL', () => {
  const own = pg.Client.prototype.query as unknown as Query
  let open: OpenDatabase
  let sent: string[] = []
  beforeAll(async () => {
    await place?.create()
    open = await openDatabase({ dataDir: null, databaseUrl: place?.url, log: silentLog })
    const noted: Query = function (this: pg.Client, ...given) {
      sent.push(typeof given[0] === 'string' ? given[0] : given[0].text)
      return own.apply(this, given)
    }
    pg.Client.prototype.query = noted as never
    await open.db.connection().execute((connection) => sql`select 1`.execute(connection))
  })
  beforeEach(() => {
    sent = []
  })
  afterAll(async () => {
    pg.Client.prototype.query = own as never
    await open.close()
    await place?.leave()
  })

  test("the beginning of a brand's transaction goes with the name of the brand, whatever is in it", async () => {
    const brandId = "o'clock"
    const seen = await forBrand(open.db, brandId).transaction(async (tx) => {
      const [row] = await tx.call('bet_accounts', 1, 'EUR', [], new Date())
      return row ?? tx.brandId
    })
    expect(seen).toBe(brandId)
    expect(sent).toHaveLength(3)
    expect(sent[0]).toBe("begin;select set_config('livery.brand_id', 'o''clock', true)")
    expect(sent[2]).toBe('commit')
  })

  test('a transaction without a statement is not sent, and one that fails is undone as before', async () => {
    await open.db.transaction().execute(async () => undefined)
    expect(sent).toEqual([])
    const failing = open.db.transaction().execute(async (trx) => {
      await sql`create temporary table kept (n int)`.execute(trx)
      await sql`select ${1}::int / 0`.execute(trx)
    })
    await expect(failing).rejects.toThrow('division by zero')
    expect(sent).toEqual(['begin;create temporary table kept (n int)', 'select $1::int / 0', 'rollback'])
  })

  test('a first statement with values follows the beginning, within the transaction', async () => {
    await open.db.transaction().execute(async (trx) => {
      const { rows } = await sql<{ at: Date }>`select now() as at, ${'x'}::text`.execute(trx)
      const later = await sql<{ at: Date }>`select now() as at`.execute(trx)
      expect(later.rows[0]?.at).toEqual(rows[0]?.at)
    })
    expect(sent[0]).toBe('begin')
  })

  test('a statement that was planned before its table has changed is planned again, and its transaction repeated', async () => {
    const door = forBrand(open.db, 'aurora')
    const read = () => door.transaction((tx) => tx.select('account').selectAll('account').execute())
    for (let times = 0; times < 12; times += 1) await read()
    const client = new pg.Client({ connectionString: place?.url })
    await client.connect()
    await client.query('alter table account add column newer text')
    await client.end()
    expect(await read()).toEqual([])
    expect(await read()).toEqual([])
  })
})
