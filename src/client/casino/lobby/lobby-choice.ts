import type { GamesPreviewQuery } from '#schemas'

/** A page of the casino that lists games. */
export type LobbyPage = NonNullable<GamesPreviewQuery['page']>

/** What is chosen on a page of the casino, as its address keeps it; texts are empty where nothing is. */
export interface LobbyChoice {
  readonly text: string
  readonly category: string
  readonly provider: string
  readonly tag: string
  readonly sort: string
  /** Whether all makers are listed. */
  readonly isByProvider: boolean
}

/** The orders of games, the brand's own first. */
export const SORTS = ['featured', 'popular', 'new', 'name'] as const

/** The kinds of games, as chips name them. */
export const CATEGORIES = ['slots', 'live', 'table', 'poker', 'bingo', 'instant'] as const

/** What games have and chips choose by. */
export const FEATURES = ['new', 'jackpot', 'free_spins', 'bonus_buy', 'megaways'] as const

const NOTHING: LobbyChoice = { text: '', category: '', provider: '', tag: '', sort: '', isByProvider: false }
const MOST = { text: 60, provider: 64, tag: 40 } as const

/** What an address chooses; words that nobody knows choose nothing. */
export function readChoice(query: URLSearchParams): LobbyChoice {
  const word = (name: string, most: number) => (query.get(name) ?? '').slice(0, most)
  const known = (name: string, words: readonly string[]) => words.find((one) => one === query.get(name)) ?? ''
  return {
    ...{ text: word('text', MOST.text), provider: word('provider', MOST.provider), tag: word('tag', MOST.tag) },
    category: known('category', CATEGORIES),
    sort: known('sort', SORTS),
    isByProvider: query.get('view') === 'providers',
  }
}

/** The query of the address that chooses so: `''` or `'?text=book'`. */
export function choiceQuery(choice: Partial<LobbyChoice>): string {
  const { isByProvider, ...words } = { ...NOTHING, ...choice }
  const query = new URLSearchParams(Object.entries(words).filter(([, value]) => value !== ''))
  if (isByProvider) query.set('view', 'providers')
  return query.size > 0 ? `?${query}` : ''
}

/** Whether games are looked for; otherwise the page shows its rows. */
export function isChosen({ isByProvider, ...words }: LobbyChoice): boolean {
  return Object.values(words).some((value) => value !== '')
}

/** The query of the call that finds the games. */
export function previewQuery(
  page: LobbyPage,
  choice: LobbyChoice,
  more: { readonly most: number; readonly offset?: number },
) {
  const { isByProvider: _view, ...words } = choice
  const chosen = Object.fromEntries(Object.entries(words).filter(([, value]) => value !== ''))
  return { page, ...chosen, ...more } as GamesPreviewQuery
}
