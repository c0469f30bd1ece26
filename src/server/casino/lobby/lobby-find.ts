import { searchFold } from '#machines/forms/kinds/options.rules.ts'
import type { CasinoRow, GamesPreviewQuery } from '#schemas'
import type { LobbyGame } from './lobby-game.ts'
import type { Lately } from './lobby-lately.ts'

/** A page of the casino. */
export type CasinoPage = CasinoRow['pages'][number]

/** What games are chosen and put in order by. */
export interface LobbyFilter {
  readonly page?: CasinoPage | undefined
  readonly category?: string | undefined
  readonly provider?: string | undefined
  readonly tag?: string | undefined
  readonly text?: string | undefined
  readonly sort?: GamesPreviewQuery['sort'] | undefined
}

/** How many games fit, by what they could be chosen by besides. */
export interface Facet {
  readonly id: string
  readonly count: number
}

/** What a page of the casino shows (CAS-2). */
const OF_PAGE: Readonly<Record<CasinoPage, (game: LobbyGame) => boolean>> = {
  casino: () => true,
  live_casino: ({ category }) => category === 'live',
  slots: ({ category }) => category === 'slots',
  poker: ({ category }) => category === 'poker',
  third_party_games: ({ category }) => category === 'instant' || category === 'table' || category === 'bingo',
}

/** The games of a page, in the order of the brand. */
export function gamesOnPage(games: readonly LobbyGame[], page: CasinoPage = 'casino'): readonly LobbyGame[] {
  return page === 'casino' ? games : games.filter(OF_PAGE[page])
}

/** The games that fit, in their order. */
export function findGames(
  games: readonly LobbyGame[],
  filter: LobbyFilter,
  { ranks }: Pick<Lately, 'ranks'>,
): readonly LobbyGame[] {
  const found = withText(gamesOnPage(games, filter.page), filter.text).filter((game) => fits(game, filter))
  const { sort = 'featured' } = filter
  if (sort === 'featured') return found
  const last = ranks.size
  return sort === 'popular'
    ? found.sort((one, other) => (ranks.get(one.id) ?? last) - (ranks.get(other.id) ?? last) || featured(one, other))
    : found.sort((one, other) => one.places[sort] - other.places[sort])
}

function featured(one: LobbyGame, other: LobbyGame): number {
  return one.places.featured - other.places.featured
}

/** Makers, categories and tags among the games that fit all else that is chosen. */
export function facetsOf(games: readonly LobbyGame[], filter: LobbyFilter) {
  const all = withText(gamesOnPage(games, filter.page), filter.text)
  const makers = new Map<string, Facet & { readonly name: string }>()
  for (const { providerId: id, provider: name } of among(all, { ...filter, provider: undefined }))
    makers.set(id, { id, name, count: (makers.get(id)?.count ?? 0) + 1 })
  return {
    providers: [...makers.values()].sort((one, other) => (searchFold(one.name) < searchFold(other.name) ? -1 : 1)),
    categories: counted(among(all, { ...filter, category: undefined }).map(({ category }) => category)),
    tags: counted(among(all, { ...filter, tag: undefined }).flatMap(({ tags }) => tags)),
  }
}

const MOST_FACETS = 100

function counted(names: readonly string[]): Facet[] {
  const counts = new Map<string, number>()
  for (const name of names) counts.set(name, (counts.get(name) ?? 0) + 1)
  return [...counts]
    .map(([id, count]) => ({ id, count }))
    .sort((one, other) => other.count - one.count || (one.id < other.id ? -1 : 1))
    .slice(0, MOST_FACETS)
}

/** Games whose name or maker has every word of a text, whatever its accents and case. */
function withText(games: readonly LobbyGame[], text = ''): LobbyGame[] {
  const words = searchFold(text).split(/\s+/).filter(Boolean)
  return games.filter(({ folded }) => words.every((word) => folded.includes(word)))
}

function among(games: readonly LobbyGame[], filter: LobbyFilter): readonly LobbyGame[] {
  return games.filter((game) => fits(game, filter))
}

function fits(game: LobbyGame, { category, provider, tag }: LobbyFilter): boolean {
  return (
    (category === undefined || game.category === category) &&
    (provider === undefined || game.providerId === provider) &&
    (tag === undefined || game.tags.includes(tag))
  )
}
