import { AppError } from '#calls/app-error.ts'
import { drawNumbers, judgeLine } from '#machines/lotteries/draws/draw-result.rules.ts'
import { settleDraw } from '#machines/lotteries/draws/draw-settling.rules.ts'
import { randomnessOf } from '#machines/lotteries/fairness/drand.rules.ts'
import { drawSource } from '#machines/lotteries/fairness/draw-proof.rules.ts'
import { jackpotSeed } from '#machines/odds/draw-prices.rules.ts'
import { type BrandDoor, type BrandTransaction, forBrand } from '#server/db/for-brand.ts'
import { storableJson } from '#server/db/storable.ts'
import { closePool } from '../money/pool-accounts.ts'
import { settleTickets } from '../money/ticket-money.ts'
import type { DrawPorts, DrawSections } from './draw-ports.ts'
import {
  type DrawMoneyRow,
  type DrawRow,
  lockDraw,
  moneyOf,
  readJackpot,
  type TicketRow,
  ticketsAfter,
  treeOfDraw,
} from './draw-rows.ts'

/** Tickets that are looked at in one transaction: a crash loses no more than their work, and memory does not grow with a draw. */
const AT_ONCE = 1000

/** Takes every draw of a brand as far as it can go now: the sale ends, the numbers are drawn, tickets are judged and paid. Each step is a
 *  transaction of its own that is done once, so that a crash between two of them is made good by the next round (LOT-5). */
export async function keepDraws(ports: DrawPorts, brandId: string): Promise<void> {
  const door = forBrand(ports.db, brandId)
  const now = ports.clock()
  const due = await door.transaction((tx) =>
    tx
      .select('lottery_draw')
      .select(['draw_id', 'game_id', 'state'])
      .where('state', 'not in', ['paid', 'cancelled'])
      // What is cancelled while it is sold is paid back at once.
      .where((where) => where.or([where('closes_at', '<=', now), where('state', '=', 'cancelling')]))
      .orderBy('draws_at')
      .execute(),
  )
  const { refundAfterMinutes, beacon } = (await ports.sections(brandId)).lotteries
  const rules = { refundAfterMs: refundAfterMinutes * 60_000, beacon }
  const waiting = new Set<string>()
  for (const { draw_id: drawId, game_id: gameId, state } of due) {
    // The jackpot of a draw is what the one before it has left; a refund touches none.
    if (waiting.has(gameId) && state !== 'cancelling') continue
    if (!(await keepDraw(ports, door, drawId, rules))) waiting.add(gameId)
  }
}

/** @returns whether the draw is over */
async function keepDraw(
  ports: DrawPorts,
  door: BrandDoor,
  drawId: number,
  { refundAfterMs, beacon }: { readonly refundAfterMs: number; readonly beacon: BeaconRules },
): Promise<boolean> {
  for (;;) {
    const now = ports.clock()
    const row = await door.transaction((tx) => lockDraw(tx, drawId))
    if (row.state === 'paid' || row.state === 'cancelled') return true
    const isLate = row.drawn === null && row.draws_at.getTime() + refundAfterMs < now.getTime()
    if (row.state === 'cancelling') await refundAll(ports, door, row)
    else if (isLate) await door.transaction((tx) => cancelDraw(tx, { drawId, reason: 'draws.not_drawn_in_time' }))
    else if (row.state === 'open') await door.transaction((tx) => closeCashOut(tx, drawId, now))
    else if (row.state === 'closed') {
      if (row.draws_at > now) return false
      if (row.beacon_round !== null && !(await heardBeacon(ports, door, row, beacon))) return false
      await door.transaction((tx) => draw(tx, drawId, now))
    } else if (row.state === 'drawn') await judgeAll(ports, door, row)
    else await payAll(ports, door, row)
  }
}

/** Ends the sale: purchases that are under way come in or are refused, and the root of all tickets is fixed (LOT-6). */
async function closeCashOut(tx: BrandTransaction, drawId: number, now: Date): Promise<void> {
  const row = await lockDraw(tx, drawId)
  if (row.state !== 'open' || row.closes_at > now) return
  const { root, count } = await treeOfDraw(tx, drawId)
  const staked = await tx
    .select('lottery_ticket')
    .select(({ fn }) => [
      ...['currency' as const, fn.sum<string>('price_minor').as('staked'), fn.countAll<string>().as('tickets')],
    ])
    .where('draw_id', '=', drawId)
    .groupBy('currency')
    .execute()
  for (const { currency, ...of } of staked)
    await tx
      .update('lottery_draw_money', { tickets: Number(of.tickets), staked_minor: Number(of.staked) })
      .where('draw_id', '=', drawId)
      .where('currency', '=', currency)
      .execute()
  await tx.update('lottery_draw', { state: 'closed', root, tickets: count }).where('draw_id', '=', drawId).execute()
}

type BeaconRules = DrawSections['lotteries']['beacon']

/** Asks for the round of the beacon that a draw has named, and keeps what came of it: a round that is verified, or once the draw has waited long enough
 *  that there was none (LOT-6). What is kept is never changed. @returns whether the draw can continue */
async function heardBeacon(
  ports: DrawPorts,
  door: BrandDoor,
  row: DrawRow,
  { urls, waitSeconds }: BeaconRules,
): Promise<boolean> {
  if (row.beacon !== null) return true
  const answer = ports.beacon ? await ports.beacon(urls, row.beacon_round ?? 1) : { outcome: 'silent' as const }
  const isPatient = row.draws_at.getTime() + waitSeconds * 1000 > ports.clock().getTime()
  if (answer.outcome !== 'used' && isPatient) return false
  await door.transaction((tx) =>
    tx
      .update('lottery_draw', { beacon: storableJson(answer) })
      .where('draw_id', '=', row.draw_id)
      .where('state', '=', 'closed')
      .where('beacon', 'is', null)
      .execute(),
  )
  return true
}

