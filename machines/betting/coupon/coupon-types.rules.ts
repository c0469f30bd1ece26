import type { Coupon } from '#schemas'
import type { CouponTerms } from './coupon-terms.rules.ts'
import { COVER_BETS } from './cover-bets.ts'

/** A type of bet; a full-cover bet by its name. */
export type BetChoice = Pick<Coupon, 'betType' | 'cover'>

type Cover = NonNullable<Coupon['cover']>
type PlainType = Exclude<Coupon['betType'], 'cover'>

/** How many outcomes a type takes, and the name under which a brand offers it. `isSystem` types hold no more than systems do. */
const TYPES: Readonly<Record<PlainType, { offered: string; least: number; isSystem: boolean }>> = {
  single: { offered: 'single', least: 1, isSystem: false },
  express: { offered: 'express', least: 2, isSystem: false },
  system: { offered: 'system', least: 3, isSystem: true },
  chain: { offered: 'chain', least: 2, isSystem: false },
  lobby: { offered: 'multi', least: 4, isSystem: true },
  conditional: { offered: 'conditional', least: 3, isSystem: true },
  'anti-express': { offered: 'anti_express', least: 2, isSystem: false },
}

/** The types that so many outcomes may be bet on with, in the brand's order; full-cover bets stand with what offers them. */
export function possibleTypes(count: number, terms: CouponTerms): readonly BetChoice[] {
  return terms.betTypes.flatMap((offered) => [
    ...plainTypes(offered)
      .filter((betType) => fits(betType, count, terms))
      .map((betType) => ({ betType })),
    ...coversOf(offered)
      .filter((cover) => COVER_BETS[cover].legs === count)
      .map((cover) => ({ betType: 'cover' as const, cover })),
  ])
}

/** Whether a coupon of so many outcomes may be of this type. */
export function isPossible({ betType, cover }: BetChoice, count: number, terms: CouponTerms): boolean {
  return possibleTypes(count, terms).some((choice) => choice.betType === betType && choice.cover === cover)
}

/** How many outcomes the coupon may hold: fewer once it is a system or a multi-bet (BET-2, BET-3). */
export function maximumEntries({ betType }: BetChoice, terms: CouponTerms): number {
  const isSystem = betType !== 'cover' && TYPES[betType].isSystem
  return isSystem ? Math.min(terms.maximumSystemBets, terms.maximumBets) : terms.maximumBets
}

/** The type that a coupon has once its outcomes have changed: the player's as long as it is possible, else an express of two or
 *  more and a single bet of one. A coupon without outcomes has forgotten what was chosen. */
export function fittedType(coupon: Coupon, terms: CouponTerms): BetChoice & Pick<Coupon, 'isTypeChosen'> {
  const count = coupon.entries.length
  if (count === 0) return { betType: 'single', isTypeChosen: false }
  if (coupon.isTypeChosen && isPossible(coupon, count, terms)) return choiceOf(coupon)
  const express = { betType: 'express' as const }
  const isExpress = isPossible(express, count, terms)
  return { betType: isExpress ? 'express' : 'single', isTypeChosen: false }
}

function choiceOf({ betType, cover, isTypeChosen }: Coupon): BetChoice & Pick<Coupon, 'isTypeChosen'> {
  return { betType, isTypeChosen, ...(cover === undefined ? {} : { cover }) }
}

function plainTypes(offered: string): readonly PlainType[] {
  return (Object.keys(TYPES) as PlainType[]).filter((type) => TYPES[type].offered === offered)
}

function fits(betType: PlainType, count: number, terms: CouponTerms): boolean {
  return count >= TYPES[betType].least && count <= maximumEntries({ betType }, terms)
}

/** The full-cover bets that a type of the configuration offers: those without a word of their own come with systems. */
function coversOf(offered: string): readonly Cover[] {
  const covers = Object.keys(COVER_BETS) as Cover[]
  const offerOf = (cover: Cover) => (cover === 'patent' ? 'patent' : cover.startsWith('lucky') ? 'lucky' : 'system')
  return covers.filter((cover) => offerOf(cover) === offered)
}
