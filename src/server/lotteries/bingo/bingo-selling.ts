import { randomBytes } from 'node:crypto'
import { AppError } from '#calls/app-error.ts'
import { leafOf } from '#machines/lotteries/fairness/ticket-tree.rules.ts'
import { canonicalJson } from '#machines/site/canonical-json.rules.ts'
import type { BrandTransaction } from '#server/db/for-brand.ts'
import { storableJson } from '#server/db/storable.ts'
import type { DrawPorts, DrawSections } from '../draws/draw-ports.ts'
import { newTicketIds, takeTicketStake } from '../money/ticket-money.ts'
import { type BingoTicketRow, bingoTickets, cardsOfTicket, lockRound } from './bingo-rows.ts'

/** What a player asks for. */
export interface AskedBingo {
  /** Name of the purchase: asked again under it, it is the same. */
  readonly guid: string
  readonly room: string
  /** The round that the player has seen. */
  readonly round: number
  readonly cards: number
  /** What the player has seen as the price of all, minor units. */
  readonly priceMinor: number
}

/** Sells cards of a round, once under the name of the purchase (LOT-5, LOT-7); the first ones of a round set the end of its sale. The clock of the
 *  server says whether the sale is open.
 *  @throws AppError bingo.*, draws.price_changed, draws.other_order, balance.too_low, or the reason of protection */
export async function sellCards(
  tx: BrandTransaction,
  ports: DrawPorts,
  of: {
    readonly accountId: number
    readonly sections: DrawSections
    readonly now: Date
    readonly asked: AskedBingo
  },
): Promise<BingoTicketRow> {
  const { accountId, sections, now, asked } = of
  const round = await lockRound(tx, asked.round)
  const mine = () => bingoTickets(tx).where('account_id', '=', accountId)
  const former = await mine().where('guid', '=', asked.guid).executeTakeFirst()
  if (former) {
    if (former.round_id !== asked.round || former.cards !== asked.cards || former.price_minor !== asked.priceMinor)
      throw new AppError('draws.other_order')
    return former
  }
  const { bingo } = sections.lotteries
  const room = Object.hasOwn(bingo, asked.room) ? bingo[asked.room] : undefined
  if (!room?.isOffered) throw new AppError('bingo.room_unknown')
  if (round.room_id !== asked.room) throw new AppError('bingo.round_unknown')
  if (round.state !== 'open' || (round.closes_at !== null && round.closes_at <= now))
    throw new AppError('bingo.sale_over')
  if (round.price_minor * asked.cards !== asked.priceMinor) throw new AppError('draws.price_changed')
  const others = await mine().where('round_id', '=', asked.round).execute()
  const most = round.terms.maxCards
  if (others.reduce((sum, { cards }) => sum + cards, asked.cards) > most)
    throw new AppError('bingo.too_many_cards', { most })
  return sell(tx, ports, { round, accountId, asked, now })
}

async function sell(
  tx: BrandTransaction,
  ports: DrawPorts,
  of: {
    readonly round: Awaited<ReturnType<typeof lockRound>>
    readonly accountId: number
    readonly asked: AskedBingo
    readonly now: Date
  },
): Promise<BingoTicketRow> {
  const { round, accountId, asked, now } = of
  const { round_id: roundId, currency, terms } = round
  const [ticketId = 0] = await newTicketIds(tx, 1)
  const { cards: count, priceMinor, guid } = asked
  const stake = { ticketId, accountId, currency, now, gameId: asked.room, amountMinor: priceMinor }
  const funds = await takeTicketStake(tx, ports, stake)
  // What the cards follow from is secret, as the salt of a receipt: nobody finds a player's cards by trying.
  const salt = randomBytes(32).toString('hex')
  const cards = cardsOfTicket(terms.kind, { salt, cards: count })
  const receipt = canonicalJson({ boughtAt: now.toISOString(), cards, priceMinor, roundId, salt, ticketId })
  const closesAt = round.closes_at ?? new Date(now.getTime() + terms.saleSeconds * 1000)
  await tx
    .update('lottery_bingo_round', {
      ...{ closes_at: closesAt, cards: round.cards + count, staked_minor: round.staked_minor + priceMinor },
    })
    .where('round_id', '=', roundId)
    .execute()
  return tx
    .insert('lottery_bingo_ticket', {
      ...{ ticket_id: ticketId, round_id: roundId, account_id: accountId, guid, cards: count, salt },
      ...{ price_minor: priceMinor, funds: storableJson(funds), receipt, leaf: leafOf(receipt) },
      ...{ state: 'open', bought_at: now },
    })
    .returningAll()
    .executeTakeFirstOrThrow()
}
