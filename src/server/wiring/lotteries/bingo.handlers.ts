import {
  buyBingoCards,
  getBingoRoom,
  getBingoRooms,
  getBingoRound,
  getBingoTickets,
} from '#calls/lotteries/bingo.calls.ts'
import { calledBy, patternsOf } from '#machines/lotteries/bingo/bingo-round.rules.ts'
import { commitmentOf } from '#machines/odds/fair-draw.rules.ts'
import type { BingoProof, BingoResult, BingoTicket, BingoView, BingoWin } from '#schemas'
import type { Bingo, RoundNow, TicketOfRound } from '#server/lotteries/bingo/bingo.service.ts'
import { cardsOfTicket, type RoundRow } from '#server/lotteries/bingo/bingo-rows.ts'
import { currencyOf } from '../casino/lobby.handlers.ts'
import { type AnyHandler, answer, type CallScope, playerOf } from '../http/call-scope.ts'

/** The calls of bingo (LOT-5, LOT-6, LOT-7). */
export function bingoHandlers(bingo: Bingo, clock: () => Date): AnyHandler[] {
  const player = (scope: CallScope) => ({ brandId: scope.site.brandId, accountId: playerOf(scope).accountId })
  return [
    answer(getBingoRooms, async (_input, scope) => ({
      rooms: (await bingo.lobby(scope.site.brandId, currencyOf(scope))).map((one) => bingoView(one, clock())),
    })),
    answer(getBingoRoom, async ({ query: { room } }, scope) => {
      const { brandId } = scope.site
      const shown = await bingo.room(brandId, room, currencyOf(scope))
      const results = await bingo.results(brandId, room, shown.round.currency)
      return { view: bingoView(shown, clock()), results: results.map(resultShape) }
    }),
    answer(buyBingoCards, async ({ body }, scope) => ticketShape(await bingo.buy(player(scope), body), clock())),
    answer(getBingoTickets, async ({ query }, scope) => {
      const { tickets, pages } = await bingo.tickets(player(scope), { page: query.page ?? 1, round: query.round })
      return { tickets: tickets.map((one) => ticketShape(one, clock())), pages }
    }),
    answer(getBingoRound, async ({ query }, { site }) =>
      proofShape(await bingo.proof(site.brandId, query.round), clock()),
    ),
  ]
}

const STATE: Readonly<Record<RoundRow['state'], BingoView['state']>> = {
  ...{
    open: 'open',
    calling: 'calling',
    paying: 'over',
    paid: 'over',
    cancelling: 'cancelled',
    cancelled: 'cancelled',
  },
}

/** What is called of a round by now; what is not called yet is said to nobody. */
function heard(round: RoundRow, now: Date): { readonly called: readonly number[]; readonly wins: BingoWin[] } {
  const { outcome, starts_at, state, terms } = round
  if (outcome === null || starts_at === null) return { called: [], wins: [] }
  const all = outcome.numbers.length
  const count = state === 'calling' ? calledBy(now.getTime() - starts_at.getTime(), terms.callSeconds, all) : all
  return { called: outcome.numbers.slice(0, count), wins: outcome.wins.filter(({ call }) => call <= count) }
}

/** A room as everyone sees it. */
export function bingoView({ round, jackpotMinor }: RoundNow, now: Date): BingoView {
  const { terms, staked_minor: stakedMinor, closes_at, starts_at, outcome } = round
  const { called, wins } = heard(round, now)
  const isCalling = round.state === 'calling' && starts_at !== null && called.length < (outcome?.numbers.length ?? 0)
  return {
    ...{ now: now.toISOString(), room: round.room_id, name: terms.name, kind: terms.kind },
    ...{ currency: round.currency, exponent: round.exponent, priceMinor: round.price_minor },
    ...{ maxCards: terms.maxCards, callSeconds: terms.callSeconds, roundId: round.round_id, number: round.number },
    ...{ state: STATE[round.state], commitment: commitmentOf(round.server_seed), cards: round.cards, stakedMinor },
    ...{ jackpotMinor, jackpotCalls: terms.jackpotCalls, called: [...called], wins },
    patterns: patternsOf(terms).map(({ id, pattern, sharePpm }) => ({
      ...{ id, pattern, sharePpm, prizeMinor: Math.floor((stakedMinor * sharePpm) / 1_000_000) },
    })),
    ...(closes_at && round.state === 'open' ? { closesAt: closes_at.toISOString() } : {}),
    ...(isCalling
      ? { nextCallAt: new Date(starts_at.getTime() + called.length * terms.callSeconds * 1000).toISOString() }
      : {}),
  }
}

function resultShape(round: RoundRow): BingoResult {
  const { outcome, settled_at, opened_at } = round
  return {
    ...{ roundId: round.round_id, number: round.number, state: round.state === 'paid' ? 'over' : 'cancelled' },
    ...{ endedAt: (settled_at ?? opened_at).toISOString(), calls: outcome?.numbers.length ?? 0, cards: round.cards },
    paidMinor: outcome?.paidMinor ?? 0,
  }
}

function ticketShape({ ticket, round }: TicketOfRound, now: Date): BingoTicket {
  const { terms } = round
  const { wins } = heard(round, now)
  return {
    ...{ ticketId: ticket.ticket_id, roundId: round.round_id, number: round.number, room: round.room_id },
    ...{ name: terms.name, kind: terms.kind, state: ticket.state, priceMinor: ticket.price_minor },
    ...{ payoutMinor: ticket.payout_minor, currency: round.currency, exponent: round.exponent },
    ...{ boughtAt: ticket.bought_at.toISOString(), receipt: ticket.receipt, leaf: ticket.leaf },
    cards: cardsOfTicket(terms.kind, ticket).map((card) => card.map((row) => [...row])),
    wins: wins.flatMap((win) => {
      const cards = win.cards.filter(({ ticketId }) => ticketId === ticket.ticket_id)
      return cards.length > 0 ? [{ ...win, cards }] : []
    }),
  }
}

/** The secrets are shown once the last number is called, never before. */
function proofShape({ round, leaves, jackpotMinor }: Awaited<ReturnType<Bingo['proof']>>, now: Date): BingoProof {
  const { outcome, jackpot_in_minor: jackpotInMinor, root } = round
  const isOver = round.state === 'paying' || round.state === 'paid'
  const { server_seed: serverSeed, second_seed: secondSeed, staked_minor: stakedMinor } = round
  return {
    ...{ view: bingoView({ round, jackpotMinor }, now), terms: round.terms, rulesHash: round.terms_hash },
    ...{ commitment: commitmentOf(serverSeed), secondCommitment: commitmentOf(secondSeed), leaves: [...leaves] },
    ...(root === null ? {} : { root }),
    ...(isOver ? { serverSeed, secondSeed } : {}),
    ...(isOver && outcome ? { money: moneyShape(outcome, stakedMinor, jackpotInMinor ?? 0) } : {}),
  }
}

function moneyShape(
  { paidMinor, jackpotOutMinor, breakageMinor, feeMinor }: NonNullable<RoundRow['outcome']>,
  stakedMinor: number,
  jackpotInMinor: number,
): NonNullable<BingoProof['money']> {
  return { stakedMinor, jackpotInMinor, paidMinor, jackpotOutMinor, breakageMinor, feeMinor }
}
