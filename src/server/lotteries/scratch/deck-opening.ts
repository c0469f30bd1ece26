import { termsHash } from '#machines/lotteries/fairness/draw-proof.rules.ts'
import type { ScratchGame } from '#schemas'
import type { BrandTransaction } from '#server/db/for-brand.ts'
import { storableJson } from '#server/db/storable.ts'
import type { DrawPorts, DrawSections } from '../draws/draw-ports.ts'
import { type DeckRow, type DeckTable, openDeckOf } from './deck-rows.ts'

/** Opens the next deck of a game in a currency where none is sold: it is shuffled by a secret of its own, and the root of its cards and the hash of the secret are
 *  public from then on (LOT-6). In a currency without a price it is not sold. */
export async function openDeck(
  tx: BrandTransaction,
  { newSeed, table }: Pick<DrawPorts, 'newSeed'> & { readonly table: DeckTable },
  of: {
    readonly gameId: string
    readonly game: ScratchGame
    readonly currency: string
    readonly global: DrawSections['global']
    readonly now: Date
  },
): Promise<DeckRow | undefined> {
  const { gameId, game, currency, global, now } = of
  const priceMinor = Object.hasOwn(game.prices, currency) ? game.prices[currency] : undefined
  if (priceMinor === undefined) return undefined
  const open = await openDeckOf(tx, gameId, currency)
  if (open) return open
  const { last } = await tx
    .select('lottery_deck')
    .select(({ fn }) => fn.max('number').as('last'))
    .where('game_id', '=', gameId)
    .executeTakeFirstOrThrow()
  const serverSeed = newSeed()
  const row = {
    ...{ game_id: gameId, number: Number(last ?? 0) + 1, state: 'open' as const, currency, price_minor: priceMinor },
    ...{ exponent: global.currencies[currency]?.exponent ?? 2, terms: storableJson(game), cards: game.cards },
    ...{ terms_hash: termsHash(game), server_seed: serverSeed, root: '', opened_at: now },
  }
  // Another process may open it at the same time: one of them does.
  const made = await tx
    .insert('lottery_deck', row)
    .onConflict((conflict) => conflict.doNothing())
    .returning('deck_id')
    .executeTakeFirst()
  if (!made) return openDeckOf(tx, gameId, currency)
  const { levels } = table({ serverSeed, deckId: made.deck_id, terms: game })
  return tx
    .update('lottery_deck', { root: levels.at(-1)?.[0] ?? '' })
    .where('deck_id', '=', made.deck_id)
    .returningAll('lottery_deck')
    .executeTakeFirstOrThrow()
}
