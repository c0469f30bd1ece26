import { type Selectable, sql } from 'kysely'
import { AppError } from '#calls/app-error.ts'
import { isTableGame, type TableSettings } from '#machines/casino/tables/table-game.rules.ts'
import type { BrandTransaction } from '#server/db/for-brand.ts'
import { storableId, storableText } from '#server/db/storable.ts'
import type { CasinoTableRoundTable } from '#server/db/tables/casino-tables.ts'
import type { RoundRow } from '../play/round-rows.ts'
import type { SessionRow } from '../play/sessions.ts'

/** A round of a table. */
export type TableRoundRow = Selectable<CasinoTableRoundTable>

/** The last round of a table, over or not; undefined before the first. */
export function lastTableRound(tx: BrandTransaction, tableId: string): Promise<TableRoundRow | undefined> {
  return tx
    .select('casino_table_round')
    .selectAll('casino_table_round')
    .where('table_id', '=', storableText(tableId))
    .orderBy('table_round_id', 'desc')
    .limit(1)
    .executeTakeFirst()
}

/** A round of a table, locked: shared by those who play in it, alone by who continues it.
 *  @throws AppError casino.round_unknown when the table has none of that number */
export async function lockTableRound(
  tx: BrandTransaction,
  of: { readonly tableId: string; readonly roundId: number },
  by: 'player' | 'keeper',
): Promise<TableRoundRow> {
  const query = tx
    .select('casino_table_round')
    .selectAll('casino_table_round')
    .where('table_round_id', '=', storableId(of.roundId))
    .where('table_id', '=', storableText(of.tableId))
  const row = await (by === 'player' ? query.forShare() : query.forNoKeyUpdate()).executeTakeFirst()
  if (!row) throw new AppError('casino.round_unknown')
  return row
}

/** The rules by which a round of a table is played. */
export async function rulesOfTable(tx: BrandTransaction, rulesHash: string): Promise<TableSettings> {
  const { settings } = await tx
    .select('casino_rules')
    .select('settings')
    .where('rules_hash', '=', rulesHash)
    .executeTakeFirstOrThrow()
  if (!isTableGame(settings)) throw new Error(`the rules ${rulesHash} are none of a table`)
  return settings
}

/** The name of what a player has on a round of a table: one for all sessions for money in a currency, one for each session for fun. */
export function seatName(tableRoundId: number, { mode, account_id, currency, session_id }: SessionRow): string {
  return mode === 'real' ? `t${tableRoundId}.${account_id}.${currency}` : `t${tableRoundId}.${session_id}`
}

/** What players have on a round of a table, in the order in which they sat down. */
export function seatsAt(tx: BrandTransaction, tableRoundId: number, state?: 'open'): Promise<RoundRow[]> {
  const all = tx.select('casino_round').selectAll('casino_round').where('table_round_id', '=', tableRoundId)
  return (state ? all.where('state', '=', state) : all).orderBy('round_id').execute()
}

/** Whether anybody has staked on a round. */
export async function hasSeats(tx: BrandTransaction, tableRoundId: number): Promise<boolean> {
  const row = await tx
    .select('casino_round')
    .select('round_id')
    .where('table_round_id', '=', tableRoundId)
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}

/** The names of the first requests of a round, one a player. */
export async function firstRequests(tx: BrandTransaction, tableRoundId: number, most: number): Promise<string[]> {
  const rows = await tx
    .select('casino_round')
    .select(sql<string>`table_play->'requests'->0->>'guid'`.as('guid'))
    .where('table_round_id', '=', tableRoundId)
    .orderBy('round_id')
    .limit(most)
    .execute()
  return rows.map(({ guid }) => guid)
}
