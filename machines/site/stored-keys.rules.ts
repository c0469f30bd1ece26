/** Prefix of the keys under which a visitor's configuration is kept (STORE-2). */
export const USER_CONFIG_PREFIX = 'userConfig'

/** Key of a preference: `'theme'` → `'userConfig.theme'` (STORE-2). */
export function preferenceKey(name: string): string {
  return `${USER_CONFIG_PREFIX}.${name}`
}

/** Key of the favourites of one kind of sport, before the match or live (STORE-3): `('cyber', 'live')` →
 *  `'userConfig.favorites.cyber.live'`.
 *  @throws Error when the kind is not a plain word, which could make two kinds share a key */
export function favoritesKey(sportKind: string, feed: 'line' | 'live'): string {
  if (!/^[A-Za-z0-9_-]+$/.test(sportKind))
    throw new Error(`kind of sport ${JSON.stringify(sportKind)} is not a plain word`)
  return preferenceKey(`favorites.${sportKind}.${feed}`)
}
