import { pathIn } from '#machines/lotteries/fairness/ticket-tree.rules.ts'
import { saltOf } from '#machines/lotteries/scratch/scratch-deck.rules.ts'
import { shownCurrency } from '#machines/odds/draw-prices.rules.ts'
import type { ScratchGame } from '#schemas'
import { type BrandTransaction, forBrand } from '#server/db/for-brand.ts'
import { storableId } from '#server/db/storable.ts'
import { logFailure } from '#server/db/storage-outage.ts'
import type { DrawPlayer, DrawPorts } from '../draws/draw-ports.ts'
import { known, scratchCard } from './card-revealing.ts'
import { type AskedCard, sellCard } from './card-selling.ts'
import { openDeck } from './deck-opening.ts'
import {
  type CardRow,
  cardsOf,
  createDeckTable,
  type DeckRow,
  type DeckTable,
  deckKey,
  openDecks,
  readDeck,
} from './deck-rows.ts'

const CARDS_AT_ONCE = 20
/** Cards that are scratched by themselves in one round. */
const LATE_AT_ONCE = 200

/** A game with the deck that is sold. */
export interface ScratchNow {
  readonly id: string
  readonly game: ScratchGame
  readonly deck: DeckRow
}

/** A card with its deck, and once it is scratched what proves it. */
export interface CardNow {
  readonly card: CardRow
  readonly deck: DeckRow
  readonly proof: { readonly salt: string; readonly path: readonly string[] } | null
}

/** Scratch cards of all brands: decks that are committed to before they are sold, and cards that are paid once (LOT-5, LOT-6, LOT-7). */
export function createScratch(ports: DrawPorts) {
  const { db, clock, log } = ports
  const table = createDeckTable()
  const withTable = { ...ports, table }
  const offered = (brandId: string) => offeredGames(ports, brandId)
  const shown = (card: CardRow, deck: DeckRow): CardNow => {
    if (card.state === 'sealed') return { card, deck, proof: null }
    const source = { serverSeed: deck.server_seed, deckId: deck.deck_id }
    const { levels } = table({ ...source, terms: deck.terms })
    return { card, deck, proof: { salt: saltOf(source, card.card), path: pathIn(levels, card.card - 1) } }
  }
  return {
    /** Opens decks that are missing in the currency of the brand, and scratches cards that have lain too long. */
    keep: (brandId: string): Promise<void> => keepDecks(withTable, brandId),

    /** The games that a brand sells now, each with its deck. The first deck of another currency is opened for who comes with it first.
     *  @param wished whose decks are shown, where a game has a price in it; otherwise that of the brand */
    async lobby(brandId: string, wished?: string): Promise<readonly ScratchNow[]> {
      const { games, global } = await offered(brandId)
      return forBrand(db, brandId).transaction(async (tx) => {
        const shown: ScratchNow[] = []
        const open = await openDecks(tx)
        for (const [id, game] of games) {
          const currency = shownCurrency(game.prices, global, wished)
          const asked = { gameId: id, game, currency, global, now: clock() }
          const deck = open.get(deckKey(id, currency)) ?? (await openDeck(tx, withTable, asked))
          if (deck) shown.push({ id, game, deck })
        }
        return shown
      })
    },

    /** Buys a card. @throws AppError scratch.*, draws.*, balance.too_low, or the reason of protection */
    async buy({ brandId, accountId }: DrawPlayer, asked: AskedCard): Promise<CardNow> {
      const sections = await ports.sections(brandId)
      return forBrand(db, brandId).transaction(async (tx) => {
        const card = await sellCard(tx, ports, { accountId, sections, now: clock(), asked })
        return shown(card, await readDeck(tx, card.deck_id))
      })
    },

    /** Scratches a card of a player; of one that is scratched it says the same again. @throws AppError scratch.card_unknown */
    reveal({ brandId, accountId }: DrawPlayer, ticketId: number): Promise<CardNow> {
      return forBrand(db, brandId).transaction(async (tx) => {
        const own = cardsOf(tx, accountId).where('ticket_id', '=', storableId(ticketId))
        known(await own.executeTakeFirst())
        const { card, deck } = await scratchCard(tx, withTable, ticketId)
        return shown(card, deck)
      })
    },

    /** Cards of a player, the last bought first. */
    cards: ({ brandId, accountId }: DrawPlayer, page: number) =>
      forBrand(db, brandId).transaction(async (tx) => {
        const { cards, pages } = await cardPage(tx, accountId, page)
        return { cards: cards.map(({ card, deck }) => shown(card, deck)), pages }
      }),

    /** A deck. @throws AppError scratch.deck_unknown */
    deck: (brandId: string, deckId: number) => forBrand(db, brandId).transaction((tx) => readDeck(tx, deckId)),

    /** Keeps all the brands that are named; one brand's trouble does not keep the others'. */
    async keepAll(brandIds: readonly string[]): Promise<void> {
      for (const brandId of brandIds)
        await this.keep(brandId).catch((error: unknown) =>
          logFailure(log, error, { brandId }, 'scratch cards: a brand was left as it is'),
        )
    },
  }
}

/** Scratch cards as the server has them. */
export type Scratch = ReturnType<typeof createScratch>

async function keepDecks(ports: DrawPorts & { readonly table: DeckTable }, brandId: string): Promise<void> {
  const { games, global, revealAfterMs } = await offeredGames(ports, brandId)
  const now = ports.clock()
  const door = forBrand(ports.db, brandId)
  const open = await door.transaction(openDecks)
  for (const [gameId, game] of games) {
    const currency = shownCurrency(game.prices, global)
    if (open.has(deckKey(gameId, currency))) continue
    await door.transaction((tx) => openDeck(tx, ports, { gameId, game, currency, global, now }))
  }
  const late = await door.transaction((tx) => lateCards(tx, new Date(now.getTime() - revealAfterMs)))
  for (const ticketId of late) await door.transaction((tx) => scratchCard(tx, ports, ticketId))
}

async function offeredGames({ sections }: DrawPorts, brandId: string) {
  const { lotteries, global } = await sections(brandId)
  const games = Object.entries(lotteries.scratch)
    .filter(([, game]) => game.isOffered)
    .sort(([, one], [, other]) => one.order - other.order)
  return { games, global, revealAfterMs: lotteries.revealAfterHours * 3_600_000 }
}

async function cardPage(tx: BrandTransaction, accountId: number, page: number) {
  const { total } = await cardsOf(tx, accountId)
    .clearSelect()
    .select(({ fn }) => fn.countAll<string>().as('total'))
    .executeTakeFirstOrThrow()
  const rows = await cardsOf(tx, accountId)
    .orderBy('ticket_id', 'desc')
    .limit(CARDS_AT_ONCE)
    .offset((page - 1) * CARDS_AT_ONCE)
    .execute()
  const decks = new Map<number, DeckRow>()
  for (const { deck_id } of rows) if (!decks.has(deck_id)) decks.set(deck_id, await readDeck(tx, deck_id))
  const cards = rows.flatMap((card) => {
    const deck = decks.get(card.deck_id)
    return deck ? [{ card, deck }] : []
  })
  return { cards, pages: Math.max(1, Math.ceil(Number(total) / CARDS_AT_ONCE)) }
}

async function lateCards(tx: BrandTransaction, before: Date): Promise<readonly number[]> {
  const rows = await tx
    .select('lottery_scratch_card')
    .select('ticket_id')
    .where('state', '=', 'sealed')
    .where('bought_at', '<', before)
    .orderBy('bought_at')
    .limit(LATE_AT_ONCE)
    .execute()
  return rows.map(({ ticket_id }) => ticket_id)
}
