import { judgeLine } from '#machines/lotteries/draws/draw-result.rules.ts'
import { settleDraw } from '#machines/lotteries/draws/draw-settling.rules.ts'
import { jackpotSeed } from '#machines/odds/draw-prices.rules.ts'
import type { BrandDoor, BrandTransaction } from '#server/db/for-brand.ts'
import { storableJson } from '#server/db/storable.ts'
import { closePool } from '../money/pool-accounts.ts'
import { settleTickets } from '../money/ticket-money.ts'
import type { DrawPorts } from './draw-ports.ts'
import {
  changeDraw,
  type DrawMoneyRow,
  type DrawRow,
  lockDraw,
  moneyOf,
  readJackpot,
  type TicketRow,
  ticketsAfter,
} from './draw-rows.ts'

/** Tickets that are looked at in one transaction: a crash loses no more than their work, and memory does not grow with a draw. */
const AT_ONCE = 1000

/** Acts on all tickets of a draw that are in a state, some at a time. Each batch holds the draw: another process waits for its end, and finds
 *  only what is left.
 *  @param of.act must take its tickets out of the state  @param of.end what follows when none is left, in the transaction of the last of them
 *  @returns the draw after it */
async function inBatches(
  door: BrandDoor,
  of: {
    readonly drawId: number
    readonly state: TicketRow['state']
    readonly act: (tx: BrandTransaction, tickets: readonly TicketRow[]) => Promise<void>
    readonly end: (tx: BrandTransaction, row: DrawRow) => Promise<DrawRow>
  },
): Promise<DrawRow> {
  const { drawId, state, act, end } = of
  for (;;) {
    const ended = await door.transaction(async (tx) => {
      const row = await lockDraw(tx, drawId)
      const isEmpty = row.root !== null && row.tickets === 0
      const tickets = isEmpty ? [] : await ticketsAfter(tx, { drawId, state, after: 0, most: AT_ONCE })
      if (tickets.length > 0) await act(tx, tickets)
      return tickets.length < AT_ONCE ? end(tx, row) : null
    })
    if (ended) return ended
  }
}

/** Looks at the tickets, then divides the money once all are known. @returns the draw after it */
export function judgeAll(ports: DrawPorts, door: BrandDoor, row: DrawRow): Promise<DrawRow> {
  return inBatches(door, {
    ...{ drawId: row.draw_id, state: 'open' },
    act: (tx, tickets) => judge(tx, ports, row, tickets),
    end: (tx, judged) => divide(tx, judged, ports.clock()),
  })
}

async function judge(
  tx: BrandTransaction,
  ports: DrawPorts,
  { terms, drawn }: DrawRow,
  tickets: readonly TicketRow[],
): Promise<void> {
  if (drawn === null) return
  const now = ports.clock()
  const judged = tickets.map((ticket) => {
    const lines = ticket.lines.map((line) => judgeLine(terms, line, drawn))
    const prizes: Record<string, number> = {}
    for (const { prize } of lines) if (prize !== null) prizes[prize] = (prizes[prize] ?? 0) + 1
    return { ticket, hits: lines.map(({ hits }) => hits), prizes }
  })
  const hasWon = (prizes: Readonly<Record<string, number>>) => Object.keys(prizes).length > 0
  const marks = judged.map(({ ticket, hits, prizes }) => ({
    ...{ id: ticket.ticket_id, state: hasWon(prizes) ? 'judged' : 'lost', hits, prizes },
  }))
  await tx.call('lottery_mark', storableJson(marks), now)
  const lost = judged.filter(({ prizes }) => !hasWon(prizes)).map(({ ticket }) => ticket)
  await settleTickets(
    tx,
    ports,
    lost.map((ticket) => payoutOf(ticket, { now, amountMinor: 0 })),
  )
}

function payoutOf(
  { ticket_id: ticketId, account_id: accountId, currency, funds }: TicketRow,
  of: { readonly now: Date; readonly amountMinor: number; readonly isRefund?: boolean },
) {
  return { ticketId, accountId, currency, funds, ...of }
}

/** Divides the money of a draw by its winners, that of each currency by itself, and puts by what is not paid: the jackpot, what rounding has left,
 *  and what the house keeps. A draw without winners is over with that.
 *  @param row locked */
async function divide(tx: BrandTransaction, row: DrawRow, now: Date): Promise<DrawRow> {
  if (row.state !== 'drawn') return row
  const { draw_id: drawId } = row
  const won = row.tickets > 0 ? await winnersOf(tx, drawId) : new Map<string, WonIn>()
  for (const money of await moneyOf(tx, [drawId]))
    await divideIn(tx, { row, money, won: won.get(money.currency) ?? { tickets: 0, lines: {} }, now })
  const winners = [...won.values()].reduce((sum, { tickets }) => sum + tickets, 0)
  return changeDraw(tx, drawId, winners > 0 ? { state: 'paying', winners } : { state: 'paid', settled_at: now })
}

/** What tickets in a currency have won. */
interface WonIn {
  readonly tickets: number
  /** Lines by prize. */
  readonly lines: Readonly<Record<string, number>>
}

