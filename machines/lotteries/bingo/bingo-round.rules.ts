import { type FairSource, fairDraw, takeAtRandom } from '#machines/odds/fair-draw.rules.ts'
import type { BingoPattern, BingoRoom, BingoWin } from '#schemas'
import { BALLS, type BingoCard, callsOf, patternCall } from './bingo-card.rules.ts'

/** A card that plays, with whose it is. */
export interface PlayedCard {
  readonly ticketId: number
  /** Which card of its ticket it is, from 0. */
  readonly place: number
  readonly card: BingoCard
}

/** What a round is played by. */
export type RoundTerms = Pick<BingoRoom, 'kind' | 'patterns' | 'jackpotCalls' | 'jackpotFeedPpm'>

/** All balls in the order in which they would be called (LOT-6). */
export function bingoNumbers(kind: BingoRoom['kind'], source: FairSource): readonly number[] {
  const balls = Array.from({ length: BALLS[kind] }, (_, at) => at + 1)
  return takeAtRandom(balls, balls.length, fairDraw(source))
}

/** Patterns of a room in their order, the full house last: it ends the round. */
export function patternsOf({
  patterns,
}: Pick<BingoRoom, 'patterns'>): readonly (BingoPattern & { readonly id: string })[] {
  return Object.entries(patterns)
    .map(([id, pattern]) => ({ id, ...pattern }))
    .sort((one, other) => one.order - other.order)
}

/** What a round was staked with. */
export interface RoundTotals {
  readonly stakedMinor: number
  /** The jackpot before it, minor units. */
  readonly jackpotInMinor: number
  /** What the jackpot begins with after it was won, minor units. */
  readonly jackpotSeedMinor: number
}

/** How a round ends: who has won what, and where the rest goes. Always paid + jackpot after it + breakage + fee = staked + jackpot before it. */
export interface BingoOutcome {
  /** Numbers that are called, up to the full house. */
  readonly numbers: readonly number[]
  readonly wins: readonly BingoWin[]
  readonly paidMinor: number
  readonly jackpotOutMinor: number
  readonly breakageMinor: number
  /** What the house keeps; below zero where it pays the beginning of a jackpot. */
  readonly feeMinor: number
}

/** A round whose cards are looked at one after the other, so that none has to be kept but those that win. */
export interface JudgedRound {
  readonly add: (card: PlayedCard) => void
  readonly end: (totals: RoundTotals) => BingoOutcome
}

/** Who has a pattern first, of the cards that were looked at. */
interface FirstCards {
  readonly pattern: BingoPattern & { readonly id: string }
  readonly call: number
  readonly winners: BingoWin['cards'][number][]
}

/** Plays a round card by card (LOT-5): each pattern is won by the cards that have it first, which divide its share of the stakes; a full house within the
 *  calls of the jackpot divides that too. The jackpot is fed by each round; once it is won, it begins again. What division leaves over is breakage. */
export function judgeRound(terms: RoundTerms, order: readonly number[]): JudgedRound {
  const calls = callsOf(order)
  let firsts: readonly FirstCards[] = patternsOf(terms).map((pattern) => ({
    ...{ pattern, call: Number.POSITIVE_INFINITY, winners: [] },
  }))
  return {
    add: ({ ticketId, place, card }) => {
      firsts = firsts.map((first) => {
        const call = patternCall(terms.kind, card, first.pattern.pattern, calls)
        if (call > first.call || call === Number.POSITIVE_INFINITY) return first
        const winner = { ticketId, place }
        if (call < first.call) return { ...first, call, winners: [winner] }
        first.winners.push(winner)
        return first
      })
    },
    end: (totals) => outcomeOf(terms, order, firsts, totals),
  }
}

function outcomeOf(
  terms: RoundTerms,
  order: readonly number[],
  firsts: readonly FirstCards[],
  { stakedMinor, jackpotInMinor, jackpotSeedMinor }: RoundTotals,
): BingoOutcome {
  const share = (ppm: number) => Number((BigInt(stakedMinor) * BigInt(ppm)) / 1_000_000n)
  const wins: BingoWin[] = []
  let [paid, breakage, last] = [0, 0, 0]
  let isJackpotWon = false
  for (const { pattern, call, winners } of firsts) {
    if (winners.length === 0) continue
    const hasJackpot: boolean = pattern.pattern === 'full_house' && call <= terms.jackpotCalls && !isJackpotWon
    isJackpotWon ||= hasJackpot
    const fund = share(pattern.sharePpm) + (hasJackpot ? jackpotInMinor : 0)
    const eachMinor = Math.floor(fund / winners.length)
    paid += eachMinor * winners.length
    breakage += fund - eachMinor * winners.length
    last = Math.max(last, call)
    wins.push({ pattern: pattern.id, call, eachMinor, isJackpot: hasJackpot, cards: [...winners] })
  }
  const jackpotOutMinor = (isJackpotWon ? jackpotSeedMinor : jackpotInMinor) + share(terms.jackpotFeedPpm)
  const feeMinor = stakedMinor + jackpotInMinor - paid - jackpotOutMinor - breakage
  return { numbers: order.slice(0, last), wins, paidMinor: paid, jackpotOutMinor, breakageMinor: breakage, feeMinor }
}

/** How many numbers of a round are called by now.
 *  @param sinceMs since the calling began  @param callSeconds between two calls */
export function calledBy(sinceMs: number, callSeconds: number, total: number): number {
  return Math.max(0, Math.min(total, Math.floor(sinceMs / (callSeconds * 1000)) + 1))
}

/** What a ticket has won in a round, minor units. */
export function wonByTicket(wins: readonly BingoWin[], ticketId: number): number {
  return wins.reduce(
    (sum, { cards, eachMinor }) => sum + eachMinor * cards.filter((card) => card.ticketId === ticketId).length,
    0,
  )
}
