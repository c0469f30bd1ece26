import { AppError } from '#calls/app-error.ts'
import type { BrandTransaction } from '#server/db/for-brand.ts'
import { storableJson } from '#server/db/storable.ts'
import type { DrawPorts, DrawSections } from '../draws/draw-ports.ts'
import { newTicketIds, takeTicketStake } from '../money/ticket-money.ts'
import { type CardRow, cardsOf, lockDeck } from './deck-rows.ts'

/** What a player asks for. */
export interface AskedCard {
  /** Name of the purchase: asked again under it, it is the same. */
  readonly guid: string
  readonly game: string
  /** The deck that the player has seen. */
  readonly deck: number
  /** What the player has seen as the price, minor units. */
  readonly priceMinor: number
}

/** Sells the next card of a deck, once under the name of the purchase: its price is taken as a stake, with protection asked first (LOT-5, LOT-7).
 *  @throws AppError scratch.*, draws.price_changed, draws.other_order, balance.too_low, or the reason of protection */
export async function sellCard(
  tx: BrandTransaction,
  ports: DrawPorts,
  of: {
    readonly accountId: number
    readonly sections: DrawSections
    readonly now: Date
    readonly asked: AskedCard
  },
): Promise<CardRow> {
  const { accountId, sections, now, asked } = of
  const { scratch } = sections.lotteries
  const game = Object.hasOwn(scratch, asked.game) ? scratch[asked.game] : undefined
  const deck = await lockDeck(tx, asked.deck)
  const former = await cardsOf(tx, accountId).where('guid', '=', asked.guid).executeTakeFirst()
  if (former) {
    if (former.deck_id !== asked.deck || former.price_minor !== asked.priceMinor)
      throw new AppError('draws.other_order')
    return former
  }
  if (!game?.isOffered) throw new AppError('scratch.game_unknown')
  if (deck.game_id !== asked.game) throw new AppError('scratch.deck_unknown')
  if (deck.state !== 'open') throw new AppError('scratch.deck_over')
  if (deck.price_minor !== asked.priceMinor) throw new AppError('draws.price_changed')
  const [ticketId = 0] = await newTicketIds(tx, 1)
  const { currency, price_minor: priceMinor } = deck
  const stake = { ticketId, accountId, currency, now, gameId: asked.game, amountMinor: priceMinor }
  const funds = await takeTicketStake(tx, ports, stake)
  const sold = deck.sold + 1
  await tx
    .update('lottery_deck', { sold, state: sold === deck.cards ? 'sold_out' : 'open' })
    .where('deck_id', '=', deck.deck_id)
    .execute()
  return tx
    .insert('lottery_scratch_card', {
      ...{ ticket_id: ticketId, deck_id: deck.deck_id, card: sold, account_id: accountId, guid: asked.guid },
      ...{ price_minor: priceMinor, funds: storableJson(funds), state: 'sealed', bought_at: now },
    })
    .returningAll()
    .executeTakeFirstOrThrow()
}
