import { AppError } from '#calls/app-error.ts'
import { statusAfter } from '#machines/lotteries/toto/toto-draw.machine.ts'
import { type EventEnd, hitLines } from '#machines/lotteries/toto/toto-marks.rules.ts'
import { prizeOfTicket } from '#machines/lotteries/toto/toto-settlement.rules.ts'
import type { BrandTransaction } from '#server/db/for-brand.ts'
import { postTransfer } from '#server/money/ledger.ts'
import { poolAccounts } from '../money/pool-accounts.ts'
import { settleTickets } from '../money/ticket-money.ts'
import { type DrawRow, lockDraw, matchesOf } from './draw-rows.ts'
import { changeDraw } from './draw-settling.ts'
import type { TicketRow } from './ticket-placing.ts'
import type { TotoPorts } from './toto-ports.ts'

/** Tickets that are paid in one transaction. */
const BATCH = 500

/** Pays some tickets of a draw whose prizes are known, or gives their stakes back where it was cancelled; each once for each settlement,
 *  however often the step is begun (LOT-7). @returns how many tickets were left to do */
export async function payTickets(tx: BrandTransaction, ports: TotoPorts, drawId: number): Promise<number> {
  const draw = await lockDraw(tx, drawId)
  if (draw.is_done || (draw.status !== 'resulted' && draw.status !== 'cancelled')) return 0
  const now = ports.clock()
  const wanted = draw.status === 'cancelled' ? draw.revision + 1 : draw.revision
  const tickets = await dueTickets(tx, drawId, wanted)
  if (draw.status === 'cancelled') await refund(tx, ports, { draw, tickets, revision: wanted, now })
  else await pay(tx, ports, { draw, tickets, now })
  if (tickets.length < BATCH) {
    const status = statusAfter({ status: draw.status, cancelAtVoids: draw.terms.cancelAtVoids }, { type: 'all.paid' })
    await changeDraw(tx, draw, { status, is_done: true })
  }
  return tickets.length
}

function dueTickets(tx: BrandTransaction, drawId: number, revision: number): Promise<TicketRow[]> {
  return tx
    .select('toto_ticket')
    .selectAll('toto_ticket')
    .where('draw_id', '=', drawId)
    .where('revision', '<', revision)
    .orderBy('ticket_id')
    .limit(BATCH)
    .execute()
}

interface Paying {
  readonly draw: DrawRow
  readonly tickets: readonly TicketRow[]
  readonly now: Date
}

async function pay(tx: BrandTransaction, ports: TotoPorts, { draw, tickets, now }: Paying): Promise<void> {
  const { settlement, terms, currency, revision } = draw
  if (!settlement) throw new Error(`the draw ${draw.draw_id} has no settlement`)
  const matches = await matchesOf(tx, draw.draw_id)
  const ends = matches.map(({ outcome, is_void }): EventEnd => (is_void ? 'void' : outcome))
  const judged = tickets.map((ticket) => {
    const hits = hitLines(ticket.marks, ends, terms.voidPolicy)
    const won = prizeOfTicket(settlement, { hits, unitsPerLine: ticket.units_per_line }, terms.isCumulative)
    return { ticket, won }
  })
  const first = judged.filter(({ ticket }) => ticket.revision === 0)
  await settleTickets(
    tx,
    ports,
    first.map(({ ticket, won }) => ({ ...moneyOf(ticket, currency, now), amountMinor: won })),
  )
  for (const { ticket, won } of judged)
    if (ticket.revision > 0 && won !== ticket.payout_minor) await correct(tx, { draw, ticket, won, now })
  for (const [payout, same] of Map.groupBy(judged, ({ won }) => won))
    await changeTickets(tx, same, { state: payout > 0 ? 'won' : 'lost', payout_minor: payout, revision })
}

async function refund(
  tx: BrandTransaction,
  ports: TotoPorts,
  { draw, tickets, revision, now }: Paying & { readonly revision: number },
): Promise<void> {
  const refunds = tickets.map((ticket) => ({
    ...moneyOf(ticket, draw.currency, now),
    ...{ amountMinor: ticket.stake_minor, isRefund: true },
  }))
  await settleTickets(tx, ports, refunds)
  for (const [stake, same] of Map.groupBy(tickets, ({ stake_minor }) => stake_minor))
    await changeTickets(
      tx,
      same.map((ticket) => ({ ticket })),
      { state: 'refunded', payout_minor: stake, revision },
    )
}

function moneyOf(ticket: TicketRow, currency: string, now: Date) {
  return { ticketId: ticket.ticket_id, accountId: ticket.account_id, currency, funds: ticket.funds, now }
}

async function changeTickets(
  tx: BrandTransaction,
  tickets: readonly { readonly ticket: TicketRow }[],
  changes: { readonly state: TicketRow['state']; readonly payout_minor: number; readonly revision: number },
): Promise<void> {
  const ids = tickets.map(({ ticket }) => ticket.ticket_id)
  await tx.update('toto_ticket', changes).where('ticket_id', 'in', ids).execute()
}

/** Pays the rest of a corrected prize, or takes back what is too much: what the player has no more is owed. */
async function correct(
  tx: BrandTransaction,
  of: { readonly draw: DrawRow; readonly ticket: TicketRow; readonly won: number; readonly now: Date },
): Promise<void> {
  const { draw, ticket, won, now } = of
  const { currency, revision } = draw
  const rows = await tx.call('bet_accounts', ticket.account_id, currency, ['receivable'], now)
  const cash = rows.find(({ kind }) => kind === 'cash')
  const owed = rows.find(({ kind }) => kind === 'receivable')
  if (!cash || !owed) throw new AppError('account.unknown')
  const pool = await poolAccounts(tx, currency, now)
  const gain = won - ticket.payout_minor
  const fromCash = gain > 0 ? gain : -Math.min(-gain, Number(cash.balance_minor))
  const parts = [
    [cash.currency_account_id, fromCash],
    [owed.currency_account_id, gain - fromCash],
    [pool.lottery_pool, -gain],
  ] as const
  const entries = parts
    .filter(([, amountMinor]) => amountMinor !== 0)
    .map(([currencyAccountId, amountMinor]) => ({ currencyAccountId, currency, amountMinor }))
  const kind = gain > 0 ? 'lottery-win' : 'lottery-win-undone'
  await postTransfer(tx, { kind, reference: `${ticket.ticket_id}:${revision}`, entries, now })
}
