import { calendarPeriod } from '#machines/site/calendar-period.rules.ts'
import { zoneDay } from '#machines/site/date-format.rules.ts'
import type { Campaign } from '#schemas'
import type { PromoSections } from '../promo-ports.ts'

type Trigger = Pick<Campaign['trigger'], 'on' | 'every'>
type Zoned = { readonly global: Pick<PromoSections['global'], 'timeZone'> }

/** The cause of an award that is given now: a campaign gives a player one award for each. `once`, or of one that can be had again the
 *  first day of its day, week or month in the brand's zone: `week/2026-11-23`. */
export function causeNow(trigger: Trigger, now: Date, { global: { timeZone } }: Zoned): string {
  const every = everyOf(trigger)
  return every ? `${every}/${zoneDay(calendarPeriod(every, timeZone, now).since.getTime(), timeZone)}` : 'once'
}

/** When the day, week or month ends in which a campaign can be had once; null of one that is given once in all. */
export function periodEnd(trigger: Trigger, now: Date, { global: { timeZone } }: Zoned): Date | null {
  const every = everyOf(trigger)
  return every ? calendarPeriod(every, timeZone, now).endsAt : null
}

function everyOf({ on, every }: Trigger) {
  return on === 'day' ? 'day' : every
}
