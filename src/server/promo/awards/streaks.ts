import { zoneDay } from '#machines/site/date-format.rules.ts'
import { zoneInstant } from '#machines/site/zone-time.rules.ts'
import type { BrandTransaction } from '#server/db/for-brand.ts'
import type { PromoSections } from '../promo-ports.ts'
import { type AwardCause, type AwardOutcome, claimAward, fundClaim } from './award-life.ts'
import { lockPromoAccounts } from './award-money.ts'
import { lockForPoints } from './award-points.ts'
import type { AwardRow } from './award-rows.ts'

/** Days in a row of a bonus that asks for them. */
export interface Streak {
  /** So far; nothing once a day was left out. */
  readonly days: number
  readonly of: number
  readonly isTodayDone: boolean
}

/** The days in a row of an award; undefined of one that asks for none, or has them all. @param today yyyy-MM-dd in the brand's zone */
export function streakOf(award: AwardRow, today: string): Streak | undefined {
  const { state, terms, streak_day: last, streak_days } = award
  const of = terms.trigger.streakDays
  if (of === undefined || state !== 'claimed' || last === null) return undefined
  const isTodayDone = last === today
  return { of, isTodayDone, days: isTodayDone || last === dayBefore(today) ? streak_days : 0 }
}

/** Notes that a player has come today, once a day in the brand's zone, be it 23 or 25 hours long. A day left out begins again; the last of
 *  the days that are asked for gives the bonus (type 11 of PROMO-2). @returns the number of the award */
export async function comeToday(tx: BrandTransaction, of: Omit<AwardCause, 'cause'>): Promise<AwardOutcome> {
  const { player, named, sections, now } = of
  const today = zoneDay(now.getTime(), sections.global.timeZone)
  await lockForPoints(tx, named.campaign, { ...player, now })
  const accounts = await lockPromoAccounts(tx, { ...player, now })
  const [last] = await tx
    .select('promo_award')
    .selectAll('promo_award')
    .where('account_id', '=', player.accountId)
    .where('campaign_id', '=', named.id)
    .where('streak_day', 'is not', null)
    .orderBy('streak_day', 'desc')
    .orderBy('award_id', 'desc')
    .limit(1)
    .forNoKeyUpdate()
    .execute()
  if (last?.streak_day === today && last.state !== 'refused') return { refusal: 'promo.streak_today' }
  const open = last?.state === 'claimed' ? last : undefined
  const cause = open?.cause ?? `streak/${today}`
  const outcome = open ? { awardId: open.award_id } : await claimAward(tx, { ...of, cause })
  if ('refusal' in outcome) return outcome
  const days = open && open.streak_day === dayBefore(today) ? open.streak_days + 1 : 1
  await tx
    .update('promo_award', { streak_days: days, streak_day: today, expires_at: untilTomorrow(today, sections) })
    .where('award_id', '=', outcome.awardId)
    .execute()
  // An award goes by the terms with which it began.
  const campaign = open?.terms ?? named.campaign
  if (days >= (campaign.trigger.streakDays ?? 1))
    await fundClaim(tx, { ...of, named: { id: named.id, campaign }, cause, ...outcome, accounts, depositMinor: 0 })
  return outcome
}

/** The end of the next day in the brand's zone: by then the player has to have come again. */
function untilTomorrow(today: string, { global }: Pick<PromoSections, 'global'>): Date {
  return new Date(zoneInstant(dayAfter(dayAfter(today)), '00:00', global.timeZone) ?? Number.NaN)
}

function dayBefore(day: string): string {
  return moved(day, -1)
}

function dayAfter(day: string): string {
  return moved(day, 1)
}

function moved(day: string, days: number): string {
  return new Date(Date.parse(`${day}T00:00:00Z`) + days * 86_400_000).toISOString().slice(0, 10)
}
