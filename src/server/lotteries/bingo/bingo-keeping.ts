import { AppError } from '#calls/app-error.ts'
import { bingoNumbers, type PlayedCard, playRound, wonByTicket } from '#machines/lotteries/bingo/bingo-round.rules.ts'
import { drawSource } from '#machines/lotteries/fairness/draw-proof.rules.ts'
import { rootOf } from '#machines/lotteries/fairness/ticket-tree.rules.ts'
import { type BrandDoor, type BrandTransaction, forBrand } from '#server/db/for-brand.ts'
import { storableJson } from '#server/db/storable.ts'
import type { DrawPorts } from '../draws/draw-ports.ts'
import { readJackpot } from '../draws/draw-rows.ts'
import { closePool } from '../money/pool-accounts.ts'
import { settleTickets } from '../money/ticket-money.ts'
import { type BingoTicketRow, bingoTickets, cardsOfTicket, jackpotId, lockRound, type RoundRow } from './bingo-rows.ts'

/** Tickets that are settled in one transaction. */
const AT_ONCE = 1000

/** Takes every round of a brand as far as it can go now: the sale ends, numbers are called, winners are paid. What a round comes to is fixed when its
 *  sale ends; each step is a transaction of its own that is done once, so that a process that is killed is replaced by the next one (LOT-5). */
