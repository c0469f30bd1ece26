import { AppError } from '#calls/app-error.ts'
import { bingoNumbers, judgeRound, wonByTicket } from '#machines/lotteries/bingo/bingo-round.rules.ts'
import { drawSource } from '#machines/lotteries/fairness/draw-proof.rules.ts'
import { growTree } from '#machines/lotteries/fairness/ticket-tree.rules.ts'
import { type BrandDoor, type BrandTransaction, forBrand } from '#server/db/for-brand.ts'
import { sideBySide } from '#server/db/side-by-side.ts'
import { storableJson } from '#server/db/storable.ts'
import type { DrawPorts } from '../draws/draw-ports.ts'
import { readJackpot } from '../draws/draw-rows.ts'
import { closePool } from '../money/pool-accounts.ts'
import { settleTickets } from '../money/ticket-money.ts'
import { type BingoTicketRow, bingoTickets, cardsOfTicket, jackpotId, lockRound, type RoundRow } from './bingo-rows.ts'

/** Tickets that are read at a time, and settled in one transaction. */
const AT_ONCE = 1000
/** Rounds that are kept side by side. */
const ROUNDS_AT_ONCE = 4

/** Takes every round of a brand as far as it can go now: the sale ends, numbers are called, winners are paid. What a round comes to is fixed when its
 *  sale ends; each step is a transaction of its own that is done once, so that a process that is killed is replaced by the next one (LOT-5). */
export async function keepRounds(ports: DrawPorts, brandId: string): Promise<void> {
  const door = forBrand(ports.db, brandId)
  const rows = await door.transaction((tx) => dueRounds(tx, ports.clock()))
  const { refundAfterMinutes } = (await ports.sections(brandId)).lotteries
  const refundAfterMs = refundAfterMinutes * 60_000
  await sideBySide(rows, ROUNDS_AT_ONCE, ({ round_id: roundId }) => keepRound(ports, door, roundId, refundAfterMs))
}

/** Rounds with which something is to be done; most of those that are open wait for their first card. */
function dueRounds(tx: BrandTransaction, now: Date) {
  return tx
    .select('lottery_bingo_round')
    .select('round_id')
    .where((where) =>
      where.or([
        where.and([where('state', '=', 'open'), where('closes_at', '<=', now)]),
        where.and([where('state', '=', 'calling'), where('ends_at', '<=', now)]),
        where('state', 'in', ['paying', 'cancelling']),
      ]),
    )
    .where('state', 'not in', ['paid', 'cancelled'])
    .orderBy('round_id')
    .execute()
}

/** Each turn is a step of the round in a transaction of its own, until it is over or has to wait. */
async function keepRound(ports: DrawPorts, door: BrandDoor, roundId: number, refundAfterMs: number): Promise<void> {
  while (await door.transaction((tx) => takeStep(tx, ports, { roundId, refundAfterMs }))) {
    // The next step.
  }
}

/** Takes a round a step further, whatever another process has done with it. @returns whether there may be another step now */
async function takeStep(
  tx: BrandTransaction,
  ports: DrawPorts,
  { roundId, refundAfterMs }: { readonly roundId: number; readonly refundAfterMs: number },
): Promise<boolean> {
  const row = await lockRound(tx, roundId)
  const now = ports.clock()
  const isPast = (at: Date | null) => at !== null && at <= now
  if (row.state === 'open' && isPast(row.closes_at)) {
    const lateMs = now.getTime() - (row.closes_at?.getTime() ?? 0)
    return lateMs > refundAfterMs ? cancelLate(tx, roundId) : closeCashOut(tx, row, now)
  }
  if (row.state === 'calling' && isPast(row.ends_at)) return endCalling(tx, row, now)
  if (row.state === 'paying' || row.state === 'cancelling') return settleSome(tx, ports, row, now)
  return false
}

/** Ends the sale: the tree of the tickets is fixed, numbers follow from it and the secrets, and with them what everybody wins (LOT-6). Tickets are read
 *  some at a time and none is kept, so that memory does not grow with the round. */
async function closeCashOut(tx: BrandTransaction, row: RoundRow, now: Date): Promise<boolean> {
  const { round_id: roundId, terms, room_id: roomId, currency, staked_minor: stakedMinor } = row
  const tree = growTree()
  await eachTicket(tx, roundId, ({ leaf }) => tree.add(leaf))
  const { root } = tree.end()
  const { server_seed: serverSeed, second_seed: secondSeed } = row
  const order = bingoNumbers(terms.kind, drawSource({ serverSeed, secondSeed, root, drawId: roundId }))
  const round = judgeRound(terms, order)
  await eachTicket(tx, roundId, (ticket) => {
    for (const [place, card] of cardsOfTicket(terms.kind, ticket).entries())
      round.add({ ticketId: ticket.ticket_id, place, card })
  })
  const jackpotInMinor = await readJackpot(tx, jackpotId(roomId), currency)
  const outcome = round.end({ stakedMinor, jackpotInMinor, jackpotSeedMinor: terms.jackpotSeeds[currency] ?? 0 })
  const endsAt = new Date(now.getTime() + outcome.numbers.length * terms.callSeconds * 1000)
  await tx
    .update('lottery_bingo_round', {
      ...{ state: 'calling', root, jackpot_in_minor: jackpotInMinor, outcome: storableJson(outcome) },
      ...{ starts_at: now, ends_at: endsAt },
    })
    .where('round_id', '=', roundId)
    .execute()
  return endsAt <= now
}

