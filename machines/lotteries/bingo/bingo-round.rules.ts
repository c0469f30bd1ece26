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

/** Plays a round to its end (LOT-5): each pattern is won by the cards that have it first, which divide its share of the stakes; a full house within the
 *  calls of the jackpot divides that too. The jackpot is fed by each round; once it is won, it begins again. What division leaves over is breakage. */
export function playRound(
  terms: RoundTerms,
  order: readonly number[],
  cards: readonly PlayedCard[],
  { stakedMinor, jackpotInMinor, jackpotSeedMinor }: RoundTotals,
): BingoOutcome {
  const calls = callsOf(order)
  const share = (ppm: number) => Number((BigInt(stakedMinor) * BigInt(ppm)) / 1_000_000n)
  const wins: BingoWin[] = []
  let [paid, breakage, last] = [0, 0, 0]
  let isJackpotWon = false
  for (const { id, pattern, sharePpm } of patternsOf(terms)) {
    const found = firstOf(terms.kind, cards, pattern, calls)
    if (!found) continue
    const { call, winners } = found
    const hasJackpot: boolean = pattern === 'full_house' && call <= terms.jackpotCalls && !isJackpotWon
    isJackpotWon ||= hasJackpot
    const fund = share(sharePpm) + (hasJackpot ? jackpotInMinor : 0)
    const eachMinor = Math.floor(fund / winners.length)
    paid += eachMinor * winners.length
    breakage += fund - eachMinor * winners.length
    last = Math.max(last, call)
    wins.push({ pattern: id, call, eachMinor, isJackpot: hasJackpot, cards: [...winners] })
  }
  const jackpotOutMinor = (isJackpotWon ? jackpotSeedMinor : jackpotInMinor) + share(terms.jackpotFeedPpm)
  const feeMinor = stakedMinor + jackpotInMinor - paid - jackpotOutMinor - breakage
  return { numbers: order.slice(0, last), wins, paidMinor: paid, jackpotOutMinor, breakageMinor: breakage, feeMinor }
}

function firstOf(
  kind: BingoRoom['kind'],
  cards: readonly PlayedCard[],
  pattern: BingoPattern['pattern'],
  calls: ReturnType<typeof callsOf>,
) {
  let first = Number.POSITIVE_INFINITY
  let winners: BingoWin['cards'][number][] = []
  for (const { ticketId, place, card } of cards) {
    const call = patternCall(kind, card, pattern, calls)
    if (call > first || call === Number.POSITIVE_INFINITY) continue
    if (call < first) winners = []
    first = call
    winners.push({ ticketId, place })
  }
  return winners.length === 0 ? null : { call: first, winners }
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
