import {
  add,
  compare,
  multiply,
  type Rational,
  rational,
  rationalOf,
  subtract,
  ZERO,
} from '#machines/odds/rational.rules.ts'
import type { FundParts } from './fund-split.rules.ts'

/** What a bonus is played through by. */
export interface WageringTerms {
  /** How many times the base is to be staked, in hundredths: 3000 is 30 times. */
  readonly timesE2: number
  /** What is multiplied. */
  readonly base: 'bonus' | 'deposit_and_bonus' | 'winnings'
  /** Whether the whole stake counts, or only what the bonus has paid of it. */
  readonly counts: 'bonus_part' | 'whole_bet'
  /** Millionths of a stake that count, by product; what is not named counts nothing. */
  readonly productsPpm: Readonly<Partial<Record<WageredProduct, number>>>
  /** Millionths of a stake that count, by game; they go before those of the product. */
  readonly gamesPpm: Readonly<Record<string, number>>
  /** Least odds of a bet on sport, in thousandths; one below counts nothing. */
  readonly minimumOddsE3: number
}

/** Where a stake was placed. */
export type WageredProduct = 'sport' | 'slots' | 'table' | 'live' | 'poker' | 'instant' | 'lottery'

/** A bet, as wagering looks at it once it is settled. */
export interface WageredBet {
  readonly product: WageredProduct
  /** Game of the casino; undefined of a bet on sport. */
  readonly gameId?: string
  readonly stake: FundParts
  /** Decimal odds of a bet on sport, as text: `1.90`. */
  readonly odds?: string
  /** How it ended: only a bet that won or lost was at risk. */
  readonly ending: 'won' | 'lost' | 'void' | 'cashed_out'
  /** Whether the player has also backed the other side of it. */
  readonly hasOpposite?: boolean
}

/** Why a bet counts nothing, or in part: the key of a text. */
export type CountReason =
  | 'promo.counts_whole'
  | 'promo.counts_share'
  | 'promo.counts_bonus_part'
  | 'promo.counts_not_product'
  | 'promo.counts_not_odds'
  | 'promo.counts_not_void'
  | 'promo.counts_not_cashed_out'
  | 'promo.counts_not_opposite'

/** What a bet has counted, exactly, and why. */
export interface Counted {
  /** Minor units; a fraction where a share of a stake is none. */
  readonly minor: Rational
  readonly reason: CountReason
  /** Millionths that counted of what counts. */
  readonly sharePpm: number
}

const MILLION = 1_000_000

/** Minor units that have to be staked, rounded up: 100.00 thirty times → 3,000.00 (PROMO-18). */
export function wageringTarget(
  { timesE2, base }: Pick<WageringTerms, 'timesE2' | 'base'>,
  { bonusMinor, depositMinor }: { readonly bonusMinor: number; readonly depositMinor: number },
): number {
  const baseMinor = bonusMinor + (base === 'deposit_and_bonus' ? depositMinor : 0)
  return Number((BigInt(baseMinor) * BigInt(timesE2) + 99n) / 100n)
}

/** What a settled bet counts toward a bonus. A bet that was void, sold back or covered by its opposite was never at risk, and counts
 *  nothing (PROMO-18). */
export function countBet(terms: WageringTerms, bet: WageredBet): Counted {
  const nothing = (reason: CountReason): Counted => ({ minor: ZERO, reason, sharePpm: 0 })
  if (bet.ending === 'void') return nothing('promo.counts_not_void')
  if (bet.ending === 'cashed_out') return nothing('promo.counts_not_cashed_out')
  if (bet.hasOpposite) return nothing('promo.counts_not_opposite')
  const sharePpm = shareOf(terms, bet)
  if (sharePpm === 0) return nothing('promo.counts_not_product')
  if (bet.odds !== undefined && compare(rationalOf(bet.odds), rational(terms.minimumOddsE3, 1000)) < 0)
    return nothing('promo.counts_not_odds')
  const isPart = terms.counts === 'bonus_part'
  const baseMinor = isPart ? bet.stake.bonus : bet.stake.cash + bet.stake.bonus
  const reason = sharePpm < MILLION ? 'promo.counts_share' : isPart ? 'promo.counts_bonus_part' : 'promo.counts_whole'
  return { minor: multiply(rational(baseMinor), rational(sharePpm, MILLION)), reason, sharePpm }
}

function shareOf({ productsPpm, gamesPpm }: WageringTerms, { product, gameId }: WageredBet): number {
  if (gameId !== undefined && Object.hasOwn(gamesPpm, gameId)) return gamesPpm[gameId] ?? 0
  return productsPpm[product] ?? 0
}

/** How far a bonus has been played through. */
export interface Progress {
  /** Exact minor units that have counted, less what was taken back. */
  readonly counted: Rational
  readonly targetMinor: number
}

/** Adds what a bet has counted, or takes it back; progress may fall below zero after a conversion, which is a debt (PROMO-18). */
export function withCount({ counted, targetMinor }: Progress, minor: Rational, isTakenBack = false): Progress {
  return { counted: isTakenBack ? subtract(counted, minor) : add(counted, minor), targetMinor }
}

/** Whether all that had to be staked was. */
export function isPlayedThrough({ counted, targetMinor }: Progress): boolean {
  return compare(counted, rational(targetMinor)) >= 0
}

/** Progress as it is shown: whole minor units and per cent, rounded down, never above the whole. */
export function shownProgress({ counted, targetMinor }: Progress): {
  readonly minor: number
  readonly percent: number
} {
  const minor = counted.numerator < 0n ? 0n : counted.numerator / counted.denominator
  const shown = minor > BigInt(targetMinor) ? BigInt(targetMinor) : minor
  const percent = targetMinor === 0 ? 100 : Number((shown * 100n) / BigInt(targetMinor))
  return { minor: Number(shown), percent }
}

/** What of a bonus that was played through becomes money. */
export interface ReleaseTerms {
  /** What was given, in minor units. */
  readonly bonusMinor: number
  /** Hundredths of the bonus that become money at most; 0 of a bonus without a cap. */
  readonly capTimesE2: number
  /** All that is left, or only what is more than the bonus itself; all when left out. */
  readonly release?: 'whole' | 'winnings' | undefined
}

/** What becomes cash when a bonus is played through, and what its terms take away: 731.40 of a bonus of 100.00 that pays five times at most →
 *  500.00 and 231.40; of one that gives its winnings alone, 631.40 less what is above the cap (PROMO-16).
 *  @param heldMinor what is left of it, in minor units */
export function convertBonus(
  heldMinor: number,
  { bonusMinor, capTimesE2, release }: ReleaseTerms,
): { readonly paidMinor: number; readonly removedMinor: number } {
  const releasedMinor = release === 'winnings' ? Math.max(0, heldMinor - bonusMinor) : heldMinor
  const capMinor = capTimesE2 === 0 ? releasedMinor : Number((BigInt(bonusMinor) * BigInt(capTimesE2)) / 100n)
  const paidMinor = Math.min(releasedMinor, capMinor)
  return { paidMinor, removedMinor: heldMinor - paidMinor }
}