/** Reads the tickets of a round in the order of their numbers, some at a time. */
async function eachTicket(
  tx: BrandTransaction,
  roundId: number,
  act: (ticket: Pick<BingoTicketRow, 'ticket_id' | 'leaf' | 'salt' | 'cards'>) => void,
): Promise<void> {
  for (let after = 0; ; ) {
    const rows = await tx
      .select('lottery_bingo_ticket')
      .select(['ticket_id', 'leaf', 'salt', 'cards'])
      .where('round_id', '=', roundId)
      .where('ticket_id', '>', after)
      .orderBy('ticket_id')
      .limit(AT_ONCE)
      .execute()
    for (const row of rows) act(row)
    if (rows.length < AT_ONCE) return
    after = rows.at(-1)?.ticket_id ?? 0
  }
}

/** The last number is called: what is not paid is put by, and the jackpot is as the round has left it. */
async function endCalling(tx: BrandTransaction, row: RoundRow, now: Date): Promise<boolean> {
  if (row.outcome === null) throw new Error(`the round ${row.round_id} is called without an outcome`)
  const { room_id: roomId, currency, number, outcome, jackpot_in_minor: jackpotIn } = row
  const { jackpotOutMinor, breakageMinor, feeMinor } = outcome
  await closePool(tx, {
    ...{ reference: `${jackpotId(roomId)}/${currency}/${number}`, currency, now, breakageMinor, houseMinor: feeMinor },
    jackpotMinor: jackpotOutMinor - (jackpotIn ?? 0),
  })
  await tx
    .update('lottery_game', { jackpot_minor: jackpotOutMinor })
    .where('game_id', '=', jackpotId(roomId))
    .where('currency', '=', currency)
    .execute()
  await tx.update('lottery_bingo_round', { state: 'paying' }).where('round_id', '=', row.round_id).execute()
  return true
}

/** Pays some tickets of a round or gives them back, and ends it with the last of them; the round is held meanwhile, so that another process finds only
 *  what is left. @returns whether tickets may be left */
async function settleSome(tx: BrandTransaction, ports: DrawPorts, row: RoundRow, now: Date): Promise<boolean> {
  const { round_id: roundId, currency, outcome } = row
  const isRefund = row.state === 'cancelling'
  const open = bingoTickets(tx).where('round_id', '=', roundId).where('state', '=', 'open')
  const tickets = await open.orderBy('ticket_id').limit(AT_ONCE).execute()
  const paid = tickets.map((ticket) => ({
    ...{ ticketId: ticket.ticket_id, accountId: ticket.account_id, funds: ticket.funds, currency, now, isRefund },
    amountMinor: isRefund ? ticket.price_minor : wonByTicket(outcome?.wins ?? [], ticket.ticket_id),
  }))
  if (paid.length > 0) {
    await settleTickets(tx, ports, paid)
    const marks = paid.map(({ ticketId: id, amountMinor }) => ({
      ...{ id, payout: amountMinor, state: isRefund ? 'refunded' : amountMinor > 0 ? 'won' : 'lost' },
    }))
    await tx.call('lottery_bingo_mark', storableJson(marks), now)
  }
  if (paid.length === AT_ONCE) return true
  const state = isRefund ? ('cancelled' as const) : ('paid' as const)
  await tx.update('lottery_bingo_round', { state, settled_at: now }).where('round_id', '=', roundId).execute()
  return false
}

/** Cancels a round that is still sold: its cards are given back whole, and the room opens another.
 *  @throws AppError bingo.round_unknown, draws.draw_over */
export async function cancelRound(
  tx: BrandTransaction,
  { roundId, reason }: { readonly roundId: number; readonly reason: string },
): Promise<void> {
  const row = await lockRound(tx, roundId)
  if (row.state === 'cancelling' || row.state === 'cancelled') return
  if (row.state !== 'open') throw new AppError('draws.draw_over')
  await tx.update('lottery_bingo_round', { state: 'cancelling', reason }).where('round_id', '=', roundId).execute()
}

/** A round whose numbers are missing long after its sale is cancelled: its tickets are refunded whole. */
async function cancelLate(tx: BrandTransaction, roundId: number): Promise<boolean> {
  await tx.update('lottery_bingo_round', { state: 'cancelling' }).where('round_id', '=', roundId).execute()
  return true
}
