import type { DeskFilter, DeskKind } from '#schemas'

/** What can be looked for at the desk by everybody who sees the brand. */
export type DeskSearchView =
  | 'players'
  | 'exposure'
  | 'rounds'
  | 'bonuses'
  | 'free'
  | 'providers'
  | 'toto'
  | 'draws'
  | 'bingo'
/** A list of the desk: what waits of a kind, or what is looked for. */
export type DeskView = DeskKind | DeskSearchView

/** What the address of the desk says: which list, which part of it, and what is open beside it. */
export interface DeskPlaceInAddress {
  readonly view: DeskView
  readonly filter: DeskFilter
  /** Number of what is open; null when nothing is. */
  readonly item: number | null
  /** What players, games or rounds are sought by; of bonuses, the id of a campaign. */
  readonly text: string
  /** Of talks with the support, the queue that is shown; empty shows all. */
  readonly queue: string
  /** Page of a list, from 1. */
  readonly page: number
}

/** Lists of what waits, in the order of their tabs. */
export const DESK_KINDS: readonly DeskKind[] = [
  'support',
  'identification',
  'appeal',
  'payment',
  'protection',
  'doubt',
  'result',
]
/** What everybody sees, in the order of the tabs. */
export const SEARCH_VIEWS: readonly DeskSearchView[] = [
  'players',
  'exposure',
  'rounds',
  'bonuses',
  'free',
  'providers',
  'toto',
  'draws',
  'bingo',
]
/** Parts of a list, in the order of their tabs. */
export const DESK_FILTERS: readonly DeskFilter[] = ['waiting', 'mine', 'done']

const MOST_PAGES = 5000
/** Id of a queue, as `support.consultantIds` has them. */
const QUEUE = /^[A-Za-z0-9_-]{1,64}$/

/** Whether a view is a list of what waits. */
export function isDeskKind(view: DeskView): view is DeskKind {
  return DESK_KINDS.some((kind) => kind === view)
}

/** The views of the desk. @param mayWork whether the operator sees what waits; else there is what is looked for, and games without a
 *  result */
export function deskViews(mayWork: boolean): readonly DeskView[] {
  return mayWork ? [...DESK_KINDS, ...SEARCH_VIEWS] : [...SEARCH_VIEWS.filter((view) => view !== 'free'), 'result']
}

/** Reads the query of the desk's address. What it does not say, or says wrongly, is the first that there is.
 *  @param mayWork whether the operator sees what waits */
export function readDeskPlace(query: URLSearchParams, mayWork: boolean): DeskPlaceInAddress {
  const [first = 'players', ...others] = deskViews(mayWork)
  const [item, page] = [Number(query.get('item')), Number(query.get('page'))]
  return {
    view: others.find((view) => view === query.get('list')) ?? first,
    filter: DESK_FILTERS.find((filter) => filter === query.get('filter')) ?? 'waiting',
    item: Number.isSafeInteger(item) && item > 0 ? item : null,
    text: query.get('text') ?? '',
    queue: QUEUE.exec(query.get('queue') ?? '')?.[0] ?? '',
    page: Number.isSafeInteger(page) && page > 0 && page <= MOST_PAGES ? page : 1,
  }
}

/** The query of a place at the desk, without what goes without saying. */
export function deskQuery({ view, filter, item, text, queue, page }: DeskPlaceInAddress): Record<string, string> {
  return {
    list: view,
    ...((isDeskKind(view) || view === 'draws' || view === 'bingo') && filter !== 'waiting' ? { filter } : {}),
    ...((!isDeskKind(view) || view === 'result') && text ? { text } : {}),
    ...(page > 1 ? { page: String(page) } : {}),
    ...(view === 'support' && queue ? { queue } : {}),
    ...(item === null ? {} : { item: String(item) }),
  }
}
