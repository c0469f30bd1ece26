import { zoneDay } from '#machines/site/date-format.rules.ts'
import { isDate } from '#machines/site/zone-time.rules.ts'
import type { ResultChampsAnswer } from '#schemas'

/** Which results the address of the page asks for; a part that is not named, or is none, lets all pass. */
export interface ResultWish {
  readonly sportId: number | null
  /** A day of the brand's time zone, `yyyy-MM-dd`. */
  readonly day: string | null
}

const DAY_MS = 86_400_000
/** Days from which one can choose. */
const DAYS = 7
const SPORT = 'sport'
const DAY = 'day'

/** Reads `?sport=1&day=2026-03-14`. */
export function resultWish(query: URLSearchParams): ResultWish {
  const sport = query.get(SPORT) ?? ''
  const day = query.get(DAY) ?? ''
  return { sportId: /^[1-9][0-9]{0,8}$/.test(sport) ? Number(sport) : null, day: isDate(day) ? day : null }
}

/** The address of other results of the same page: `('/en/results', { sportId: 1, day: null })` → `/en/results?sport=1`. */
export function resultPath(pathname: string, { sportId, day }: ResultWish): string {
  const query = new URLSearchParams()
  if (sportId !== null) query.set(SPORT, String(sportId))
  if (day !== null) query.set(DAY, day)
  return query.size > 0 ? `${pathname}?${query}` : pathname
}

/** The latest days of a time zone, today first, as `yyyy-MM-dd`; one that the address names is among them, however old it is. */
export function resultDays(nowMs: number, timeZone: string, chosen: string | null): readonly string[] {
  const todayMs = Date.parse(`${zoneDay(nowMs, timeZone)}T00:00:00Z`)
  const days = Array.from({ length: DAYS }, (_, ago) => new Date(todayMs - ago * DAY_MS).toISOString().slice(0, 10))
  return chosen === null || days.includes(chosen) ? days : [...days, chosen]
}

/** The sports of which there are results and how many games each has, in the order in which they come. */
export function resultSports({ items }: ResultChampsAnswer): readonly { sportId: number; games: number }[] {
  const games = new Map<number, number>()
  for (const { sportId, gameCount } of items) games.set(sportId, (games.get(sportId) ?? 0) + gameCount)
  return [...games].map(([sportId, count]) => ({ sportId, games: count }))
}
