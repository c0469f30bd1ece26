import { awaitedPrice } from '#machines/betting/coupon/auto-price.rules.ts'
import { readStake } from '#machines/betting/coupon/coupon-bets.rules.ts'
import { isOpen } from '#machines/betting/coupon/coupon-entries.rules.ts'
import type { CouponProblem } from '#machines/betting/coupon/coupon-problems.rules.ts'
import type { CouponState } from '#machines/betting/coupon/coupon-state.rules.ts'
import { type CouponTerms, mostStakeMinor } from '#machines/betting/coupon/coupon-terms.rules.ts'
import { type BetChoice, maximumEntries } from '#machines/betting/coupon/coupon-types.rules.ts'
import { compare, productOf, rationalOf, toPlaces } from '#machines/odds/rational.rules.ts'
import type { Coupon, CouponEntry } from '#schemas'
import type { TextParams } from '../../site/texts.tsx'

/** What the coupon shows: it is filled in, a bet is on its way, or something became of one. */
export type CouponStage =
  | 'restoring'
  | 'draft'
  | 'busy'
  | 'sending'
  | 'pending'
  | 'unknown'
  | 'repriced'
  | 'accepted'
  | 'partial'
  | 'rejected'

/** How a page formats the contents of a coupon. */
export interface CouponLook {
  /** Minor units of the player's currency. */
  readonly money: (minor: number) => string
  /** The same without trailing zero decimals. */
  readonly shortMoney: (minor: number) => string
  /** A decimal price in the player's format (MATH-1). */
  readonly price: (decimal: string) => string
  /** The numbers of a text with their digits grouped, all places kept: `'1000 × 3.96'` → "1,000 × 3.96". */
  readonly exact: (text: string) => string
  /** An exact amount in the currency's own unit; one of more places than the currency has keeps them. `'3960'` → "3,960.00 €". */
  readonly amount: (exact: string) => string
  /** A moment, in the player's zone. */
  readonly time: (utc: string) => string
  /** The part of a number before its decimals. */
  readonly decimalSeparator: '.' | ','
}

/** The stage of the coupon machine by its state: `{ placing: 'keeping' }` → `'sending'`. */
export function couponStage(value: unknown, { answer }: Pick<CouponState, 'answer'>): CouponStage {
  if (typeof value === 'string') {
    if (value === 'restoring' || value === 'draft' || value === 'repriced') return value
    return 'busy'
  }
  const { placing, settled } = value as {
    readonly placing?: unknown
    readonly settled?: 'accepted' | 'partial' | 'rejected'
  }
  if (settled) return settled
  if (typeof placing === 'object') return 'pending'
  if (placing === 'keeping' || placing === 'sending' || placing === 'judging') return 'sending'
  // A live bet whose time is over is asked for as well; only an answer that never came leaves it open what became of it.
  return placing === 'asking' && answer?.kind === 'pending' ? 'pending' : 'unknown'
}

/** A type of bet as a word: `'anti-express'` → `'anti_express'`; a full-cover bet by its own name. */
export function typeKey({ betType, cover }: BetChoice) {
  return cover === undefined ? (`betting.type_${word(betType)}` as const) : (`betting.cover_${word(cover)}` as const)
}

/** What a type of bet means, as a key. */
export function aboutKey({ betType }: BetChoice) {
  return `betting.about_${word(betType)}` as const
}

/** The values that the text of a problem names. */
export function problemParams({ code }: CouponProblem, state: CouponState, { money }: CouponLook): TextParams {
  const { terms, coupon, advanceLimitMinor } = state
  switch (code) {
    case 'entries_too_many':
      return { number: maximumEntries(coupon, terms) }
    case 'stake_below_minimum':
      return { amount: money(terms.minimumStakeMinor) }
    case 'stake_above_maximum':
      return { amount: money(mostStakeMinor(terms, coupon.betType === 'single' ? coupon.entries.length : 1)) }
    case 'advance_too_small':
      return { amount: money(advanceLimitMinor ?? 0) }
    default:
      return {}
  }
}

