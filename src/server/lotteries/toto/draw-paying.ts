import { AppError } from '#calls/app-error.ts'
import { statusAfter } from '#machines/lotteries/toto/toto-draw.machine.ts'
import { type EventEnd, hitLines } from '#machines/lotteries/toto/toto-marks.rules.ts'
import { prizeOfTicket } from '#machines/lotteries/toto/toto-settlement.rules.ts'
import type { BrandTransaction } from '#server/db/for-brand.ts'
import type { CurrencyAccountKind } from '#server/db/tables/money-tables.ts'
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
    if (ticket.revision > 0 && won !== ticket.payout_minor) await correct(tx, ports, { draw, ticket, won, now })
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

/** Pays the rest of a corrected prize, or takes back what is too much: what the player has no more is owed. What a bonus has paid goes by
 *  what has happened to it. */
async function correct(
  tx: BrandTransaction,
  { funding }: TotoPorts,
  of: { readonly draw: DrawRow; readonly ticket: TicketRow; readonly won: number; readonly now: Date },
): Promise<void> {
  const { draw, ticket, won, now } = of
  const { ticket_id: roundId, account_id: accountId, payout_minor: formerMinor } = ticket
  const { currency, revision } = draw
  const rows = await tx.call('bet_accounts', accountId, currency, ['receivable', 'promo'], now)
  const held = (kind: CurrencyAccountKind) => Number(rows.find((row) => row.kind === kind)?.balance_minor ?? 0)
  if (!rows.some(({ kind }) => kind === 'cash')) throw new AppError('account.unknown')
  const played = { roundId, accountId, currency, now, formerMinor, nextMinor: won }
  const isOfBonus = Object.keys(ticket.funds).some((kind) => kind !== 'cash')
  const { cash: own = 0, ...others } =
    isOfBonus && funding?.corrected
      ? await funding.corrected(tx, { ...played, held: { cash: held('cash'), bonus: held('bonus') } })
      : { cash: won - formerMinor }
  const fromCash = own > 0 ? own : -Math.min(-own, held('cash'))
  const pool = await poolAccounts(tx, currency, now)
  const gains = { ...others, cash: fromCash, receivable: own - fromCash }
  const entries = Object.entries(gains).flatMap(([kind, amountMinor]) => {
    const id = rows.find((row) => row.kind === kind)?.currency_account_id
    return amountMinor && id !== undefined ? [{ currencyAccountId: id, currency, amountMinor }] : []
  })
  const into = { currencyAccountId: pool.lottery_pool, currency, amountMinor: formerMinor - won }
  const kind = won > formerMinor ? 'lottery-win' : 'lottery-win-undone'
  await postTransfer(tx, { kind, reference: `${roundId}:${revision}`, entries: [...entries, into], now })
}
