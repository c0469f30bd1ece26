import type { FeedName } from '#calls/feed.calls.ts'
import { type Favorites, readFavorites, type SportKind } from '#machines/feed/board/favorites.rules.ts'
import { type KeptValue, keptValue } from '../../page/board/kept.ts'

const stores = new Map<string, KeptValue<Favorites>>()

/** The favourites of a kind of sport in one of the feeds, as this browser keeps them (STORE-3). For a player they are
 *  what the server sent last. */
export function favoriteStore(kind: SportKind, feed: FeedName): KeptValue<Favorites> {
  const name = `favorites.${kind}.${feed}`
  const store = stores.get(name) ?? keptValue(name, readFavorites)
  stores.set(name, store)
  return store
}
