import { ALL_RATINGS, type StatisticPlace, statisticRest } from '#machines/feed/statistics/statistics-address.rules.ts'
import { FRAME_THEME } from '#machines/feed/statistics/statistics-frame.rules.ts'
import type { App } from '../../page/app-context.ts'
import { offeredPath } from '../../page/paths.ts'

/** Where a page of statistics stands: on the site, or in a frame with the scheme that its address names. */
export interface StatisticsStand {
  readonly isFrame: boolean
  readonly theme?: string | undefined
}

/** The page of a place on the site, or in the frame; null where the brand does not offer statistics, and for a cyber tournament of a
 *  sport that has none (WID-6). */
export function statisticsPath(app: App, place: StatisticPlace, { isFrame, theme }: StatisticsStand): string | null {
  const whole = statisticRest(place)
  if (whole === null) return null
  const [rest = '', query = ''] = whole.split('?')
  const params = { kind: place.kind, '*': rest }
  if (!isFrame) {
    const path = offeredPath(app, 'statistics_kind', params)
    return path && path + (query && `?${query}`)
  }
  const path = offeredPath(app, 'statistic_popup', params)
  if (path === null) return null
  const further = [query, theme ? `${FRAME_THEME}=${theme}` : ''].filter(Boolean).join('&')
  return path + (further && `?${further}`)
}

/** The page of the list of ratings of a sport. */
export function ratingsPlace(sportId: number): StatisticPlace {
  return { kind: 'rating', sportId, ratingId: ALL_RATINGS }
}
