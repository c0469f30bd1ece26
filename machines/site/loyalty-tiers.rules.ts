/** The tiers of loyalty, in their order (PROMO-4). */
export const TIERS = ['copper', 'bronze', 'silver', 'gold', 'ruby', 'sapphire', 'diamond', 'platinum'] as const

export type Tier = (typeof TIERS)[number]

/** A tier that begins at the wrong place. */
export interface TierFault {
  readonly tier: Tier
  readonly fault: 'not_from_zero' | 'not_rising'
}

/** What is wrong with a table of tiers: each has to begin above the one before it, and copper at nothing. */
export function tierFaults(tiers: Readonly<Record<Tier, { readonly fromXp: number }>>): readonly TierFault[] {
  return TIERS.flatMap((tier, place): TierFault[] => {
    const before = TIERS[place - 1]
    if (before === undefined) return tiers[tier].fromXp === 0 ? [] : [{ tier, fault: 'not_from_zero' }]
    return tiers[tier].fromXp > tiers[before].fromXp ? [] : [{ tier, fault: 'not_rising' }]
  })
}
