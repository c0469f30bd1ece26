import { isOfPlayer, preferenceKey } from '#machines/site/consent/stored-keys.rules.ts'
import { dropBoardChoice } from './board/board-cookie.ts'

/** Under which both storages say whose they are: the number of the player's account. */
const OWNER_KEY = preferenceKey('owner')

/** Makes the storages of this browser and of this tab the player's, or nobody's. What somebody else has left, whose session has
 *  ended without a word to this page, is wiped before anything reads it (SEC-12). */
export function claimStorage(userId: number | null): void {
  for (const storage of storages()) {
    const owner = storage.getItem(OWNER_KEY)
    if (owner !== null && owner !== String(userId)) wipe(storage)
    if (userId !== null) writeOwner(storage, userId)
  }
}

/** Wipes what the storages and caches hold of a player who leaves (SEC-12). What the page holds in memory goes with its document. */
export function wipePlayerData(): void {
  for (const storage of storages()) wipe(storage)
  if ('caches' in window) void window.caches.keys().then((names) => names.filter(isOfVisits).map(dropCache))
}

/** Whether a cache may hold what a visit has left: the service worker's hold files that all visitors have alike. */
const isOfVisits = (name: string): boolean => !name.startsWith('livery-')
const dropCache = (name: string): Promise<boolean> => window.caches.delete(name)

/** Gives way to a new document when the browser brings this one back from its memory for somebody else, as by its back button
 *  after a sign-out: nothing of it is shown (SEC-12). */
export function leaveWhenRestored(userId: number | null): void {
  window.addEventListener('pageshow', ({ persisted }) => {
    if (!persisted || ownerNow() === (userId === null ? null : String(userId))) return
    document.documentElement.hidden = true
    window.location.reload()
  })
}

/** Whose this browser is now; undefined when nobody can tell. */
function ownerNow(): string | null | undefined {
  try {
    return window.localStorage.getItem(OWNER_KEY)
  } catch {
    return undefined
  }
}

/** The storages that this site may use: a browser may close each of them. */
function storages(): Storage[] {
  return (['localStorage', 'sessionStorage'] as const).flatMap((name) => {
    try {
      return [window[name]]
    } catch {
      return []
    }
  })
}

function wipe(storage: Storage): void {
  for (const key of Object.keys(storage)) if (isOfPlayer(key)) storage.removeItem(key)
  dropBoardChoice()
}

function writeOwner(storage: Storage, userId: number): void {
  try {
    storage.setItem(OWNER_KEY, String(userId))
  } catch {
    // A storage that is full keeps nothing of this player either.
  }
}
