import { TIERS, type Tier } from '#machines/site/loyalty-tiers.rules.ts'

/** A tier, as a brand has set it. */
export interface TierTerms {
  /** Experience from which on a player has it. */
  readonly fromXp: number
  /** How much faster experience grows, in hundredths: 150 is one and a half times. */
  readonly xpTimesE2: number
}

export type TierTable = Readonly<Record<Tier, TierTerms>>

/** The tier of so much experience, what the next one is, and what is missing to it (PROMO-21). */
export function tierOf(
  xp: number,
  tiers: TierTable,
): { readonly tier: Tier; readonly next: Tier | null; readonly missingXp: number } {
  const reached = TIERS.findLastIndex((tier) => xp >= tiers[tier].fromXp)
  const tier = TIERS[Math.max(0, reached)] ?? 'copper'
  const next = TIERS[Math.max(0, reached) + 1] ?? null
  return { tier, next, missingXp: next === null ? 0 : Math.max(0, tiers[next].fromXp - xp) }
}

/** Experience in ten-thousandths for a stake, by the factors of the brand and of the tier: parts of a point add up, so that many small
 *  stakes earn what a large one does. 333.33 one and a half times → 4_999_950, which is 499 whole ones (PROMO-21).
 *  @param exponent decimal places of the currency of the stake
 *  @param experienceE2 hundredths of experience for each unit */
export function xpE4Of(
  stakeMinor: number,
  { exponent, experienceE2, xpTimesE2 }: Readonly<Record<'exponent' | 'experienceE2' | 'xpTimesE2', number>>,
): number {
  return Number((BigInt(stakeMinor) * BigInt(xpTimesE2) * BigInt(experienceE2)) / 10n ** BigInt(exponent))
}

/** Whole points of ten-thousandths: parts are kept and count for nothing yet. */
export function wholeXp(xpE4: number): number {
  return Math.floor(xpE4 / 10_000)
}

/** How far experience has come from the beginning of its tier to the next one, in whole percent; 100 at the highest. */
export function tierProgress(xp: number, tiers: TierTable): number {
  const { tier, next } = tierOf(xp, tiers)
  if (next === null) return 100
  const from = tiers[tier].fromXp
  return Math.floor((Math.max(0, xp - from) * 100) / (tiers[next].fromXp - from))
}

/** The tier below one that was not kept: nothing is below copper. */
export function tierBelow(tier: Tier): Tier {
  return TIERS[Math.max(0, TIERS.indexOf(tier) - 1)] ?? 'copper'
}
