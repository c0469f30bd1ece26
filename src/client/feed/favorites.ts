import { useMemo, useSyncExternalStore } from 'react'
import {
  type Favorites,
  NO_FAVORITES,
  readFavorites,
  SPORT_KINDS,
  type SportKind,
  sportKind,
  toggled,
} from '#machines/feed/favorites.rules.ts'
import type { FavoritesPort } from '#renderers/feed/board-view.ts'
import { type KeptValue, keptValue } from './kept.ts'

/** Before the match, or live. */
export type FeedName = 'line' | 'live'

const stores = new Map<string, KeptValue<Favorites>>()

/** The favourites of a kind of sport in one of the feeds (STORE-3). */
function storeOf(kind: SportKind, feed: FeedName): KeptValue<Favorites> {
  const name = `favorites.${kind}.${feed}`
  const store = stores.get(name) ?? keptValue(name, readFavorites)
  stores.set(name, store)
  return store
}

function useStore(kind: SportKind, feed: FeedName): Favorites {
  const { read, listen } = storeOf(kind, feed)
  return useSyncExternalStore(listen, read, () => NO_FAVORITES)
}

/** The favourites of a feed, of every kind of sport. */
export function useFavorites(feed: FeedName): Readonly<Record<SportKind, Favorites>> {
  const sports = useStore('sports', feed)
  const cyber = useStore('cyber', feed)
  return useMemo(() => ({ sports, cyber }), [sports, cyber])
}

/** What boards ask of the favourites of a feed. */
export function useFavoritesPort(feed: FeedName): FavoritesPort {
  const kept = useFavorites(feed)
  return useMemo(() => {
    const has = (list: keyof Favorites, id: number): boolean =>
      SPORT_KINDS.some((kind) => kept[kind][list].includes(id))
    const toggle = (list: keyof Favorites, id: number, sportId: number): void => {
      const { read, write } = storeOf(sportKind(sportId), feed)
      write(toggled(read(), list, id))
    }
    return {
      hasGame: (id) => has('games', id),
      hasChamp: (id) => has('champs', id),
      toggleGame: ({ gameId, sportId }) => toggle('games', gameId, sportId),
      toggleChamp: ({ champId, sportId }) => toggle('champs', champId, sportId),
    }
  }, [kept, feed])
}
