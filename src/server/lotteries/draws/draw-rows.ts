import type { Selectable } from 'kysely'
import { AppError } from '#calls/app-error.ts'
import type { BrandTransaction } from '#server/db/for-brand.ts'
import { storableId } from '#server/db/storable.ts'
import type { LotteryDrawTable, LotteryTicketTable } from '#server/db/tables/draw-tables.ts'

export type DrawRow = Omit<Selectable<LotteryDrawTable>, 'brand_id'>
export type TicketRow = Omit<Selectable<LotteryTicketTable>, 'brand_id'>

/** A draw by its number. @throws AppError draws.draw_unknown */
export async function readDraw(tx: BrandTransaction, drawId: number): Promise<DrawRow> {
  const row = await tx
    .select('lottery_draw')
    .selectAll('lottery_draw')
    .where('draw_id', '=', storableId(drawId))
    .executeTakeFirst()
  if (!row) throw new AppError('draws.draw_unknown')
  return row
}

/** The same, kept from all others until the end of the transaction. */
export async function lockDraw(tx: BrandTransaction, drawId: number): Promise<DrawRow> {
  const row = await tx
    .select('lottery_draw')
    .selectAll('lottery_draw')
    .where('draw_id', '=', storableId(drawId))
    .forUpdate()
    .executeTakeFirst()
  if (!row) throw new AppError('draws.draw_unknown')
  return row
}

/** Tickets of a draw in their order, from after one of them. */
export function ticketsAfter(
  tx: BrandTransaction,
  of: { readonly drawId: number; readonly after: number; readonly most: number; readonly state: TicketRow['state'] },
): Promise<TicketRow[]> {
  return tx
    .select('lottery_ticket')
    .selectAll('lottery_ticket')
    .where('draw_id', '=', of.drawId)
    .where('state', '=', of.state)
    .where('ticket_id', '>', of.after)
    .orderBy('ticket_id')
    .limit(of.most)
    .execute()
}

/** Leaves of the tickets of a draw, in the order of their numbers. */
export async function leavesOf(tx: BrandTransaction, drawId: number): Promise<readonly string[]> {
  const rows = await tx
    .select('lottery_ticket')
    .select('leaf')
    .where('draw_id', '=', drawId)
    .orderBy('ticket_id')
    .execute()
  return rows.map(({ leaf }) => leaf)
}

/** What a game carries to its next draw, minor units. */
export async function readJackpot(tx: BrandTransaction, gameId: string, currency: string): Promise<number> {
  const row = await tx
    .select('lottery_game')
    .select('jackpot_minor')
    .where('game_id', '=', gameId)
    .where('currency', '=', currency)
    .executeTakeFirst()
  return row?.jackpot_minor ?? 0
}