/** Counts winners some at a time, by currency. */
async function winnersOf(tx: BrandTransaction, drawId: number): Promise<ReadonlyMap<string, WonIn>> {
  const won = new Map<string, WonIn>()
  for (let after = 0; ; ) {
    const tickets = await ticketsAfter(tx, { drawId, after, most: AT_ONCE, state: 'judged' })
    for (const { currency, prizes } of tickets) {
      const before = won.get(currency) ?? { tickets: 0, lines: {} }
      const lines = { ...before.lines }
      for (const [id, count] of Object.entries(prizes ?? {})) lines[id] = (lines[id] ?? 0) + count
      won.set(currency, { tickets: before.tickets + 1, lines })
    }
    if (tickets.length < AT_ONCE) return won
    after = tickets.at(-1)?.ticket_id ?? 0
  }
}

async function divideIn(
  tx: BrandTransaction,
  of: { readonly row: DrawRow; readonly money: DrawMoneyRow; readonly won: WonIn; readonly now: Date },
): Promise<void> {
  const { row, money, won, now } = of
  const { terms, game_id: gameId, draw_id: drawId, number } = row
  const { currency, price_minor: priceMinor, staked_minor: stakedMinor } = money
  const jackpotInMinor = await readJackpot(tx, gameId, currency)
  const jackpotSeedMinor = jackpotSeed(terms, currency, row.currency)
  const settlement = settleDraw(
    { prizes: terms.prizes, priceMinor, jackpotSeedMinor },
    { stakedMinor, jackpotInMinor, winners: won.lines },
  )
  const { jackpotOutMinor, breakageMinor, feeMinor } = settlement
  // In the currency of the brand the name is that of draws which had no other.
  const reference = currency === row.currency ? `${gameId}/${number}` : `${gameId}/${number}/${currency}`
  await closePool(tx, {
    ...{ reference, currency, now, breakageMinor, houseMinor: feeMinor },
    jackpotMinor: jackpotOutMinor - jackpotInMinor,
  })
  await tx
    .update('lottery_game', { jackpot_minor: jackpotOutMinor })
    .where('game_id', '=', gameId)
    .where('currency', '=', currency)
    .execute()
  await tx
    .update('lottery_draw_money', {
      ...{ settlement: storableJson({ ...settlement, jackpotInMinor }), winners: won.tickets },
    })
    .where('draw_id', '=', drawId)
    .where('currency', '=', currency)
    .execute()
}

/** Pays the winners of a draw, and ends it. @returns the draw after it */
export function payAll(ports: DrawPorts, door: BrandDoor, drawId: number): Promise<DrawRow> {
  return inBatches(door, {
    ...{ drawId, state: 'judged' },
    act: (tx, tickets) => payWinners(tx, ports, drawId, tickets),
    end: (tx, row) => endDraw(tx, row, { from: 'paying', to: 'paid', now: ports.clock() }),
  })
}

async function payWinners(
  tx: BrandTransaction,
  ports: DrawPorts,
  drawId: number,
  tickets: readonly TicketRow[],
): Promise<void> {
  const all = await moneyOf(tx, [drawId])
  const perLine = new Map(all.map(({ currency, settlement }) => [currency, settlement?.perLine]))
  const now = ports.clock()
  const won = tickets.map((ticket) => {
    const prizes = perLine.get(ticket.currency)
    if (!prizes) throw new Error(`the draw ${drawId} is paid without a settlement in ${ticket.currency}`)
    return { ticket, amountMinor: wonBy(ticket, prizes) }
  })
  await settleTickets(
    tx,
    ports,
    won.map(({ ticket, amountMinor }) => payoutOf(ticket, { now, amountMinor })),
  )
  const marks = won.map(({ ticket, amountMinor }) => ({ id: ticket.ticket_id, state: 'won', payout: amountMinor }))
  await tx.call('lottery_mark', storableJson(marks), now)
}

function wonBy({ prizes }: TicketRow, perLine: Readonly<Record<string, number>>): number {
  return Object.entries(prizes ?? {}).reduce((sum, [id, lines]) => sum + (perLine[id] ?? 0) * lines, 0)
}

/** Gives all tickets of a draw back whole, and ends it. @returns the draw after it */
export function refundAll(ports: DrawPorts, door: BrandDoor, drawId: number): Promise<DrawRow> {
  return inBatches(door, {
    ...{ drawId, state: 'open' },
    act: async (tx, tickets) => {
      const now = ports.clock()
      const back = tickets.map((ticket) => payoutOf(ticket, { now, amountMinor: ticket.price_minor, isRefund: true }))
      await settleTickets(tx, ports, back)
      const marks = tickets.map(({ ticket_id: id, price_minor: payout }) => ({ id, state: 'refunded', payout }))
      await tx.call('lottery_mark', storableJson(marks), now)
    },
    end: (tx, row) => endDraw(tx, row, { from: 'cancelling', to: 'cancelled', now: ports.clock() }),
  })
}

/** Ends a draw whose tickets are all settled; one that is over stays as it is.
 *  @param row locked */
async function endDraw(
  tx: BrandTransaction,
  row: DrawRow,
  of: { readonly from: DrawRow['state']; readonly to: DrawRow['state']; readonly now: Date },
): Promise<DrawRow> {
  return row.state === of.from ? changeDraw(tx, row.draw_id, { state: of.to, settled_at: of.now }) : row
}