async function draw(tx: BrandTransaction, drawId: number, now: Date): Promise<void> {
  const row = await lockDraw(tx, drawId)
  if (row.state !== 'closed' || row.root === null) return
  if (row.beacon_round !== null && row.beacon === null) return
  const { terms, server_seed: serverSeed, second_seed: secondSeed, root, beacon } = row
  const randomness = beacon?.signature === undefined ? undefined : randomnessOf(beacon.signature)
  const drawn = drawNumbers(terms, drawSource({ serverSeed, secondSeed, root, drawId, randomness }))
  const changes = { state: 'drawn', drawn: storableJson(drawn), drawn_at: now } as const
  await tx.update('lottery_draw', changes).where('draw_id', '=', drawId).execute()
}

/** Acts on all tickets of a draw that are in a state, some at a time. Each batch holds the draw: another process waits for its end, and finds
 *  only what is left.
 *  @param act must take its tickets out of the state */
async function inBatches(
  door: BrandDoor,
  of: { readonly drawId: number; readonly state: TicketRow['state'] },
  act: (tx: BrandTransaction, tickets: readonly TicketRow[]) => Promise<void>,
): Promise<void> {
  for (;;) {
    const count = await door.transaction(async (tx) => {
      await lockDraw(tx, of.drawId)
      const tickets = await ticketsAfter(tx, { ...of, after: 0, most: AT_ONCE })
      if (tickets.length > 0) await act(tx, tickets)
      return tickets.length
    })
    if (count < AT_ONCE) return
  }
}

/** Looks at the tickets, then divides the money once all are known. */
async function judgeAll(ports: DrawPorts, door: BrandDoor, row: DrawRow): Promise<void> {
  const { draw_id: drawId } = row
  await inBatches(door, { drawId, state: 'open' }, (tx, tickets) => judge(tx, ports, row, tickets))
  await door.transaction((tx) => divide(tx, drawId, ports.clock()))
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
 *  and what the house keeps. */
async function divide(tx: BrandTransaction, drawId: number, now: Date): Promise<void> {
  const row = await lockDraw(tx, drawId)
  if (row.state !== 'drawn') return
  const won = await winnersOf(tx, drawId)
  for (const money of await moneyOf(tx, [drawId]))
    await divideIn(tx, { row, money, won: won.get(money.currency) ?? { tickets: 0, lines: {} }, now })
  const winners = [...won.values()].reduce((sum, { tickets }) => sum + tickets, 0)
  await tx.update('lottery_draw', { state: 'paying', winners }).where('draw_id', '=', drawId).execute()
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

async function payAll(ports: DrawPorts, door: BrandDoor, { draw_id: drawId }: DrawRow): Promise<void> {
  const all = await door.transaction((tx) => moneyOf(tx, [drawId]))
  const perLine = new Map(all.map(({ currency, settlement }) => [currency, settlement?.perLine]))
  await inBatches(door, { drawId, state: 'judged' }, async (tx, tickets) => {
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
  })
  await endDraw(door, { drawId, from: 'paying', to: 'paid', now: ports.clock() })
}

function wonBy({ prizes }: TicketRow, perLine: Readonly<Record<string, number>>): number {
  return Object.entries(prizes ?? {}).reduce((sum, [id, lines]) => sum + (perLine[id] ?? 0) * lines, 0)
}

/** Cancels a draw before its numbers are drawn: its tickets are given back whole.
 *  @throws AppError draws.draw_unknown, draws.draw_over */
export async function cancelDraw(
  tx: BrandTransaction,
  { drawId, reason }: { readonly drawId: number; readonly reason: string },
): Promise<void> {
  const row = await lockDraw(tx, drawId)
  if (row.state === 'cancelling' || row.state === 'cancelled') return
  if (row.drawn !== null) throw new AppError('draws.draw_over')
  await tx.update('lottery_draw', { state: 'cancelling', reason }).where('draw_id', '=', drawId).execute()
}

async function refundAll(ports: DrawPorts, door: BrandDoor, row: DrawRow): Promise<void> {
  const { draw_id: drawId } = row
  await inBatches(door, { drawId, state: 'open' }, async (tx, tickets) => {
    const now = ports.clock()
    const back = tickets.map((ticket) => payoutOf(ticket, { now, amountMinor: ticket.price_minor, isRefund: true }))
    await settleTickets(tx, ports, back)
    const marks = tickets.map(({ ticket_id: id, price_minor: payout }) => ({ id, state: 'refunded', payout }))
    await tx.call('lottery_mark', storableJson(marks), now)
  })
  await endDraw(door, { drawId, from: 'cancelling', to: 'cancelled', now: ports.clock() })
}

/** Ends a draw whose tickets are all settled; one that is over stays as it is. */
async function endDraw(
  door: BrandDoor,
  of: { readonly drawId: number; readonly from: DrawRow['state']; readonly to: DrawRow['state']; readonly now: Date },
): Promise<void> {
  await door.transaction((tx) =>
    tx
      .update('lottery_draw', { state: of.to, settled_at: of.now })
      .where('draw_id', '=', of.drawId)
      .where('state', '=', of.from)
      .execute(),
  )
}
