/** What a visitor keeps in front of one kind of sport, before the match or live (STORE-3). */
export interface Favorites {
  readonly games: readonly number[]
  readonly champs: readonly number[]
}

export const NO_FAVORITES: Favorites = { games: [], champs: [] }

/** Most favourites of a kind that a browser keeps: a list of games is asked for by their ids. */
export const FAVORITES_LIMIT = 100

const FIRST_DISCIPLINE = 4001
const CYBER: ReadonlySet<number> = new Set([40, 85, 89, 144])

/** The kinds of sport whose favourites are kept apart. */
export const SPORT_KINDS = ['sports', 'cyber'] as const
export type SportKind = (typeof SPORT_KINDS)[number]

/** The kind of a sport. */
export function sportKind(sportId: number): SportKind {
  return sportId >= FIRST_DISCIPLINE || CYBER.has(sportId) ? 'cyber' : 'sports'
}

/** Favourites as a browser kept them. What is broken counts as nothing; one broken entry does not cost the others. */
export function readFavorites(kept: unknown): Favorites {
  if (typeof kept !== 'object' || kept === null) return NO_FAVORITES
  const { games, champs } = kept as Record<string, unknown>
  return { games: ids(games), champs: ids(champs) }
}

function ids(list: unknown): readonly number[] {
  if (!Array.isArray(list)) return []
  return [...new Set(list.filter((id): id is number => Number.isSafeInteger(id) && id > 0))].slice(0, FAVORITES_LIMIT)
}

/** Favourites with a game or championship in or out, whatever they were before: the latest first, and beyond the limit the oldest
 *  go. */
export function withMark(favorites: Favorites, list: keyof Favorites, id: number, isIn: boolean): Favorites {
  const kept = favorites[list]
  if (kept.includes(id) === isIn) return favorites
  const next = isIn ? [id, ...kept].slice(0, FAVORITES_LIMIT) : kept.filter((other) => other !== id)
  return { ...favorites, [list]: next }
}
