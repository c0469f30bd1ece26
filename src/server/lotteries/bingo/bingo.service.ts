import { AppError } from '#calls/app-error.ts'
import { shownCurrency } from '#machines/odds/draw-prices.rules.ts'
import { type BrandTransaction, forBrand } from '#server/db/for-brand.ts'
import { logFailure } from '#server/db/storage-outage.ts'
import type { DrawPlayer, DrawPorts } from '../draws/draw-ports.ts'
import { readJackpot } from '../draws/draw-rows.ts'
import { cancelRound, keepRounds } from './bingo-keeping.ts'
import { openRounds } from './bingo-opening.ts'
import { type BingoTicketRow, bingoTickets, jackpotId, type RoundRow, readRound, roundNow } from './bingo-rows.ts'
import { type AskedBingo, sellCards } from './bingo-selling.ts'

const RESULTS_AT_ONCE = 10
const TICKETS_AT_ONCE = 20
/** Leaves of a round that are listed with its proof. */
const MOST_LEAVES = 5000

/** A round with the jackpot that it can win. */
export interface RoundNow {
  readonly round: RoundRow
  readonly jackpotMinor: number
}

/** A ticket with its round. */
export interface TicketOfRound {
  readonly ticket: BingoTicketRow
  readonly round: RoundRow
}

/** Bingo of all brands: rooms whose rounds are sold, called and paid (LOT-5, LOT-6, LOT-7). */
export function createBingo(ports: DrawPorts) {
  const { db, clock, log } = ports
  const offered = async (brandId: string) => {
    const { lotteries, global } = await ports.sections(brandId)
    const rooms = Object.entries(lotteries.bingo)
      .filter(([, room]) => room.isOffered)
      .sort(([, one], [, other]) => one.order - other.order)
    return { rooms, global }
  }
  return {
    /** Opens, closes, calls and pays what is due of a brand. */
    async keep(brandId: string): Promise<void> {
      await keepRounds(ports, brandId)
      const { rooms, global } = await offered(brandId)
      await forBrand(db, brandId).transaction((tx) => openRounds(tx, ports, { rooms, global, now: clock() }))
    },

    /** The rooms that are open, each with its round.
     *  @param currency whose rounds are shown, where a room has a price in it; otherwise that of the brand */
    async lobby(brandId: string, currency?: string): Promise<readonly RoundNow[]> {
      const { rooms, global } = await offered(brandId)
      const shown = (tx: BrandTransaction) =>
        rooms.map(async ([id, room]) => (await shownRound(tx, id, shownCurrency(room.prices, global, currency))) ?? [])
      return forBrand(db, brandId).transaction(async (tx) => (await Promise.all(shown(tx))).flat())
    },

    /** The round of a room that is seen now. @throws AppError bingo.room_unknown */
    async room(brandId: string, roomId: string, currency?: string): Promise<RoundNow> {
      const { rooms, global } = await offered(brandId)
      const room = rooms.find(([id]) => id === roomId)?.[1]
      if (!room) throw new AppError('bingo.room_unknown')
      const of = shownCurrency(room.prices, global, currency)
      const shown = await forBrand(db, brandId).transaction((tx) => shownRound(tx, roomId, of))
      if (!shown) throw new AppError('bingo.room_unknown')
      return shown
    },

    /** Rounds of a room in a currency that are over, the last first. */
    results: (brandId: string, roomId: string, currency: string): Promise<readonly RoundRow[]> =>
      forBrand(db, brandId).transaction((tx) => resultsOf(tx, roomId, currency)),

    /** Buys cards. @throws AppError bingo.*, draws.*, balance.too_low, or the reason of protection */
    async buy({ brandId, accountId }: DrawPlayer, asked: AskedBingo): Promise<TicketOfRound> {
      const sections = await ports.sections(brandId)
      return forBrand(db, brandId).transaction(async (tx) => {
        const ticket = await sellCards(tx, ports, { accountId, sections, now: clock(), asked })
        return { ticket, round: await readRound(tx, ticket.round_id) }
      })
    },

    /** Tickets of a player, the last bought first; of a round all of them. */
    tickets: (
      { brandId, accountId }: DrawPlayer,
      of: { readonly page: number; readonly round?: number | undefined },
    ): Promise<{ readonly tickets: readonly TicketOfRound[]; readonly pages: number }> =>
      forBrand(db, brandId).transaction((tx) => ticketsOf(tx, accountId, of)),

    /** A round with all that it follows from. @throws AppError bingo.round_unknown */
    proof: (brandId: string, roundId: number) => forBrand(db, brandId).transaction((tx) => proofOf(tx, roundId)),

    /** Cancels a round that is still sold; its tickets are refunded by the next round of work.
     *  @throws AppError bingo.round_unknown, draws.draw_over */
    cancel: (tx: BrandTransaction, of: { readonly roundId: number; readonly reason: string }) => cancelRound(tx, of),

    /** Keeps all the brands that are named; one brand's trouble does not keep the others'. */
    async keepAll(brandIds: readonly string[]): Promise<void> {
      for (const brandId of brandIds)
        await this.keep(brandId).catch((error: unknown) =>
          logFailure(log, error, { brandId }, 'bingo: a brand was left as it is'),
        )
    },
  }
}

