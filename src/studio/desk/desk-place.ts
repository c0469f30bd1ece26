import type { DeskFilter, DeskKind } from '#schemas'

/** A list of the desk: what waits of a kind, or players. */
export type DeskView = DeskKind | 'players'

/** What the address of the desk says: which list, which part of it, and what is open beside it. */
export interface DeskPlaceInAddress {
  readonly view: DeskView
  readonly filter: DeskFilter
  /** Number of what is open; null when nothing is. */
  readonly item: number | null
  /** What players are sought by. */
  readonly text: string
}

/** Lists of what waits, in the order of their tabs. */
export const DESK_KINDS: readonly DeskKind[] = ['support', 'identification', 'appeal', 'payment']
/** Parts of a list, in the order of their tabs. */
export const DESK_FILTERS: readonly DeskFilter[] = ['waiting', 'mine', 'done']

/** Reads the query of the desk's address. What it does not say, or says wrongly, is the first that there is.
 *  @param mayWork whether the operator sees what waits; else there are players alone */
export function readDeskPlace(query: URLSearchParams, mayWork: boolean): DeskPlaceInAddress {
  const [first = 'players', ...others]: DeskView[] = mayWork ? [...DESK_KINDS, 'players'] : ['players']
  const item = Number(query.get('item'))
  return {
    view: others.find((view) => view === query.get('list')) ?? first,
    filter: DESK_FILTERS.find((filter) => filter === query.get('filter')) ?? 'waiting',
    item: Number.isSafeInteger(item) && item > 0 ? item : null,
    text: query.get('text') ?? '',
  }
}

/** The query of a place at the desk, without what goes without saying. */
export function deskQuery({ view, filter, item, text }: DeskPlaceInAddress): Record<string, string> {
  return {
    list: view,
    ...(view !== 'players' && filter !== 'waiting' ? { filter } : {}),
    ...(view === 'players' && text ? { text } : {}),
    ...(item === null ? {} : { item: String(item) }),
  }
}
