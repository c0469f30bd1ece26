import type { Selectable, Updateable } from 'kysely'
import { AppError } from '#calls/app-error.ts'
import { type GrownTree, growTree } from '#machines/lotteries/fairness/ticket-tree.rules.ts'
import type { BrandTransaction } from '#server/db/for-brand.ts'
import { storableId } from '#server/db/storable.ts'
import type { LotteryDrawMoneyTable, LotteryDrawTable, LotteryTicketTable } from '#server/db/tables/draw-tables.ts'

export type DrawRow = Omit<Selectable<LotteryDrawTable>, 'brand_id'>
export type DrawMoneyRow = Omit<Selectable<LotteryDrawMoneyTable>, 'brand_id'>
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

/** Changes a draw. @returns the draw after it */
export function changeDraw(
  tx: BrandTransaction,
  drawId: number,
  changes: Updateable<LotteryDrawTable>,
): Promise<DrawRow> {
  return tx
    .update('lottery_draw', changes)
    .where('draw_id', '=', drawId)
    .returningAll('lottery_draw')
    .executeTakeFirstOrThrow()
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

/** Leaves that are read at once. */
const LEAVES_AT_ONCE = 5000

/** The tree over the tickets of a draw in the order of their numbers. Leaves are read some at a time and none is kept, so that memory does not grow
 *  with the tickets (LOT-6).
 *  @param wanted a leaf whose way to the root is asked for */
export async function treeOfDraw(tx: BrandTransaction, drawId: number, wanted?: string): Promise<GrownTree> {
  const tree = growTree(wanted)
  for (let after = 0; ; ) {
    const rows = await leafRows(tx, drawId, { after, most: LEAVES_AT_ONCE })
    for (const { leaf } of rows) tree.add(leaf)
    if (rows.length < LEAVES_AT_ONCE) return tree.end()
    after = rows.at(-1)?.ticket_id ?? 0
  }
}

/** The first leaves of a draw, in the order of its tickets. */
export async function leavesOf(tx: BrandTransaction, drawId: number, most: number): Promise<readonly string[]> {
  return (await leafRows(tx, drawId, { after: 0, most })).map(({ leaf }) => leaf)
}

function leafRows(tx: BrandTransaction, drawId: number, of: { readonly after: number; readonly most: number }) {
  return tx
    .select('lottery_ticket')
    .select(['ticket_id', 'leaf'])
    .where('draw_id', '=', drawId)
    .where('ticket_id', '>', of.after)
    .orderBy('ticket_id')
    .limit(of.most)
    .execute()
}

/** Opens the money of a draw in a currency, with its first ticket. @returns whether it was not there */
export async function openMoney(
  tx: BrandTransaction,
  row: Pick<DrawMoneyRow, 'draw_id' | 'currency' | 'exponent' | 'price_minor'>,
): Promise<boolean> {
  const made = await tx
    .insert('lottery_draw_money', row)
    .onConflict((conflict) => conflict.doNothing())
    .returning('draw_id')
    .executeTakeFirst()
  return made !== undefined
}

/** The money of draws in all currencies in which they have tickets, in the order of the codes. */
export async function moneyOf(tx: BrandTransaction, drawIds: readonly number[]): Promise<readonly DrawMoneyRow[]> {
  if (drawIds.length === 0) return []
  return tx
    .select('lottery_draw_money')
    .selectAll('lottery_draw_money')
    .where('draw_id', 'in', drawIds)
    .orderBy('currency')
    .execute()
}

/** A draw with the money of its tickets in a currency; without it where there were none. */
export interface DrawWithMoney {
  readonly draw: DrawRow
  readonly money: DrawMoneyRow | undefined
}

/** Puts to draws their money in a currency. */
export async function withMoney(
  tx: BrandTransaction,
  draws: readonly DrawRow[],
  currency: string,
): Promise<readonly DrawWithMoney[]> {
  const all = await moneyOf(
    tx,
    draws.map(({ draw_id }) => draw_id),
  )
  return draws.map((draw) => ({
    draw,
    money: all.find((money) => money.draw_id === draw.draw_id && money.currency === currency),
  }))
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
