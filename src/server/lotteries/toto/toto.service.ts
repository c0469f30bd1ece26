import type { TotoTicket, TotoTicketBody } from '#schemas'
import { type BrandTransaction, forBrand } from '#server/db/for-brand.ts'
import { sideBySide } from '#server/db/side-by-side.ts'
import { cancelDraw, enterResult } from './draw-desk.ts'
import { makeDraw, makeDueDraws } from './draw-making.ts'
import { payTickets } from './draw-paying.ts'
import type { DrawRow } from './draw-rows.ts'
import { stepDraw } from './draw-settling.ts'
import { createDrawView } from './draw-view.ts'
import { placeTicket, type TicketPlayer } from './ticket-placing.ts'
import { createTicketView } from './ticket-view.ts'
import type { TotoPorts } from './toto-ports.ts'

/** How long after its results a draw is still corrected by what the feed puts right. */
const CORRECTED_WITHIN_MS = 7 * 86_400_000
/** Types whose draws are kept side by side. */
const TYPES_AT_ONCE = 4

interface LivingDraw {
  readonly drawId: number
  readonly status: DrawRow['status']
  readonly isDone: boolean
}

/** Pools on lists of games (LOT-4, LOT-7, LOT-8). */
export type TotoService = ReturnType<typeof createToto>

/** Makes toto. */
export function createToto(ports: TotoPorts) {
  const { db, clock } = ports
  const view = createDrawView(ports)
  const tickets = createTicketView(ports, view)
  const inBrand = <Result>(brandId: string, work: (tx: BrandTransaction) => Promise<Result>) =>
    forBrand(db, brandId).transaction(work)

  /** The draws of which something may have changed: all that are not done, and those whose results can still be put right. */
  const livingDraws = (brandId: string) =>
    inBrand(brandId, (tx) =>
      tx
        .select('toto_draw')
        .select(['draw_id as drawId', 'type_id as typeId', 'status', 'is_done as isDone'])
        .where((where) =>
          where.or([
            where('is_done', '=', false),
            where.and([
              where('status', '=', 'paid'),
              where('resulted_at', '>', new Date(clock().getTime() - CORRECTED_WITHIN_MS)),
            ]),
          ]),
        )
        .orderBy('draw_id')
        .execute(),
    )

  /** Takes a draw as far as it can go now. */
  const keepDraw = async (brandId: string, { drawId, status, isDone }: LivingDraw) => {
    let isDue = !isDone && (status === 'resulted' || status === 'cancelled')
    // Each turn is one step of the life of the draw.
    while (await inBrand(brandId, (tx) => stepDraw(tx, ports, drawId))) isDue = true
    while (isDue) isDue = (await inBrand(brandId, (tx) => payTickets(tx, ports, drawId))) > 0
  }

  return {
    draws: view.draws,
    draw: view.draw,
    tickets: tickets.page,

    /** Sells a ticket. @throws AppError toto.*, balance.too_low, or the reason of the guard */
    buy: async (player: TicketPlayer, asked: TotoTicketBody): Promise<TotoTicket> =>
      tickets.one(player.brandId, await placeTicket(ports, player, asked)),

    /** Takes all draws of a brand as far as they can be taken now: makes, closes, settles, pays and corrects. Each step is a transaction of
     *  its own, and a step that was cut off is begun again. */
    async work(brandId: string): Promise<void> {
      await makeDueDraws(ports, brandId)
      // The jackpot of a type is what the draw before has left, so that the draws of a type follow each other.
      const types = Map.groupBy(await livingDraws(brandId), ({ typeId }) => typeId).values()
      await sideBySide(types, TYPES_AT_ONCE, async (draws) => {
        for (const draw of draws) await keepDraw(brandId, draw)
      })
    },

    /** What operators do, in the transaction of their act. */
    desk: {
      make: async (tx: BrandTransaction, asked: Omit<Parameters<typeof makeDraw>[2], 'sections'>) =>
        makeDraw(tx, ports, { ...asked, sections: await ports.sections(tx.brandId) }),
      cancel: cancelDraw,
      result: enterResult,
    },
  }
}
