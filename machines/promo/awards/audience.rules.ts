import type { Campaign } from '#schemas'

/** What is known of a player when it is asked whether a campaign is for them. */
export interface AudienceFacts {
  /** Tier of loyalty; null of a player without one. */
  readonly tier: string | null
  readonly deposits: number
  /** Whole days since their last bet; since their registration where there was none. */
  readonly idleDays: number
  /** Whole days since their registration. */
  readonly registeredDays: number
  readonly isIdentified: boolean
}

/** Whether a player is of the audience of a campaign: every condition that it names holds (PROMO-15). */
export function isOfAudience(audience: NonNullable<Campaign['audience']>, facts: AudienceFacts): boolean {
  const { tiers, minimumDeposits = 0, maximumDeposits, idleDays = 0, registeredDays, isIdentified } = audience
  return (
    (tiers === undefined || tiers.some((tier) => tier === facts.tier)) &&
    facts.deposits >= minimumDeposits &&
    (maximumDeposits === undefined || facts.deposits <= maximumDeposits) &&
    facts.idleDays >= idleDays &&
    (registeredDays === undefined || facts.registeredDays <= registeredDays) &&
    (isIdentified === undefined || facts.isIdentified === isIdentified)
  )
}