/** How a price stands against the one that was agreed to: 1 higher, −1 lower. */
export function movementOf({ odds, agreedOdds }: CouponEntry): -1 | 0 | 1 {
  return compare(rationalOf(odds), rationalOf(agreedOdds)) as -1 | 0 | 1
}

/** What of an entry is marked first: it takes no bets, stands with another one of its game, or differs from what was agreed to. */
export function entryMark(
  entry: CouponEntry,
  { conflicting, changed }: { readonly conflicting: readonly number[]; readonly changed: readonly number[] },
): 'closed' | 'conflict' | 'changed' | 'fine' {
  if (!isOpen(entry)) return 'closed'
  if (conflicting.includes(entry.outcomeId)) return 'conflict'
  return changed.includes(entry.outcomeId) || movementOf(entry) !== 0 ? 'changed' : 'fine'
}

/** The price of all selections together, or the one that is waited for; null where there is no single one. */
export function totalOdds(coupon: Coupon): string | null {
  const { betType, entries, antiExpressCoef } = coupon
  const awaited = awaitedPrice(coupon)
  if (awaited !== null) return awaited
  if (betType === 'anti-express') return antiExpressCoef ?? null
  if (betType !== 'express') return null
  return toPlaces(productOf(entries.map(({ odds }) => rationalOf(odds))), 2)
}

/** A coupon whose prices are those that its player has agreed to, whatever they are by now: what a receipt is about. */
export function atAgreedPrices(coupon: Coupon): Coupon {
  return { ...coupon, entries: coupon.entries.map((entry) => ({ ...entry, odds: entry.agreedOdds })) }
}

/** The blocks once an outcome was moved into another one, or into a new one at the end. Empty blocks are left out. */
export function movedToBlock(blocks: Coupon['blocks'], outcomeId: number, place: number): number[][] {
  const others = blocks.map((block) => block.filter((id) => id !== outcomeId))
  if (place >= others.length) return [...others, [outcomeId]].filter((block) => block.length > 0)
  return others
    .map((block, index) => (index === place ? [...block, outcomeId] : block))
    .filter((block) => block.length > 0)
}

/** The sizes of a system with one of them pressed: it comes in, or goes out unless it is the last. */
export function pressedSizes(sizes: readonly number[], size: number): number[] {
  const kept = sizes.filter((other) => other !== size)
  if (kept.length === sizes.length) return [...sizes, size].toSorted((one, other) => one - other)
  return kept.length > 0 ? kept : [...sizes]
}

/** A typed amount with the separator of the page's language in place of comma and dot. */
export function localText(text: string, { decimalSeparator }: CouponLook): string {
  return text.replace(/[.,]/, decimalSeparator)
}

/** Whether a quick stake equals the one in the field. */
export function isStake(text: string, stakeMinor: number, exponent: number): boolean {
  return readStake(text, exponent) === stakeMinor
}

/** What is wrong with the stake of one bet as it was typed, by the brand's bounds; null when it can be staked. */
export function stakeProblem(text: string, terms: CouponTerms): CouponProblem['code'] | null {
  const stake = readStake(text, terms.exponent)
  if (typeof stake === 'string') return stake
  if (stake < terms.minimumStakeMinor) return 'stake_below_minimum'
  return stake > terms.maximumStakeMinor ? 'stake_above_maximum' : null
}

/** Whether what was typed is not a valid stake; an empty field is reported beside the button instead. */
export function isStakeWrong(text: string, terms: CouponTerms): boolean {
  return text.trim() !== '' && stakeProblem(text, terms) !== null
}

/** A name as part of a key: `'anti-express'` → `'anti_express'`. */
type KeyPart<Name extends string> = Name extends `${infer Head}-${infer Rest}` ? `${Head}_${KeyPart<Rest>}` : Name

function word<Name extends string>(name: Name): KeyPart<Name> {
  return name.replaceAll('-', '_') as KeyPart<Name>
}
