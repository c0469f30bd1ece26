import { type Kysely, sql } from 'kysely'
import type { Database } from './tables.ts'

/** A table that has rows of accounts, and those of its columns that may be shown to the player. */
export interface AccountTable {
  readonly name: keyof Database
  readonly columns: readonly string[]
}

/** Columns that nobody is shown: hashes, sealed secrets, tokens, other players, what operators have found, and the brand, which every row
 *  has. */
const HIDDEN = /^brand_id$|hash|secret|token|proof_|_mark$|^referrer_id$|^void_/

/** Every table with rows of accounts, whatever tables there are, so that none is forgotten that comes later. */
export async function accountTables(db: Kysely<Database>): Promise<AccountTable[]> {
  const { rows } = await sql<{ table: string; column: string }>`
    select own.table_name as table, own.column_name as column
    from information_schema.columns as own
    join information_schema.columns as key on key.table_schema = own.table_schema and key.table_name = own.table_name
    where own.table_schema = current_schema() and key.column_name = 'account_id'
    order by own.table_name, own.ordinal_position`.execute(db)
  const tables = Map.groupBy(rows, ({ table }) => table)
  return [...tables].map(([name, columns]) => ({
    name: name as keyof Database,
    columns: columns.map(({ column }) => column).filter((column) => !HIDDEN.test(column)),
  }))
}
