import { type PeriodWindow, periodWindow } from '#machines/protection/limits/limit-period.rules.ts'
import { zoneDay } from '#machines/site/date-format.rules.ts'
import type { Campaign } from '#schemas'
import type { PromoSections } from '../promo-ports.ts'

type Trigger = Pick<Campaign['trigger'], 'on' | 'every'>
type Zoned = { readonly global: Pick<PromoSections['global'], 'timeZone'> }

/** The cause of an award that is given now: a campaign gives a player one award for each. `once`, or of one that can be had again the
 *  first day of its day, week or month in the brand's zone, be it 23 or 25 hours long: `week/2026-11-23`. */
export function causeNow(trigger: Trigger, now: Date, { global }: Zoned): string {
  const every = everyOf(trigger)
  const period = windowOf(trigger, now, { global })
  return every && period ? `${every}/${zoneDay(period.since.getTime(), global.timeZone)}` : 'once'
}

/** When the day, week or month ends in which a campaign can be had once; null of one that is given once in all. */
export function periodEnd(trigger: Trigger, now: Date, sections: Zoned): Date | null {
  return windowOf(trigger, now, sections)?.endsAt ?? null
}

function windowOf(trigger: Trigger, now: Date, { global: { timeZone } }: Zoned): PeriodWindow | null {
  const every = everyOf(trigger)
  return every ? periodWindow(every, { mode: 'calendar', timeZone }, now) : null
}

function everyOf({ on, every }: Trigger) {
  return on === 'day' ? 'day' : every
}
