import { convertMinor } from '#machines/money/amount.rules.ts'
import type { TierTable } from '#machines/promo/loyalty/tiers.rules.ts'
import { zoneDay } from '#machines/site/date-format.rules.ts'
import { bonusLaw } from '#machines/site/licence/bonus-law.rules.ts'
import { TIERS, type Tier } from '#machines/site/loyalty-tiers.rules.ts'
import { zoneInstant } from '#machines/site/zone-time.rules.ts'
import type { LoyaltyTier } from '#schemas'
import type { PeriodTerms } from '#server/db/tables/loyalty-tables.ts'
import type { PromoSections } from '../promo-ports.ts'
import type { LoyaltySections } from './loyalty-ports.ts'

const DAY_MS = 86_400_000

/** Whether a brand has the programme, and its licence allows it. */
export function hasProgramme({ promo, licence }: Pick<PromoSections, 'promo' | 'licence'>): boolean {
  return promo.isLoyaltyOffered === true && !bonusLaw(licence.pack).isCashbackForbidden
}

/** All tiers with their terms. @throws Error when the brand lacks one, which its check refuses */
export function tiersOf({ promo }: Pick<LoyaltySections, 'promo'>): TierTable & Readonly<Record<Tier, LoyaltyTier>> {
  const known: Readonly<Partial<Record<string, LoyaltyTier>>> = promo.loyaltyTiers
  const rows = TIERS.map((tier) => {
    const terms = known[tier]
    if (!terms) throw new Error(`the brand has no terms for the tier ${tier}`)
    return [tier, terms] as const
  })
  return Object.fromEntries(rows) as Record<Tier, LoyaltyTier>
}

/** The terms that a period of a tier begins with. */
export function periodTerms(sections: LoyaltySections, tier: Tier): PeriodTerms {
  const { base, ratioE4, capMinor, minimumMinor } = tiersOf(sections)[tier]
  return { base, ratioE4, capMinor, minimumMinor, mostOfStakesE4: sections.promo.loyalty.mostOfStakesE4 }
}

/** An amount in another currency, at the rates of the brand; one in a currency that the site has no more counts as it is. */
export function inCurrency(
  minor: number,
  { from, to, global }: { readonly from: string; readonly to: string; readonly global: LoyaltySections['global'] },
): number {
  const [source, target] = [global.currencies[from], global.currencies[to]]
  if (from === to || !source || !target) return minor
  return Math.sign(minor) * convertMinor(Math.abs(minor), source, target)
}

/** Midnight of the brand some days after the day of a moment: 0 is the one before it. */
export function midnightOf(at: Date, daysLater: number, timeZone: string): Date {
  const day = Date.parse(`${zoneDay(at.getTime(), timeZone)}T00:00:00Z`) + daysLater * DAY_MS
  const date = new Date(day).toISOString().slice(0, 10)
  return new Date(zoneInstant(date, '00:00', timeZone) ?? day)
}

/** Whether a kind of play or a game counts for nothing. */
export function isExcluded(
  { promo }: Pick<LoyaltySections, 'promo'>,
  { product, gameId }: { readonly product: string | undefined; readonly gameId: string | null },
): boolean {
  const { excludedProducts, excludedGames } = promo.loyalty
  if (product === undefined || (excludedProducts as readonly string[]).includes(product)) return true
  return gameId !== null && excludedGames.includes(gameId)
}