export async function keepRounds(ports: DrawPorts, brandId: string): Promise<void> {
  const door = forBrand(ports.db, brandId)
  const rows = await door.transaction((tx) => dueRounds(tx, ports.clock()))
  const { refundAfterMinutes } = (await ports.sections(brandId)).lotteries
  for (const { round_id: roundId } of rows) await keepRound(ports, door, roundId, refundAfterMinutes * 60_000)
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

async function keepRound(ports: DrawPorts, door: BrandDoor, roundId: number, refundAfterMs: number): Promise<void> {
  for (;;) {
    const now = ports.clock()
    const row = await door.transaction((tx) => lockRound(tx, roundId))
    if (row.state === 'open') {
      if (row.closes_at === null || row.closes_at > now) return
      if (row.closes_at.getTime() + refundAfterMs < now.getTime()) await cancelLate(door, roundId)
      else await door.transaction((tx) => closeCashOut(tx, roundId, now))
    } else if (row.state === 'calling') {
      if (row.ends_at === null || row.ends_at > now) return
      await door.transaction((tx) => endCalling(tx, roundId, now))
    } else if (row.state === 'paying') {
      await inBatches(ports, door, row, (ticket) => ({
        amountMinor: wonByTicket(row.outcome?.wins ?? [], ticket.ticket_id),
        isRefund: false,
      }))
      await end(door, row, { from: 'paying', to: 'paid', now })
    } else if (row.state === 'cancelling') {
      await inBatches(ports, door, row, (ticket) => ({ amountMinor: ticket.price_minor, isRefund: true }))
      await end(door, row, { from: 'cancelling', to: 'cancelled', now })
    } else return
  }
}

/** Ends the sale: the tree of the tickets is fixed, numbers follow from it and the secrets, and with them what everybody wins (LOT-6). */
async function closeCashOut(tx: BrandTransaction, roundId: number, now: Date): Promise<void> {
  const row = await lockRound(tx, roundId)
  if (row.state !== 'open' || row.closes_at === null || row.closes_at > now) return
  const { terms, room_id: roomId, currency, staked_minor: stakedMinor } = row
  const tickets = await bingoTickets(tx).where('round_id', '=', roundId).orderBy('ticket_id').execute()
  const root = rootOf(tickets.map(({ leaf }) => leaf))
  const { server_seed: serverSeed, second_seed: secondSeed } = row
  const order = bingoNumbers(terms.kind, drawSource({ serverSeed, secondSeed, root, drawId: roundId }))
  const jackpotInMinor = await readJackpot(tx, jackpotId(roomId), currency)
  const outcome = playRound(
    terms,
    order,
    tickets.flatMap((ticket) => playedCards(terms.kind, ticket)),
    {
      ...{ stakedMinor, jackpotInMinor, jackpotSeedMinor: terms.jackpotSeeds[currency] ?? 0 },
    },
  )
  const lastsMs = outcome.numbers.length * terms.callSeconds * 1000
  await tx
    .update('lottery_bingo_round', {
      ...{ state: 'calling', root, jackpot_in_minor: jackpotInMinor, outcome: storableJson(outcome) },
      ...{ starts_at: now, ends_at: new Date(now.getTime() + lastsMs) },
    })
    .where('round_id', '=', roundId)
    .execute()
}

function playedCards(kind: RoundRow['terms']['kind'], ticket: BingoTicketRow): readonly PlayedCard[] {
  return cardsOfTicket(kind, ticket).map((card, place) => ({ ticketId: ticket.ticket_id, place, card }))
}

/** The last number is called: what is not paid is put by, and the jackpot is as the round has left it. */
async function endCalling(tx: BrandTransaction, roundId: number, now: Date): Promise<void> {
  const row = await lockRound(tx, roundId)
  if (row.state !== 'calling' || row.outcome === null) return
  const { room_id: roomId, currency, number, outcome, jackpot_in_minor: jackpotIn } = row
  const { jackpotOutMinor, breakageMinor, feeMinor } = outcome
  await closePool(tx, {
    ...{ reference: `${jackpotId(roomId)}/${number}`, currency, now, breakageMinor, houseMinor: feeMinor },
    jackpotMinor: jackpotOutMinor - (jackpotIn ?? 0),
  })
  await tx
    .update('lottery_game', { jackpot_minor: jackpotOutMinor })
    .where('game_id', '=', jackpotId(roomId))
    .where('currency', '=', currency)
    .execute()
  await tx.update('lottery_bingo_round', { state: 'paying' }).where('round_id', '=', roundId).execute()
}

/** Settles the tickets of a round, some at a time; each batch holds the round, so that another process finds only what is left. */
async function inBatches(
  ports: DrawPorts,
  door: BrandDoor,
  { round_id: roundId, currency }: RoundRow,
  payout: (ticket: BingoTicketRow) => { readonly amountMinor: number; readonly isRefund: boolean },
): Promise<void> {
  for (;;) {
    const count = await door.transaction(async (tx) => {
      await lockRound(tx, roundId)
      const now = ports.clock()
      const open = bingoTickets(tx).where('round_id', '=', roundId).where('state', '=', 'open')
      const tickets = await open.orderBy('ticket_id').limit(AT_ONCE).execute()
      if (tickets.length === 0) return 0
      const paid = tickets.map((ticket) => ({
        ...{ ticketId: ticket.ticket_id, accountId: ticket.account_id, funds: ticket.funds, currency, now },
        ...payout(ticket),
      }))
      await settleTickets(tx, ports, paid)
      const marks = paid.map(({ ticketId: id, amountMinor, isRefund }) => ({
        ...{ id, payout: amountMinor, state: isRefund ? 'refunded' : amountMinor > 0 ? 'won' : 'lost' },
      }))
      await tx.call('lottery_bingo_mark', storableJson(marks), now)
      return tickets.length
    })
    if (count < AT_ONCE) return
  }
}

/** Ends a round whose tickets are all settled; one that is over stays as it is. */
async function end(
  door: BrandDoor,
  { round_id: roundId }: RoundRow,
  of: { readonly from: RoundRow['state']; readonly to: RoundRow['state']; readonly now: Date },
): Promise<void> {
  await door.transaction((tx) =>
    tx
      .update('lottery_bingo_round', { state: of.to, settled_at: of.now })
      .where('round_id', '=', roundId)
      .where('state', '=', of.from)
      .execute(),
  )
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
async function cancelLate(door: BrandDoor, roundId: number): Promise<void> {
  await door.transaction((tx) =>
    tx
      .update('lottery_bingo_round', { state: 'cancelling' })
      .where('round_id', '=', roundId)
      .where('state', '=', 'open')
      .execute(),
  )
}
