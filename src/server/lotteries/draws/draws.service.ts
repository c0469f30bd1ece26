import { AppError } from '#calls/app-error.ts'
import { linePrice, pricesOf, shownCurrency } from '#machines/odds/draw-prices.rules.ts'
import type { DrawGame } from '#schemas'
import { type BrandTransaction, forBrand } from '#server/db/for-brand.ts'
import { storableId } from '#server/db/storable.ts'
import { logFailure } from '#server/db/storage-outage.ts'
import { buyTickets } from './draw-buying.ts'
import { cancelDraw, keepDraws } from './draw-keeping.ts'
import { openDraws } from './draw-opening.ts'
import type { AskedPurchase, DrawPlayer, DrawPorts, DrawSections } from './draw-ports.ts'
import {
  type DrawMoneyRow,
  type DrawRow,
  type DrawWithMoney,
  leavesOf,
  moneyOf,
  readDraw,
  readJackpot,
  type TicketRow,
  treeOfDraw,
  withMoney,
} from './draw-rows.ts'

const RESULTS_AT_ONCE = 10
const TICKETS_AT_ONCE = 20
/** Leaves of a draw that are listed with its proof. */
const MOST_LEAVES = 5000
/** How often the draws that are ahead are looked over, ms. */
const OPEN_EVERY_MS = 20_000

/** A game with what the lobby shows of it. */
export interface GameNow {
  readonly id: string
  readonly game: DrawGame
  readonly currency: string
  readonly exponent: number
  /** Price of a line. */
  readonly priceMinor: number
  readonly jackpotMinor: number
  readonly next: DrawRow | undefined
  readonly last: DrawWithMoney | undefined
}

/** A ticket with its draw. */
export interface TicketOfDraw {
  readonly ticket: TicketRow
  readonly draw: DrawRow
  readonly money: DrawMoneyRow
}

/** What the functions of `createDraws` share. */
interface DrawsParts {
  readonly ports: DrawPorts
  readonly opened: Map<string, number>
}

/** Draw games of all brands: what is sold, bought, drawn and paid (LOT-5, LOT-6, LOT-7). */
export function createDraws(ports: DrawPorts) {
  const { db, clock, log } = ports
  const opened = new Map<string, number>()
  const parts: DrawsParts = { ports, opened }
  return {
    /** Opens, closes, draws and pays what is due of a brand. */
    async keep(brandId: string): Promise<void> {
      await open(parts, brandId)
      await keepDraws(ports, brandId)
    },

    /** The games that a brand sells now, each with its next draw and its last one.
     *  @param currency in which prices are said, where a game has one in it; otherwise that of the brand */
    async lobby(brandId: string, currency?: string): Promise<readonly GameNow[]> {
      const { games, global } = await offered(parts, brandId)
      return forBrand(db, brandId).transaction(async (tx) => {
        const found: GameNow[] = []
        for (const [id, game] of games) found.push(await gameNow(tx, { id, game, currency, global, now: clock() }))
        return found
      })
    },

    /** A game with the draws that it is sold for, and those that are over. @throws AppError draws.game_unknown */
    game: (brandId: string, id: string, of: GameWish = {}) => game(parts, brandId, id, of),

    /** Buys lines for draws. @throws AppError draws.*, balance.too_low, or the reason of protection */
    buy: (drawPlayer: DrawPlayer, asked: AskedPurchase) => buy(parts, drawPlayer, asked),

    /** Tickets of a player, the last bought first. */
    tickets: (drawPlayer: DrawPlayer, of: { readonly page: number; readonly gameId?: string | undefined }) =>
      tickets(parts, drawPlayer, of),

    /** A ticket with its way to the root. @throws AppError draws.ticket_unknown */
    receipt: (drawPlayer: DrawPlayer, ticketId: number) => receipt(parts, drawPlayer, ticketId),

    /** A draw with all that its result follows from. @throws AppError draws.draw_unknown */
    proof(brandId: string, drawId: number) {
      return forBrand(db, brandId).transaction(async (tx) => {
        const draw = await readDraw(tx, drawId)
        const isListed = draw.root !== null && draw.tickets <= MOST_LEAVES
        const leaves = isListed ? await leavesOf(tx, drawId, MOST_LEAVES) : []
        return { draw, money: await moneyOf(tx, [drawId]), leaves }
      })
    },

    /** Cancels a draw whose numbers are not drawn; its tickets are refunded by the next round. @throws AppError draws.draw_over */
    cancel: (tx: BrandTransaction, of: { readonly drawId: number; readonly reason: string }) => cancelDraw(tx, of),

    /** Keeps all the brands that are named; one brand's trouble does not keep the others'. */
    async keepAll(brandIds: readonly string[]): Promise<void> {
      for (const brandId of brandIds)
        await this.keep(brandId).catch((error: unknown) =>
          logFailure(log, error, { brandId }, 'lotteries: a brand was left as it is'),
        )
    },
  }
}

