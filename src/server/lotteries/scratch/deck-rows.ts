import type { Selectable } from 'kysely'
import { AppError } from '#calls/app-error.ts'
import { levelsOf } from '#machines/lotteries/fairness/ticket-tree.rules.ts'
import { leavesOfDeck, shuffledDeck } from '#machines/lotteries/scratch/scratch-deck.rules.ts'
import type { ScratchGame } from '#schemas'
import type { BrandTransaction } from '#server/db/for-brand.ts'
import { storableId } from '#server/db/storable.ts'
import type { LotteryDeckTable, LotteryScratchCardTable } from '#server/db/tables/scratch-tables.ts'

export type DeckRow = Omit<Selectable<LotteryDeckTable>, 'brand_id'>
export type CardRow = Omit<Selectable<LotteryScratchCardTable>, 'brand_id'>

/** A deck as it lies: its prizes in order, and the tree of its cards. */
export interface LaidDeck {
  /** Ids of prizes in the order of the cards; `''` where a card wins nothing. */
  readonly prizes: readonly string[]
  /** Levels of the tree, the leaves first. */
  readonly levels: readonly (readonly string[])[]
}

/** Decks that are kept in memory; laying one out takes a moment. */
const MOST_LAID = 60

/** Lays decks out by their secrets, each once while it is asked for. */
export function createDeckTable() {
  const laid = new Map<string, LaidDeck>()
  return (of: { readonly serverSeed: string; readonly deckId: number; readonly terms: ScratchGame }): LaidDeck => {
    const key = `${of.deckId}/${of.serverSeed}`
    const found = laid.get(key) ?? layOut(of)
    laid.delete(key)
    laid.set(key, found)
    if (laid.size > MOST_LAID) laid.delete([...laid.keys()][0] ?? '')
    return found
  }
}

/** Decks by their secrets. */
export type DeckTable = ReturnType<typeof createDeckTable>

function layOut(of: { readonly serverSeed: string; readonly deckId: number; readonly terms: ScratchGame }): LaidDeck {
  const prizes = shuffledDeck(of.terms, of)
  return { prizes, levels: levelsOf(leavesOfDeck(prizes, of)) }
}

/** The deck of a game that is sold in a currency. */
export function openDeckOf(tx: BrandTransaction, gameId: string, currency: string): Promise<DeckRow | undefined> {
  return tx
    .select('lottery_deck')
    .selectAll('lottery_deck')
    .where('game_id', '=', gameId)
    .where('currency', '=', currency)
    .where('state', '=', 'open')
    .executeTakeFirst()
}

/** All decks that are sold, by {@link deckKey}. */
export async function openDecks(tx: BrandTransaction): Promise<ReadonlyMap<string, DeckRow>> {
  const rows = await tx.select('lottery_deck').selectAll('lottery_deck').where('state', '=', 'open').execute()
  return new Map(rows.map((deck) => [deckKey(deck.game_id, deck.currency), deck]))
}

/** Name of the deck of a game that is sold in a currency. */
export function deckKey(gameId: string, currency: string): string {
  return `${gameId}/${currency}`
}

/** A deck by its number. @throws AppError scratch.deck_unknown */
export async function readDeck(tx: BrandTransaction, deckId: number): Promise<DeckRow> {
  const row = await deckQuery(tx, deckId).executeTakeFirst()
  if (!row) throw new AppError('scratch.deck_unknown')
  return row
}

/** The same, kept from all others until the end of the transaction. @throws AppError scratch.deck_unknown */
export async function lockDeck(tx: BrandTransaction, deckId: number): Promise<DeckRow> {
  const row = await deckQuery(tx, deckId).forUpdate().executeTakeFirst()
  if (!row) throw new AppError('scratch.deck_unknown')
  return row
}

function deckQuery(tx: BrandTransaction, deckId: number) {
  return tx.select('lottery_deck').selectAll('lottery_deck').where('deck_id', '=', storableId(deckId))
}

/** Cards of a player. */
export function cardsOf(tx: BrandTransaction, accountId: number) {
  return tx.select('lottery_scratch_card').selectAll('lottery_scratch_card').where('account_id', '=', accountId)
}
