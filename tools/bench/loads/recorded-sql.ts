/** The statements of a piece of work on PostgreSQL, and the same again with other ids. */
import { CompiledQuery, type Kysely } from 'kysely'
import pg from 'pg'

type Value = unknown
type Row = Readonly<Record<string, Value>>
type Query = (this: pg.Client, sent: string | Named, values?: Value[]) => Promise<{ readonly rows: Row[] }>
/** A statement that is sent by its name. */
interface Named {
  readonly text: string
  readonly values: Value[]
}

/** A statement as it was sent, with the rows that it gave. */
export interface RecordedStatement {
  readonly text: string
  readonly values: readonly Value[]
  readonly rows: readonly Row[]
}

/** Numbers from here on are ids that the work itself has made; smaller ones are left as they are. */
const FIRST_ID = 10_000_000
const DIGITS = /\d{8,}/g

/** Has every sequence of a database begin so high, and apart from the others, that its ids are known by their value. */
export async function spreadIds(url: string): Promise<void> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  const { rows } = await client.query<{ name: string }>(
    `select format('%I.%I', schemaname, sequencename) as name from pg_sequences where data_type = 'bigint'::regtype`,
  )
  for (const [index, { name }] of rows.entries())
    await client.query('select setval($1, $2)', [name, (index + 1) * FIRST_ID])
  await client.end()
}

/** Notes what a piece of work sends; nothing else may be sent meanwhile. */
export async function recordSql(work: () => Promise<unknown>): Promise<RecordedStatement[]> {
  const recorded: RecordedStatement[] = []
  const own = pg.Client.prototype.query as unknown as Query
  pg.Client.prototype.query = async function (this: pg.Client, sent: string | Named, given: Value[] = []) {
    // Values beside a named statement would take the place of its own.
    const result = await (typeof sent === 'string' ? own.call(this, sent, given) : own.call(this, sent))
    const { text, values } = typeof sent === 'string' ? { text: sent, values: given } : sent
    // A statement that was sent with the beginning of its transaction has the last of their results.
    const { rows } = Array.isArray(result) ? result.at(-1) : result
    recorded.push({ text, values, rows })
    return result
  } as never
  try {
    await work()
  } finally {
    pg.Client.prototype.query = own as never
  }
  return recorded
}

/** Sends recorded statements again, over one connection. Ids that they make take the place of those that were made the first time.
 *  @param changes further values that are to be replaced */
export async function replaySql<Tables>(
  db: Kysely<Tables>,
  statements: readonly RecordedStatement[],
  changes: ReadonlyMap<string, string>,
): Promise<void> {
  const ids = new Map<string, string>()
  const replaced = (value: Value): Value => {
    if (typeof value !== 'string' && typeof value !== 'number') return value
    let text = String(value)
    for (const [from, to] of changes) text = text.replaceAll(from, to)
    return text.replace(DIGITS, (digits) => ids.get(digits) ?? digits)
  }
  await db.connection().execute(async (connection) => {
    for (const { text, values, rows } of statements) {
      const { rows: made } = await connection.executeQuery<Row>(CompiledQuery.raw(text, values.map(replaced)))
      for (const [at, row] of rows.entries())
        for (const [column, id] of Object.entries(row))
          if (Number(id) > FIRST_ID && !ids.has(String(id))) ids.set(String(id), String(made[at]?.[column] ?? id))
    }
  })
}
