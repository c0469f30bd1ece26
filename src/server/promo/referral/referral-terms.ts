import { convertMinor } from '#machines/money/amount.rules.ts'
import type { ReferralTerms } from '#machines/promo/referral/earning.rules.ts'
import { zoneDay } from '#machines/site/date-format.rules.ts'
import { zoneInstant } from '#machines/site/zone-time.rules.ts'
import type { InCurrency, ReferralSections } from './referral-ports.ts'

const DAY_MS = 86_400_000
/** How long after midnight the day before is counted: what was under way then is in the books by now. */
const AFTER_MIDNIGHT_MS = 600_000

/** The terms by which players earn of their friends. */
export function friendTerms({ 'bring-a-friend': config }: ReferralSections): ReferralTerms {
  const { minimumDepositMinor, minimumStakeMinor, qualifyWithinMs, shareE4, earnForMs, carriesLosses, holdMs } = config
  return {
    ...{ minimumDepositMinor, minimumStakeMinor, qualifyWithinMs, shareE4, earnForMs, carriesLosses, holdMs },
    needsVerification: config.isVerificationRequired,
  }
}

/** The terms by which partners earn: nothing but a registration is asked of those they bring. */
export function partnerTerms({ 'bring-a-friend': config }: ReferralSections): ReferralTerms {
  const { partnerShareE4: shareE4, partnerEarnForMs: earnForMs, carriesLosses } = config
  const nothing = { minimumDepositMinor: 0, minimumStakeMinor: 0, needsVerification: false, holdMs: 0 }
  return { ...nothing, qualifyWithinMs: earnForMs, shareE4, earnForMs, carriesLosses }
}

/** Whether players or partners bring friends to a brand now. */
export function isOffered({ boolean, 'bring-a-friend': config }: ReferralSections, by: 'friend' | 'partner'): boolean {
  return by === 'friend' ? boolean.isReferralAllowed : config.isPartnerProgrammeOffered
}

/** An amount in another currency, at the rates of the brand; one in a currency that the site has no more counts as it is. */
export function inCurrency(
  { minor, currency }: InCurrency,
  to: string,
  { currencies }: Pick<ReferralSections['global'], 'currencies'>,
): number {
  const [source, target] = [currencies[currency], currencies[to]]
  if (currency === to || !source || !target) return minor
  return Math.sign(minor) * convertMinor(Math.abs(minor), source, target)
}

/** Amounts together, in the default currency of the brand. */
export function together(parts: readonly InCurrency[], { global }: Pick<ReferralSections, 'global'>): number {
  return parts.reduce((sum, part) => sum + inCurrency(part, global.defaultCurrency, global), 0)
}

/** The day that is counted at a moment: the one before until shortly after midnight. @returns yyyy-MM-dd by the clock of the brand */
export function countedDay(now: Date, { timeZone }: Pick<ReferralSections['global'], 'timeZone'>): string {
  return zoneDay(now.getTime() - 2 * AFTER_MIDNIGHT_MS, timeZone)
}

/** When the day of a moment is counted: shortly after the next midnight of the brand. */
export function nextCount(now: Date, { timeZone }: Pick<ReferralSections['global'], 'timeZone'>): Date {
  const today = new Date(`${zoneDay(now.getTime(), timeZone)}T00:00:00Z`).getTime()
  const tomorrow = new Date(today + DAY_MS).toISOString().slice(0, 10)
  const midnight = zoneInstant(tomorrow, '00:00', timeZone) ?? now.getTime() + DAY_MS
  return new Date(midnight + AFTER_MIDNIGHT_MS)
}
