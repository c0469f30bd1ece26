import type { FeedName } from '#calls/feed.calls.ts'
import { type Favorites, readFavorites, type SportKind } from '#machines/feed/favorites.rules.ts'
import { type KeptValue, keptValue } from './kept.ts'

const stores = new Map<string, KeptValue<Favorites>>()

/** The favourites of a kind of sport in one of the feeds, as this browser keeps them (STORE-3). Of a player they are what the server
 *  told last. */
export function favoriteStore(kind: SportKind, feed: FeedName): KeptValue<Favorites> {
  const name = `favorites.${kind}.${feed}`
  const store = stores.get(name) ?? keptValue(name, readFavorites)
  stores.set(name, store)
  return store
}
