import { isDeepStrictEqual } from 'node:util'
import type { Selectable } from 'kysely'
import { AppError } from '#calls/app-error.ts'
import { linesOf, marksFault, ticketPrice } from '#machines/lotteries/toto/toto-marks.rules.ts'
import { outcomeCount } from '#machines/lotteries/toto/toto-outcomes.rules.ts'
import type { TotoTicketBody } from '#schemas'
import { type BrandTransaction, forBrand } from '#server/db/for-brand.ts'
import { storableJson } from '#server/db/storable.ts'
import type { TotoTicketTable } from '#server/db/tables/toto-tables.ts'
import { newTicketIds, takeTicketStake } from '../money/ticket-money.ts'
import { closesAt, type DrawRow, holdDraw, matchesOf } from './draw-rows.ts'
import type { TotoPorts } from './toto-ports.ts'

/** A ticket as it is kept. */
export type TicketRow = Selectable<TotoTicketTable>

/** Whose ticket it is. */
export interface TicketPlayer {
  readonly brandId: string
  readonly accountId: number
}

/** The id by which terms of bonuses name a pool: `toto-fifteen`. */
export function gameIdOf({ pool }: Pick<DrawRow, 'pool'>): string {
  return `toto-${pool}`
}

/** Sells a ticket: by the server's clock and the book, before the first game of its draw has started. The same name again is the same
 *  ticket, paid once (LOT-7). @throws AppError toto.*, balance.too_low, or the reason of the guard */
export function placeTicket(
  ports: TotoPorts,
  { brandId, accountId }: TicketPlayer,
  asked: TotoTicketBody,
): Promise<TicketRow> {
  return forBrand(ports.db, brandId).transaction(async (tx) => {
    const { guid, drawId, marks, unitsPerLine } = asked
    await lockPlayer(tx, accountId)
    const before = await ticketByGuid(tx, accountId, guid)
    if (before) return sameTicket(before, asked)
    const draw = await holdDraw(tx, drawId)
    const now = ports.clock()
    await checkCashOut(tx, ports, draw, { asked, accountId, now })
    const lines = linesOf(marks)
    const stakeMinor = ticketPrice(lines, unitsPerLine, draw.terms.unitMinor)
    const [ticketId] = await newTicketIds(tx, 1)
    if (ticketId === undefined) throw new Error('no number was given to the ticket')
    const stake = { ticketId, accountId, currency: draw.currency, gameId: gameIdOf(draw), amountMinor: stakeMinor, now }
    const funds = await takeTicketStake(tx, ports, stake)
    return tx
      .insert('toto_ticket', {
        ...{
          ticket_id: ticketId,
          draw_id: draw.draw_id,
          account_id: accountId,
          guid,
          marks: storableJson(marks),
          lines,
        },
        ...{ units_per_line: unitsPerLine, stake_minor: stakeMinor, funds: storableJson(funds), placed_at: now },
      })
      .returningAll()
      .executeTakeFirstOrThrow()
  })
}

/** Two tickets of one player wait for each other: the same name twice is one ticket, and the number of tickets holds. */
async function lockPlayer(tx: BrandTransaction, accountId: number): Promise<void> {
  await tx.select('account').select('account_id').where('account_id', '=', accountId).forNoKeyUpdate().execute()
}

function sameTicket(row: TicketRow, { drawId, marks, unitsPerLine }: TotoTicketBody): TicketRow {
  if (row.draw_id === drawId && row.units_per_line === unitsPerLine && isDeepStrictEqual(row.marks, marks)) return row
  throw new AppError('toto.ticket_other')
}

async function checkCashOut(
  tx: BrandTransaction,
  ports: TotoPorts,
  draw: DrawRow,
  of: { readonly asked: TotoTicketBody; readonly accountId: number; readonly now: Date },
): Promise<void> {
  const { asked, accountId, now } = of
  const { terms, status, draw_id: drawId } = draw
  const matches = await matchesOf(tx, drawId)
  const games = await ports.games.now(
    tx,
    matches.map(({ game_id }) => game_id),
  )
  if (status !== 'open' || now >= closesAt(matches, games, now)) throw new AppError('toto.draw_closed')
  const { events, mostLines, mostUnitsPerLine, mostTickets, needsIdentity } = terms
  const faulty = marksFault(asked.marks, { events, outcomes: outcomeCount(terms), mostLines })
  if (faulty) throw new AppError(faulty.fault, { event: faulty.place + 1, count: events, most: mostLines })
  if (asked.unitsPerLine > mostUnitsPerLine) throw new AppError('toto.units_wrong', { most: mostUnitsPerLine })
  if (needsIdentity && !(await ports.isVerified(tx, accountId))) throw new AppError('toto.identity_needed')
  if (mostTickets > 0 && (await ticketsIn(tx, accountId, drawId)) >= mostTickets)
    throw new AppError('toto.tickets_full', { most: mostTickets })
  if (!(await hasAccount(tx, accountId, draw.currency)))
    throw new AppError('toto.other_currency', { currency: draw.currency })
}

async function ticketsIn(tx: BrandTransaction, accountId: number, drawId: number): Promise<number> {
  const rows = await tx
    .select('toto_ticket')
    .select('ticket_id')
    .where('account_id', '=', accountId)
    .where('draw_id', '=', drawId)
    .execute()
  return rows.length
}

async function hasAccount(tx: BrandTransaction, accountId: number, currency: string): Promise<boolean> {
  const row = await tx
    .select('currency_account')
    .select('currency_account_id')
    .where('account_id', '=', accountId)
    .where('currency', '=', currency)
    .where('kind', '=', 'cash')
    .where('closed_at', 'is', null)
    .executeTakeFirst()
  return row !== undefined
}

function ticketByGuid(tx: BrandTransaction, accountId: number, guid: string): Promise<TicketRow | undefined> {
  return tx
    .select('toto_ticket')
    .selectAll('toto_ticket')
    .where('account_id', '=', accountId)
    .where('guid', '=', guid)
    .executeTakeFirst()
}
