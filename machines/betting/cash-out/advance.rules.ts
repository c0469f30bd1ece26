import { rational, toExactText } from '#machines/odds/rational.rules.ts'
import type { BetAdvance, BetSettlement, BettingConfig, FrozenBet, PlaceBetPayload } from '#schemas'
import type { BetRefusal } from '../bet-refusal.ts'
import { step } from '../settling/gross-payout.rules.ts'

/** On what terms stakes are advanced, amounts in the currency of the bet. */
export type AdvanceTerms = Required<BettingConfig['advance']>

/** An open bet of the player as something to advance money on. */
export interface OpenCover {
  readonly betId: number
  readonly type: FrozenBet['type']
  /** A part of its own stake was advanced. */
  readonly isAdvance: boolean
  /** What it pays when all of it wins, in minor units. */
  readonly possibleMinor: number
  /** What was advanced on it before, in minor units. */
  readonly creditedMinor: number
  /** When the last of its open games begins; null when none is open. */
  readonly lastStartsAt: Date | null
}

/** How much is advanced on one bet, in minor units. */
export interface Cover {
  readonly betId: number
  readonly creditedMinor: number
}

/** How much a player can get as an advance, and on which bets, oldest first. */
export interface AdvanceRoom {
  readonly availableMinor: number
  readonly covers: readonly Cover[]
}

/** A bet on which something was advanced, as it stands. */
export interface CoverEnd {
  readonly betId: number
  readonly isOpen: boolean
  /** What it has paid and has not repaid other advances with, in minor units. */
  readonly paidMinor: number
  /** When it was settled first; null while it never was. */
  readonly settledAt: Date | null
}

/** An advance as it is kept. */
export interface GivenAdvance {
  /** Minor units, above zero. */
  readonly advanceMinor: number
  readonly deadlineAt: Date
}

/** Waiting for its cover, covered, or void for want of it. */
export type AdvanceState = 'waiting' | 'covered' | 'void'

/** How an advance has ended. */
export interface AdvanceStanding {
  readonly state: AdvanceState
  /** What the covering bets repay, in minor units; the advance at most. */
  readonly repaidMinor: number
  /** What each of them repays, as they are given. */
  readonly repaid: readonly { readonly betId: number; readonly repaidMinor: number }[]
}

const HOUR_MS = 3_600_000
/** Types whose single payout an advance can be repaid from, and that can be placed on an advance. */
const TYPES: readonly FrozenBet['type'][] = ['single', 'express']

/** What keeps a bet from being placed on an advance, whatever its prices: one stake on one bet of one price, placed at once (BET-20). */
export function advanceRefusal(
  { betType, events, isAutoBet }: Pick<PlaceBetPayload, 'betType' | 'events' | 'isAutoBet'>,
  { isAdvanceAllowed }: { readonly isAdvanceAllowed: boolean },
): BetRefusal | null {
  if (!isAdvanceAllowed) return { reason: 'bet.advance_not_offered' }
  return isAdvanceable({ betType, count: events.length, isAutoBet: isAutoBet === true })
    ? null
    : { reason: 'bet.advance_type' }
}

/** Whether a bet of that kind can be placed on an advance: a single one or an express, that does not wait for its price. */
export function isAdvanceable(bet: {
  readonly betType: FrozenBet['type']
  readonly count: number
  readonly isAutoBet: boolean
}): boolean {
  return !bet.isAutoBet && TYPES.includes(bet.betType) && (bet.betType !== 'single' || bet.count === 1)
}

/** A bet on an advance is on games that are played or begin within the window: the place of the first that is not; −1 when all are. */
export function placeBeyondWindow(startsAt: readonly Date[], { windowHours }: AdvanceTerms, now: Date): number {
  const end = deadlineOf({ windowHours }, now)
  return startsAt.findIndex((start) => start > end)
}

/** When an advance has to be covered. */
export function deadlineOf({ windowHours }: Pick<AdvanceTerms, 'windowHours'>, now: Date): Date {
  return new Date(now.getTime() + windowHours * HOUR_MS)
}

/** What may be advanced now: of each open single bet or express whose games have begun or begin within the window,
 *  the share of what it can pay that was not advanced before; never more than the player may owe.
 *  @param owedMinor what the player owes already */
