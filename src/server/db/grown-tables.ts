import { type Kysely, sql } from 'kysely'

/** Pages that a table may gain before it is counted for the first time. */
const FEW_PAGES = 2

/** Has the database count the rows of tables that have more than doubled since it did last, and look how their values are spread: by that it
 *  chooses how statements are carried out. A server of PostgreSQL does so by itself about a minute after, unless that is off; the embedded
 *  database never does.
 *  @returns the names of the tables that were counted */
export async function countGrownTables<Tables>(db: Kysely<Tables>): Promise<readonly string[]> {
  const grown = await asOwner(db, (trx) =>
    sql<{ name: string }>`
      select quote_ident(space.nspname) || '.' || quote_ident(one.relname) as name
      from pg_class one join pg_namespace space on space.oid = one.relnamespace
      where one.relkind = 'r' and one.relpersistence = 'p' and pg_get_userbyid(one.relowner) = current_user
        and space.nspname not in ('pg_catalog', 'information_schema')
        and pg_relation_size(one.oid) / current_setting('block_size')::int > 2 * greatest(one.relpages, 0) + ${FEW_PAGES}::int
      order by name`.execute(trx),
  )
  const names = grown.rows.map(({ name }) => name)
  // Each in a transaction of its own: nobody waits for the others.
  for (const name of names) await asOwner(db, (trx) => sql.raw(`analyze ${name}`).execute(trx))
  return names
}

/** Runs a statement as the owner of the tables, which sessions are not as a rule. */
function asOwner<Tables, Result>(db: Kysely<Tables>, work: (trx: Kysely<Tables>) => Promise<Result>): Promise<Result> {
  return db.transaction().execute(async (trx) => {
    await sql`set local role none`.execute(trx)
    return work(trx)
  })
}
