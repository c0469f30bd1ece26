import { sql } from 'kysely'
import { prizeOfTicket } from '#machines/lotteries/toto/toto-settlement.rules.ts'
import type { TotoTicket, TotoTicketsAnswer, TotoTicketsQuery } from '#schemas'
import { type BrandTransaction, forBrand } from '#server/db/for-brand.ts'
import { storableId } from '#server/db/storable.ts'
import { type DrawRow, readDraw } from './draw-rows.ts'
import { type createDrawView, hitsSoFar } from './draw-view.ts'
import type { TicketPlayer, TicketRow } from './ticket-placing.ts'
import type { TotoPorts } from './toto-ports.ts'

const PAGE = 20

/** Tickets as their players see them. */
export function createTicketView(
  ports: Pick<TotoPorts, 'db'>,
  view: Pick<ReturnType<typeof createDrawView>, 'standing' | 'ifNow'>,
) {
  /** What the tickets of one draw are shown by. */
  async function facts(tx: BrandTransaction, drawId: number) {
    const draw = await readDraw(tx, drawId)
    const { ends, endsNow } = await view.standing(tx, draw)
    return { draw, ends, endsNow, ifNow: await view.ifNow(tx, draw, endsNow) }
  }

  async function shown(tx: BrandTransaction, rows: readonly TicketRow[]): Promise<TotoTicket[]> {
    const byDraw = new Map<number, Awaited<ReturnType<typeof facts>>>()
    const tickets: TotoTicket[] = []
    for (const row of rows) {
      const of = byDraw.get(row.draw_id) ?? (await facts(tx, row.draw_id))
      byDraw.set(row.draw_id, of)
      const { draw, ends, endsNow, ifNow } = of
      const now = ifNow && {
        ifNowMinor: prizeOfTicket(
          ifNow,
          { hits: hitsSoFar(row.marks, draw, endsNow), unitsPerLine: row.units_per_line },
          draw.terms.isCumulative,
        ),
      }
      tickets.push({ ...shownTicket(row, draw), hits: hitsSoFar(row.marks, draw, ends), ...now })
    }
    return tickets
  }

  return {
    /** A ticket that was bought just now. */
    one: (brandId: string, row: TicketRow): Promise<TotoTicket> =>
      forBrand(ports.db, brandId).transaction(async (tx) => {
        const [ticket] = await shown(tx, [row])
        if (!ticket) throw new Error('the ticket is not shown')
        return ticket
      }),

    /** A page of the tickets of a player, the latest first. */
    page: ({ brandId, accountId }: TicketPlayer, query: TotoTicketsQuery): Promise<TotoTicketsAnswer> =>
      forBrand(ports.db, brandId).transaction(async (tx) => {
        const { page = 1 } = query
        const count = await filtered(tx, accountId, query).select(sql<number>`count(*)`.as('total')).executeTakeFirst()
        const rows = await filtered(tx, accountId, query)
          .selectAll('toto_ticket')
          .orderBy('ticket_id', 'desc')
          .limit(PAGE)
          .offset((page - 1) * PAGE)
          .execute()
        return { tickets: await shown(tx, rows), pages: Math.ceil(Number(count?.total ?? 0) / PAGE) }
      }),
  }
}

function filtered(tx: BrandTransaction, accountId: number, query: TotoTicketsQuery) {
  const { drawId, couponNumber, rundownNumber, drawStatus } = query
  let rows = tx
    .select('toto_ticket')
    .innerJoin('toto_draw', (join) =>
      join
        .onRef('toto_draw.brand_id', '=', 'toto_ticket.brand_id')
        .onRef('toto_draw.draw_id', '=', 'toto_ticket.draw_id'),
    )
    .where('account_id', '=', accountId)
  if (drawId !== undefined) rows = rows.where('toto_ticket.draw_id', '=', storableId(drawId))
  if (couponNumber !== undefined) rows = rows.where('ticket_id', '=', storableId(couponNumber))
  if (rundownNumber !== undefined) rows = rows.where('toto_draw.number', '=', Math.min(rundownNumber, 2_147_483_647))
  if (drawStatus !== undefined) rows = rows.where('toto_draw.status', '=', drawStatus)
  return rows
}

function shownTicket(row: TicketRow, draw: DrawRow): Omit<TotoTicket, 'hits' | 'ifNowMinor'> {
  const { ticket_id: couponNumber, state, marks, lines, units_per_line: unitsPerLine } = row
  const { draw_id: drawId, pool, type_id: typeId, number, status: drawStatus, currency, exponent } = draw
  return {
    ...{ couponNumber, drawId, pool, typeId, number, drawStatus, state, marks, lines, unitsPerLine },
    ...{ stakeMinor: row.stake_minor, payoutMinor: row.payout_minor, currency, exponent },
    ...{ placedAt: row.placed_at.toISOString(), closesAt: draw.closes_at.toISOString() },
  }
}
