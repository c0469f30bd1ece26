import type { MenuEntry } from '#schemas'

/** For whom, where and when an entry of the configuration is shown: a banner, a block of the home page, an entry of a menu. */
export type Showing = Pick<MenuEntry, 'visibleFor' | 'countries' | 'startsAt' | 'endsAt'>

/** Who looks at a page, from where and when. */
export interface Onlooker {
  readonly isPlayer: boolean
  /** Alpha-2 in lower case. */
  readonly country: string
  readonly nowMs: number
}

/** Whether an entry is shown to a visitor now. It is from its first instant on and no longer at its last one; what it leaves out sets no
 *  bound. */
export function isShownTo(
  { visibleFor = 'all', countries, startsAt, endsAt }: Showing,
  { isPlayer, country, nowMs }: Onlooker,
): boolean {
  return (
    (visibleFor === 'all' || (visibleFor === 'players') === isPlayer) &&
    (countries === undefined || countries.includes(country)) &&
    (startsAt === undefined || Date.parse(startsAt) <= nowMs) &&
    (endsAt === undefined || nowMs < Date.parse(endsAt))
  )
}