export function advanceRoom(
  bets: readonly OpenCover[],
  terms: AdvanceTerms,
  { owedMinor, now }: AdvanceTime,
): AdvanceRoom {
  const end = deadlineOf(terms, now)
  const free = bets
    .filter(({ type, isAdvance, lastStartsAt }) => {
      return TYPES.includes(type) && !isAdvance && lastStartsAt !== null && lastStartsAt <= end
    })
    .map(({ betId, possibleMinor, creditedMinor }) => {
      const share = Number((BigInt(possibleMinor) * BigInt(terms.sharePercent)) / 100n)
      return { betId, creditedMinor: share - creditedMinor }
    })
    .filter(({ creditedMinor }) => creditedMinor > 0)
    .toSorted((one, other) => one.betId - other.betId)
  return takeCovers(free, Math.max(0, terms.maximumMinor - owedMinor))
}

interface AdvanceTime {
  readonly owedMinor: number
  readonly now: Date
}

/** The covers of an amount, taken from the oldest bets first; less where they do not give as much. */
export function takeCovers(free: readonly Cover[], amountMinor: number): AdvanceRoom {
  let left = amountMinor
  const covers = free.flatMap(({ betId, creditedMinor: all }) => {
    const creditedMinor = Math.min(all, left)
    left -= creditedMinor
    return creditedMinor > 0 ? [{ betId, creditedMinor }] : []
  })
  return { availableMinor: amountMinor - left, covers }
}

/** How a stake is paid: from the player's own money first, the rest by an advance; null when both together are not enough. */
export function mixedStake(
  stakeMinor: number,
  { ownMinor, availableMinor }: { readonly ownMinor: number; readonly availableMinor: number },
): { readonly ownMinor: number; readonly advanceMinor: number } | null {
  const own = Math.min(stakeMinor, Math.max(0, ownMinor))
  const advanceMinor = stakeMinor - own
  return advanceMinor > availableMinor ? null : { ownMinor: own, advanceMinor }
}

/** How an advance has ended: bets settled in time repay it from their payouts, in the order in which they were
 *  settled. It is void when no bet is left that could repay it, or the window is over; only these bets repay it. */
export function advanceStanding(given: GivenAdvance, covers: readonly CoverEnd[], now: Date): AdvanceStanding {
  const { advanceMinor, deadlineAt } = given
  const timely = covers.flatMap(({ betId, isOpen, paidMinor, settledAt }) =>
    !isOpen && settledAt !== null && settledAt < deadlineAt ? [{ betId, paidMinor, atMs: settledAt.getTime() }] : [],
  )
  let left = advanceMinor
  const repaidBy = new Map<number, number>()
  for (const { betId, paidMinor } of timely.toSorted(
    (one, other) => one.atMs - other.atMs || one.betId - other.betId,
  )) {
    const minor = Math.min(left, Math.max(0, paidMinor))
    repaidBy.set(betId, minor)
    left -= minor
  }
  const mayBeCovered = now < deadlineAt && covers.some(({ isOpen }) => isOpen)
  return {
    state: left === 0 ? 'covered' : mayBeCovered ? 'waiting' : 'void',
    repaidMinor: advanceMinor - left,
    repaid: covers.map(({ betId }) => ({ betId, repaidMinor: repaidBy.get(betId) ?? 0 })),
  }
}

/** What is still owed of an advance, in minor units: a void one is paid back by the stake that comes back. */
export function owedMinorOf({
  state,
  advanceMinor,
  repaidMinor,
}: Pick<GivenAdvance, 'advanceMinor'> & Pick<AdvanceStanding, 'state' | 'repaidMinor'>): number {
  return state === 'waiting' ? advanceMinor - repaidMinor : 0
}

/** What of the stake of a void bet went back to the account of its advance and not to the player, in minor units. */
export function unpaidMinorOf(advance: Pick<BetAdvance, 'state' | 'advanceMinor' | 'repaidMinor'> | undefined): number {
  return advance?.state === 'void' ? advance.advanceMinor - advance.repaidMinor : 0
}

/** How a bet ends whose advance stayed uncovered: it never counted, so the stake goes back with its tax, whatever the results. */
export function uncoveredEnd({ stakeMinor, exponent }: Pick<FrozenBet, 'stakeMinor' | 'exponent'>): BetSettlement {
  const written = toExactText(rational(BigInt(stakeMinor), 10n ** BigInt(exponent)))
  const explanation = [step('advance_void', written, written), step('payout', written, written)]
  return { payoutMinor: stakeMinor, lines: 1, stakeTaxMinor: 0, payoutTaxMinor: 0, explanation }
}
