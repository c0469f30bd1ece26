/** The store of a browser (STORE-8): the key under which it tells its version, the version of what it holds, and how many
 *  characters it takes, keys and values together. */
export const BROWSER_STORE = { name: 'keyvaluepairs', version: 1, size: 4_980_736 } as const

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

/** What belongs to the browser, no matter which player is signed in: the version of its store, the answer to the
 *  cookie question, by which names it is counted, when its visitor declined the app, and what a tester records in it. */
const OF_BROWSER: ReadonlySet<string> = new Set([
  BROWSER_STORE.name,
  ...['cookieConsent', 'recorder', 'recordings', 'analyticsVisitor', 'analyticsVisit', 'installDeclined'].map(
    preferenceKey,
  ),
])

/** Whether what a browser keeps under a key goes with the player (SEC-12): everything but what is named as the browser's own. */
export function isOfPlayer(key: string): boolean {
  return !OF_BROWSER.has(key)
}