/** A ticket has a card at least, and a player at most 48 cards in a round. */
const MOST_OF_ROUND = 48

/** Bingo as the server has it. */
export type Bingo = ReturnType<typeof createBingo>

function resultsOf(tx: BrandTransaction, roomId: string, currency: string): Promise<RoundRow[]> {
  return tx
    .select('lottery_bingo_round')
    .selectAll('lottery_bingo_round')
    .where('room_id', '=', roomId)
    .where('currency', '=', currency)
    .where('state', 'in', ['paid', 'cancelled'])
    .orderBy('round_id', 'desc')
    .limit(RESULTS_AT_ONCE)
    .execute()
}

async function ticketsOf(
  tx: BrandTransaction,
  accountId: number,
  of: { readonly page: number; readonly round?: number | undefined },
) {
  const own = bingoTickets(tx).where('account_id', '=', accountId)
  const mine = of.round === undefined ? own : own.where('round_id', '=', of.round)
  const { total } = await mine
    .clearSelect()
    .select(({ fn }) => fn.countAll<string>().as('total'))
    .executeTakeFirstOrThrow()
  const most = of.round === undefined ? TICKETS_AT_ONCE : MOST_OF_ROUND
  const page = mine.orderBy('ticket_id', 'desc').limit(most)
  const rows = await page.offset((of.page - 1) * most).execute()
  return { tickets: await withRounds(tx, rows), pages: Math.max(1, Math.ceil(Number(total) / most)) }
}

async function proofOf(tx: BrandTransaction, roundId: number) {
  const round = await readRound(tx, roundId)
  const jackpotMinor = round.jackpot_in_minor ?? (await jackpotOf(tx, round))
  const leaves =
    round.root === null
      ? []
      : await bingoTickets(tx).where('round_id', '=', roundId).orderBy('ticket_id').limit(MOST_LEAVES).execute()
  return { round, jackpotMinor, leaves: leaves.map(({ leaf }) => leaf) }
}

/** The round that is sold or called, or until the next one is opened the last. */
async function shownRound(tx: BrandTransaction, roomId: string, currency: string): Promise<RoundNow | null> {
  const round =
    (await roundNow(tx, roomId, currency)) ??
    (await tx
      .select('lottery_bingo_round')
      .selectAll('lottery_bingo_round')
      .where('room_id', '=', roomId)
      .where('currency', '=', currency)
      .orderBy('round_id', 'desc')
      .limit(1)
      .executeTakeFirst())
  return round ? { round, jackpotMinor: round.jackpot_in_minor ?? (await jackpotOf(tx, round)) } : null
}

function jackpotOf(tx: BrandTransaction, { room_id: roomId, currency }: RoundRow): Promise<number> {
  return readJackpot(tx, jackpotId(roomId), currency)
}

async function withRounds(tx: BrandTransaction, tickets: readonly BingoTicketRow[]): Promise<readonly TicketOfRound[]> {
  const rounds = new Map<number, RoundRow>()
  for (const { round_id } of tickets) if (!rounds.has(round_id)) rounds.set(round_id, await readRound(tx, round_id))
  return tickets.flatMap((ticket) => {
    const round = rounds.get(ticket.round_id)
    return round ? [{ ticket, round }] : []
  })
}