async function offered({ ports }: DrawsParts, brandId: string) {
  const { lotteries, global } = await ports.sections(brandId)
  const games = Object.entries(lotteries.games)
    .filter(([, game]) => game.isOffered)
    .sort(([, one], [, other]) => one.order - other.order)
  return { games, global, beacon: lotteries.beacon }
}

/** Opens what is missing of the draws that are ahead. */
async function open(parts: DrawsParts, brandId: string): Promise<void> {
  const { ports, opened } = parts
  const { clock, db } = ports
  const now = clock()
  if (now.getTime() - (opened.get(brandId) ?? Number.NEGATIVE_INFINITY) < OPEN_EVERY_MS) return
  const { games, global, beacon } = await offered(parts, brandId)
  const opening = { ...ports, namesBeacon: beacon.isUsed && ports.beacon !== undefined }
  await forBrand(db, brandId).transaction((tx) => openDraws(tx, opening, { games, global, now }))
  opened.set(brandId, now.getTime())
}

/** What is asked of a game: a page of its results, and a currency for its prices. */
export interface GameWish {
  readonly page?: number | undefined
  readonly currency?: string | undefined
}

async function game(parts: DrawsParts, brandId: string, id: string, { page = 1, currency }: GameWish) {
  const { clock, db } = parts.ports
  const { games, global } = await offered(parts, brandId)
  const game = games.find(([gameId]) => gameId === id)?.[1]
  if (!game) throw new AppError('draws.game_unknown')
  const now = clock()
  return forBrand(db, brandId).transaction(async (tx) => {
    const draws = await openOnes(tx, id, now, game.drawsAhead)
    const { total } = await over(tx, id)
      .select(({ fn }) => fn.countAll<string>().as('total'))
      .executeTakeFirstOrThrow()
    const results = await over(tx, id)
      .selectAll('lottery_draw')
      .orderBy('draws_at', 'desc')
      .limit(RESULTS_AT_ONCE)
      .offset((page - 1) * RESULTS_AT_ONCE)
      .execute()
    const card = await gameNow(tx, { id, game, currency, global, now })
    const shown = await withMoney(tx, results, card.currency)
    return { card, draws, results: shown, pages: Math.max(1, Math.ceil(Number(total) / RESULTS_AT_ONCE)) }
  })
}

async function buy(
  { ports }: DrawsParts,
  { brandId, accountId }: DrawPlayer,
  asked: AskedPurchase,
): Promise<readonly TicketOfDraw[]> {
  const { db, clock } = ports
  const sections = await ports.sections(brandId)
  return forBrand(db, brandId).transaction(async (tx) => {
    const ids = await buyTickets(tx, ports, { accountId, sections, now: clock(), asked })
    return withDraws(tx, await ticketsOf(tx, accountId).where('ticket_id', 'in', ids).orderBy('ticket_id').execute())
  })
}

