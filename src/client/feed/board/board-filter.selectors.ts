import type { OfferQuery } from '#schemas'
import type { App } from '../../page/app-context.ts'
import type { FeedName } from './favorites.ts'

/** Which games of a board the address of the page asks for; a part that is not named, or is none, lets all pass. */
export interface BoardWish {
  readonly countryId: number | null
  /** Hours from now within which games before the match start. */
  readonly withinHours: number | null
  /** How live games stand. */
  readonly state: PlayState | null
}

export type PlayState = NonNullable<OfferQuery['playState']>

export const EVERY_GAME: BoardWish = { countryId: null, withinHours: null, state: null }

const HOUR_S = 3600
const MINUTE_S = 60

/** What a brand lets its visitors choose beside a country. */
export interface BoardChoices {
  /** Spans of time before the match, in hours. */
  readonly hours: readonly number[]
  readonly states: readonly PlayState[]
}

/** What can be chosen of a feed: a start in the line, how games stand live, broadcasts only where the brand shows them. */
export function boardChoices(
  { config: { betting, boolean } }: { readonly config: Pick<App['site']['config'], 'betting' | 'boolean'> },
  feed: FeedName,
): BoardChoices {
  if (feed === 'line') return { hours: betting.upcomingGroupHours, states: [] }
  return { hours: [], states: ['level', 'break', ...(boolean.isVideoShown ? (['watchable'] as const) : [])] }
}

/** Reads `?country=76&within=4`, or `?country=76&state=level` live. */
export function boardWish(query: URLSearchParams, { hours, states }: BoardChoices): BoardWish {
  const country = query.get('country') ?? ''
  const within = Number(query.get('within'))
  const state = query.get('state')
  return {
    countryId: /^[1-9][0-9]{0,8}$/.test(country) ? Number(country) : null,
    withinHours: hours.includes(within) ? within : null,
    state: states.find((one) => one === state) ?? null,
  }
}

/** Whether a wish leaves games out. */
export function isNarrowedBy(wish: BoardWish): boolean {
  return Object.values(wish).some((part) => part !== null)
}

/** The address of other games of the same board: `('/en/live', { …, state: 'level' })` → `/en/live?state=level`. */
export function boardPath(pathname: string, { countryId, withinHours, state }: BoardWish): string {
  const query = new URLSearchParams()
  if (countryId !== null) query.set('country', String(countryId))
  if (withinHours !== null) query.set('within', String(withinHours))
  if (state !== null) query.set('state', state)
  return query.size > 0 ? `${pathname}?${query}` : pathname
}

/** The same as a question to the feed; spans of time end at the full minute, so that all who ask within it ask the same. */
export function boardQuery({ countryId, withinHours, state }: BoardWish, nowMs: number): Partial<OfferQuery> {
  return {
    ...(countryId !== null && { countryId }),
    ...(withinHours !== null && {
      tsTo: Math.ceil(nowMs / 1000 / MINUTE_S) * MINUTE_S + withinHours * HOUR_S,
    }),
    ...(state !== null && { playState: state }),
  }
}

/** Countries that have games in a feed, each once, in the order in which they come. */
export function countriesOf(
  champs: readonly { readonly countryId?: number; readonly lineGames: number; readonly liveGames: number }[],
  feed: FeedName,
): readonly number[] {
  const played = champs.filter(({ lineGames, liveGames }) => (feed === 'live' ? liveGames : lineGames) > 0)
  return [...new Set(played.flatMap(({ countryId }) => countryId ?? []))]
}
