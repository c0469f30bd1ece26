import { AppError } from '#calls/app-error.ts'
import { prizeMinor } from '#machines/odds/scratch-odds.rules.ts'
import type { BrandTransaction } from '#server/db/for-brand.ts'
import { storableJson } from '#server/db/storable.ts'
import type { DrawPorts } from '../draws/draw-ports.ts'
import { closePool } from '../money/pool-accounts.ts'
import { settleTickets } from '../money/ticket-money.ts'
import { type CardRow, type DeckRow, type DeckTable, lockDeck } from './deck-rows.ts'

/** Scratches a card, once: its prize is paid out of its price and by the house, which keeps what is left, so that nothing of a card stays in the
 *  pool (LOT-5, LOT-7). The last card of a deck that is sold out ends it. */
export async function scratchCard(
  tx: BrandTransaction,
  ports: DrawPorts & { readonly table: DeckTable },
  ticketId: number,
): Promise<{ readonly card: CardRow; readonly deck: DeckRow }> {
  const { deck_id: deckId } = await cardQuery(tx, ticketId).executeTakeFirstOrThrow()
  const deck = await lockDeck(tx, deckId)
  const card = await cardQuery(tx, ticketId).executeTakeFirstOrThrow()
  if (card.state !== 'sealed') return { card, deck }
  const now = ports.clock()
  const prize = ports.table({ serverSeed: deck.server_seed, deckId, terms: deck.terms }).prizes[card.card - 1] ?? ''
  const won = deck.terms.prizes[prize]
  const amountMinor = won ? prizeMinor(card.price_minor, won.timesE2) : 0
  const { account_id: accountId, funds, price_minor: priceMinor } = card
  const { currency, game_id: gameId, number } = deck
  await settleTickets(tx, ports, [{ ticketId, accountId, currency, now, funds, amountMinor }])
  await closePool(tx, {
    ...{ reference: `${gameId}/${number}/${card.card}`, currency, now, jackpotMinor: 0, breakageMinor: 0 },
    houseMinor: priceMinor - amountMinor,
  })
  const scratched = deck.scratched + 1
  const isOver = deck.state === 'sold_out' && scratched === deck.cards
  const changes = {
    ...{ scratched, state: isOver ? ('over' as const) : deck.state },
    won: won ? { ...deck.won, [prize]: (deck.won[prize] ?? 0) + 1 } : deck.won,
  }
  await tx
    .update('lottery_deck', { ...changes, won: storableJson(changes.won) })
    .where('deck_id', '=', deckId)
    .execute()
  const after = await tx
    .update('lottery_scratch_card', {
      ...{ state: won ? 'won' : 'lost', prize, payout_minor: amountMinor, scratched_at: now },
    })
    .where('ticket_id', '=', ticketId)
    .returningAll('lottery_scratch_card')
    .executeTakeFirstOrThrow()
  return { card: after, deck: { ...deck, ...changes } }
}

function cardQuery(tx: BrandTransaction, ticketId: number) {
  return tx.select('lottery_scratch_card').selectAll('lottery_scratch_card').where('ticket_id', '=', ticketId)
}

/** A card of a player. @throws AppError scratch.card_unknown */
export function known<Row>(row: Row | undefined): Row {
  if (row === undefined) throw new AppError('scratch.card_unknown')
  return row
}