function tickets(
  { ports: { db } }: DrawsParts,
  { brandId, accountId }: DrawPlayer,
  of: { readonly page: number; readonly gameId?: string | undefined },
) {
  return forBrand(db, brandId).transaction(async (tx) => {
    const mine = () => {
      const query = ticketsOf(tx, accountId)
      return of.gameId === undefined
        ? query
        : query.where('draw_id', 'in', (from) =>
            from
              .selectFrom('lottery_draw')
              .select('lottery_draw.draw_id')
              .where('game_id', '=', of.gameId ?? ''),
          )
    }
    const { total } = await mine()
      .clearSelect()
      .select(({ fn }) => fn.countAll<string>().as('total'))
      .executeTakeFirstOrThrow()
    const rows = await mine()
      .orderBy('ticket_id', 'desc')
      .limit(TICKETS_AT_ONCE)
      .offset((of.page - 1) * TICKETS_AT_ONCE)
      .execute()
    return {
      tickets: await withDraws(tx, rows),
      pages: Math.max(1, Math.ceil(Number(total) / TICKETS_AT_ONCE)),
    }
  })
}

function receipt({ ports: { db } }: DrawsParts, { brandId, accountId }: DrawPlayer, ticketId: number) {
  return forBrand(db, brandId).transaction(async (tx) => {
    const row = await ticketsOf(tx, accountId).where('ticket_id', '=', storableId(ticketId)).executeTakeFirst()
    const [found] = await withDraws(tx, row ? [row] : [])
    if (!found) throw new AppError('draws.ticket_unknown')
    if (found.draw.root === null) return { ...found, index: -1, path: [] }
    const { index, path } = await treeOfDraw(tx, found.draw.draw_id, found.ticket.leaf)
    return { ...found, index, path }
  })
}

/** Draw games as the server has them. */
export type Draws = ReturnType<typeof createDraws>

function over(tx: BrandTransaction, gameId: string) {
  return tx
    .select('lottery_draw')
    .where('game_id', '=', gameId)
    .where('state', 'in', ['drawn', 'paying', 'paid', 'cancelled'])
}

function openOnes(tx: BrandTransaction, gameId: string, now: Date, most: number): Promise<DrawRow[]> {
  return tx
    .select('lottery_draw')
    .selectAll('lottery_draw')
    .where('game_id', '=', gameId)
    .where('state', '=', 'open')
    .where('closes_at', '>', now)
    .orderBy('draws_at')
    .limit(most)
    .execute()
}

async function gameNow(
  tx: BrandTransaction,
  of: {
    readonly id: string
    readonly game: DrawGame
    readonly currency: string | undefined
    readonly global: DrawSections['global']
    readonly now: Date
  },
): Promise<GameNow> {
  const { id, game, global, now } = of
  const { defaultCurrency } = global
  const currency = shownCurrency(pricesOf(game, defaultCurrency), global, of.currency)
  const priceMinor = linePrice(game, currency, defaultCurrency) ?? game.priceMinor
  const [next] = await openOnes(tx, id, now, 1)
  const last = await over(tx, id)
    .selectAll('lottery_draw')
    .where('state', '!=', 'cancelled')
    .orderBy('draws_at', 'desc')
    .limit(1)
    .executeTakeFirst()
  const exponent = global.currencies[currency]?.exponent ?? 2
  const [lastShown] = await withMoney(tx, last ? [last] : [], currency)
  const jackpotMinor = await readJackpot(tx, id, currency)
  return { id, game, currency, exponent, priceMinor, jackpotMinor, next, last: lastShown }
}

function ticketsOf(tx: BrandTransaction, accountId: number) {
  return tx.select('lottery_ticket').selectAll('lottery_ticket').where('account_id', '=', accountId)
}

async function withDraws(tx: BrandTransaction, tickets: readonly TicketRow[]): Promise<readonly TicketOfDraw[]> {
  if (tickets.length === 0) return []
  const ids = [...new Set(tickets.map(({ draw_id }) => draw_id))]
  const rows = await tx.select('lottery_draw').selectAll('lottery_draw').where('draw_id', 'in', ids).execute()
  const byId = new Map(rows.map((row) => [row.draw_id, row]))
  const moneyByName = new Map((await moneyOf(tx, ids)).map((row) => [`${row.draw_id}/${row.currency}`, row]))
  return tickets.flatMap((ticket) => {
    const [draw, money] = [byId.get(ticket.draw_id), moneyByName.get(`${ticket.draw_id}/${ticket.currency}`)]
    return draw && money ? [{ ticket, draw, money }] : []
  })
}
