import type { Selectable } from 'kysely'
import { AppError } from '#calls/app-error.ts'
import { type BingoCard, bingoCard } from '#machines/lotteries/bingo/bingo-card.rules.ts'
import type { BingoRoom } from '#schemas'
import type { BrandTransaction } from '#server/db/for-brand.ts'
import { storableId } from '#server/db/storable.ts'
import type { LotteryBingoRoundTable, LotteryBingoTicketTable } from '#server/db/tables/bingo-tables.ts'

export type RoundRow = Omit<Selectable<LotteryBingoRoundTable>, 'brand_id'>
export type BingoTicketRow = Omit<Selectable<LotteryBingoTicketTable>, 'brand_id'>

/** Under which name the jackpot of a room is kept. */
export function jackpotId(roomId: string): string {
  return `bingo/${roomId}`
}

/** The rounds of all rooms that are sold or called. */
export function roundsNow(tx: BrandTransaction): Promise<Pick<RoundRow, 'room_id' | 'currency'>[]> {
  return tx
    .select('lottery_bingo_round')
    .select(['room_id', 'currency'])
    .where('state', 'in', ['open', 'calling'])
    .execute()
}

/** The round of a room that is sold or called in a currency. */
export function roundNow(tx: BrandTransaction, roomId: string, currency: string): Promise<RoundRow | undefined> {
  return tx
    .select('lottery_bingo_round')
    .selectAll('lottery_bingo_round')
    .where('room_id', '=', roomId)
    .where('currency', '=', currency)
    .where('state', 'in', ['open', 'calling'])
    .executeTakeFirst()
}

/** A round by its number. @throws AppError bingo.round_unknown */
export async function readRound(tx: BrandTransaction, roundId: number): Promise<RoundRow> {
  const row = await roundQuery(tx, roundId).executeTakeFirst()
  if (!row) throw new AppError('bingo.round_unknown')
  return row
}

/** The same, kept from all others until the end of the transaction. @throws AppError bingo.round_unknown */
export async function lockRound(tx: BrandTransaction, roundId: number): Promise<RoundRow> {
  const row = await roundQuery(tx, roundId).forUpdate().executeTakeFirst()
  if (!row) throw new AppError('bingo.round_unknown')
  return row
}

function roundQuery(tx: BrandTransaction, roundId: number) {
  return tx.select('lottery_bingo_round').selectAll('lottery_bingo_round').where('round_id', '=', storableId(roundId))
}

/** Tickets of players. */
export function bingoTickets(tx: BrandTransaction) {
  return tx.select('lottery_bingo_ticket').selectAll('lottery_bingo_ticket')
}

/** The cards of a ticket. */
export function cardsOfTicket(
  kind: BingoRoom['kind'],
  { salt, cards }: Pick<BingoTicketRow, 'salt' | 'cards'>,
): readonly BingoCard[] {
  return Array.from({ length: cards }, (_, place) => bingoCard(kind, salt, place))
}
