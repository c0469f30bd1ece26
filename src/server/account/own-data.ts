import { sql } from 'kysely'
import { type BrandTransaction, forBrand } from '#server/db/for-brand.ts'
import { accountTables } from '#server/db/tables/account-tables.ts'
import { budgetKeys, type Visitor } from '#server/guard/visitor.ts'
import type { AccountPorts } from './account-ports.ts'
import { checkOwnPassword } from './secrets/own-password.ts'
import { recordSecurityEvent } from './security-events.ts'

/** The table that events are in when no other place is named for them. */
const EVENTS = 'analytics_event'

/** The rows of a table that are a player's. */
export interface OwnRows {
  readonly table: string
  readonly rows: readonly Readonly<Record<string, unknown>>[]
}

/** A player's own data, for that player alone. */
export function createOwnData(ports: AccountPorts) {
  const { db, clock, guard, eventsOfAccount } = ports

  /** Table after table, so that no more than one is in memory. */
  async function* tablesOf(brandId: string, accountId: number): AsyncGenerator<OwnRows> {
    const door = forBrand(db, brandId)
    for (const { name, columns } of await accountTables(db)) {
      const rows = await door.transaction((tx) =>
        tx
          .select(name as 'identifier')
          .select(columns as 'kind'[])
          .where('account_id', '=', accountId)
          .execute(),
      )
      const others = name === EVENTS ? await eventsOfAccount?.(brandId, accountId) : undefined
      yield { table: name, rows: [...rows, ...(others ?? [])] }
    }
    yield { table: 'ledger_entry', rows: await door.transaction((tx) => entriesOf(tx, accountId)) }
    yield { table: 'recording_segment', rows: await door.transaction((tx) => segmentsOf(tx, accountId)) }
  }

  return {
    /** Everything that the tables hold about a player, without hashes and sealed secrets; the player's password is
     *  required.
     *  @throws AppError password.wrong, rate.limited */
    async exportOwnData(visitor: Visitor, accountId: number, password: string): Promise<AsyncGenerator<OwnRows>> {
      await checkOwnPassword(ports, visitor, accountId, password)
      await guard.take('data_export', visitor.brandId, budgetKeys(visitor, `#${accountId}`))
      const exported = { kind: 'account.exported', accountId, now: clock() } as const
      await forBrand(db, visitor.brandId).transaction((tx) => recordSecurityEvent(tx, visitor, exported))
      return tablesOf(visitor.brandId, accountId)
    },
  }
}

function entriesOf(tx: BrandTransaction, accountId: number) {
  return tx
    .select('ledger_entry')
    .selectAll('ledger_entry')
    .innerJoin('currency_account', (join) =>
      join
        .onRef('currency_account.brand_id', '=', 'ledger_entry.brand_id')
        .onRef('currency_account.currency_account_id', '=', 'ledger_entry.currency_account_id'),
    )
    .where('currency_account.account_id', '=', accountId)
    .execute()
}

/** What was recorded of a player's visits: the events of each segment as JSON, gzipped, in base64. */
function segmentsOf(tx: BrandTransaction, accountId: number) {
  return tx
    .select('recording_segment')
    .innerJoin('recording', (join) =>
      join
        .onRef('recording.brand_id', '=', 'recording_segment.brand_id')
        .onRef('recording.recording_id', '=', 'recording_segment.recording_id'),
    )
    .select(['recording_segment.recording_id', 'chain_id', 'part', 'first_at'])
    .select(sql<string>`encode(body, 'base64')`.as('gzip_base64'))
    .where('recording.account_id', '=', accountId)
    .orderBy('first_at')
    .execute()
}
