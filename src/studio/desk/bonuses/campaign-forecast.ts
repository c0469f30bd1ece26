import type { DeskCampaign } from '#schemas'

type Sums = Pick<DeskCampaign, 'given' | 'givenMinor' | 'openMinor' | 'convertedMinor' | 'budgetMinor' | 'usedMinor'>

/** What a campaign can still cost, in minor units of the default currency. */
export interface CampaignForecast {
  /** A bonus on average, and what of it becomes players' money. */
  readonly averageMinor: number
  readonly keptMinor: number
  /** What is left of the budget: the worst case. */
  readonly worstMinor: number
  /** What of that is to be expected, by what the bonuses that are over have come to. */
  readonly expectedMinor: number
}

/** What a campaign can still cost, by its own history; null before any of its bonuses is over. */
export function campaignForecast(sums: Sums): CampaignForecast | null {
  const { given, givenMinor, openMinor, convertedMinor, budgetMinor, usedMinor } = sums
  const overMinor = givenMinor - openMinor
  if (given === 0 || overMinor <= 0) return null
  const kept = convertedMinor / overMinor
  const averageMinor = Math.round(givenMinor / given)
  const worstMinor = Math.max(0, budgetMinor - usedMinor)
  return {
    ...{ averageMinor, worstMinor, keptMinor: Math.round(averageMinor * kept) },
    expectedMinor: Math.round(worstMinor * kept),
  }
}
