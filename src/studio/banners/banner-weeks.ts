import { isJsonObject } from '#machines/site/merge-patch.rules.ts'

/** A banner as the calendar reads it. */
export interface CalendarBanner {
  readonly widget: string
  readonly id: string
  readonly order: number
  readonly titleKey: string
  readonly visibleFor: 'all' | 'guests' | 'players'
  /** Country codes; empty for every country. */
  readonly countries: readonly string[]
  /** First instant at which it is shown, ms; always before `toMs` began when it has none. */
  readonly fromMs: number
  /** Instant from which it is no longer shown, ms. */
  readonly toMs: number
}

/** Who looks at the banners; null for anybody, from anywhere. */
export interface BannerAudience {
  readonly visitor: 'guests' | 'players' | null
  readonly country: string | null
}

export const WEEK_MS = 7 * 24 * 3600 * 1000

/** Beginning of the week of an instant: its Monday, 00:00 UTC, in which banners have their dates. */
export function weekOf(atMs: number): number {
  // The first Monday of Unix time is its fifth day.
  const monday = 4 * 24 * 3600 * 1000
  return Math.floor((atMs - monday) / WEEK_MS) * WEEK_MS + monday
}

/** The banners of a document of banner widgets, by widget and in their order. */
export function bannersOf(resolved: unknown): readonly CalendarBanner[] {
  const widgets = isJsonObject(resolved) && isJsonObject(resolved.widgets) ? resolved.widgets : {}
  return Object.entries(widgets).flatMap(([widget, value]) => {
    const banners = isJsonObject(value) && isJsonObject(value.banners) ? value.banners : {}
    return Object.entries(banners)
      .flatMap(([id, banner]) => (isJsonObject(banner) ? [bannerOf(widget, id, banner)] : []))
      .sort((one, other) => one.order - other.order)
  })
}

function bannerOf(widget: string, id: string, banner: Readonly<Record<string, unknown>>): CalendarBanner {
  const { order, titleKey, visibleFor, countries, startsAt, endsAt } = banner
  return {
    ...{ widget, id, order: Number(order ?? 0), titleKey: String(titleKey ?? '') },
    visibleFor: visibleFor === 'guests' || visibleFor === 'players' ? visibleFor : 'all',
    countries: Array.isArray(countries) ? countries.map(String) : [],
    fromMs: instantOf(startsAt) ?? Number.NEGATIVE_INFINITY,
    toMs: instantOf(endsAt) ?? Number.POSITIVE_INFINITY,
  }
}

function instantOf(text: unknown): number | null {
  const atMs = typeof text === 'string' ? Date.parse(text) : Number.NaN
  return Number.isNaN(atMs) ? null : atMs
}

/** Whether an audience is shown a banner at all. */
export function isForAudience(
  { visibleFor, countries }: Pick<CalendarBanner, 'visibleFor' | 'countries'>,
  { visitor, country }: BannerAudience,
): boolean {
  const isSeen = visitor === null || visibleFor === 'all' || visibleFor === visitor
  return isSeen && (country === null || countries.length === 0 || countries.includes(country))
}

/** The part of a week in which a banner is shown, as shares of it from 0 to 1; null when it is not. */
export function partOfWeek(
  { fromMs, toMs }: Pick<CalendarBanner, 'fromMs' | 'toMs'>,
  weekMs: number,
): { readonly from: number; readonly to: number } | null {
  const from = Math.max(0, (fromMs - weekMs) / WEEK_MS)
  const to = Math.min(1, (toMs - weekMs) / WEEK_MS)
  return from < to ? { from, to } : null
}

/** How many of the banners are shown at the same time in a week, at least and at most. */
export function shownAtOnce(
  banners: readonly Pick<CalendarBanner, 'fromMs' | 'toMs'>[],
  weekMs: number,
): { readonly least: number; readonly most: number } {
  const parts = banners.flatMap((banner) => partOfWeek(banner, weekMs) ?? [])
  // Between two moments at which one begins or ends the number stays.
  const moments = [...new Set([0, ...parts.flatMap(({ from, to }) => [from, to])])].filter((moment) => moment < 1)
  const counts = moments.map((moment) => parts.filter(({ from, to }) => from <= moment && moment < to).length)
  return { least: Math.min(...counts), most: Math.max(...counts) }
}
