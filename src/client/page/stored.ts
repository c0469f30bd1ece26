import { BROWSER_STORE, preferenceKey, USER_CONFIG_PREFIX } from '#machines/site/consent/stored-keys.rules.ts'

const FULL = 'QuotaExceededError'

/** The storage of the browser cannot be used: it is closed to this site (STORE-9), or takes nothing more (STORE-10). */
export class StorageFault extends Error {
  readonly code: 'no available storage method' | 'quota exceeded'

  constructor(cause: unknown) {
    const isFull = cause instanceof DOMException && cause.name === FULL
    const code = isFull ? 'quota exceeded' : 'no available storage method'
    super(code, { cause })
    this.code = code
  }
}

/** A preference kept in the browser under its prefixed key (STORE-2); undefined when there is none, or when what is there is
 *  broken. @throws StorageFault */
export function readKept(name: string): unknown {
  const text = reached(() => openStore().getItem(preferenceKey(name)))
  try {
    return text === null ? undefined : JSON.parse(text)
  } catch {
    return undefined
  }
}

/** Keeps a preference. @throws StorageFault, also when the store would hold more than its size (STORE-8) */
export function keep(name: string, value: unknown): void {
  const key = preferenceKey(name)
  const text = JSON.stringify(value)
  reached(() => {
    const store = openStore()
    if (sizeWithout(store, key) + key.length + text.length > BROWSER_STORE.size) throw new DOMException('', FULL)
    store.setItem(BROWSER_STORE.name, String(BROWSER_STORE.version))
    store.setItem(key, text)
  })
}

/** Like {@link readKept}; undefined also when the storage cannot be used. */
export function readStored(name: string): unknown {
  try {
    return readKept(name)
  } catch {
    return undefined
  }
}

/** Keeps a preference. @returns whether the browser took it: storage may be closed or full */
export function writeStored(name: string, value: unknown): boolean {
  try {
    keep(name, value)
    return true
  } catch {
    return false
  }
}

/** Keeps a preference no more. A closed storage has none. */
export function dropStored(name: string): void {
  try {
    reached(() => openStore().removeItem(preferenceKey(name)))
  } catch {
    return
  }
}

/** The browser's store. Preferences of another version are of another shape: they are dropped (STORE-8). */
function openStore(): Storage {
  const store = window.localStorage
  const version = store.getItem(BROWSER_STORE.name)
  if (version === null || version === String(BROWSER_STORE.version)) return store
  for (const key of Object.keys(store)) if (key.startsWith(USER_CONFIG_PREFIX)) store.removeItem(key)
  store.removeItem(BROWSER_STORE.name)
  return store
}

/** Characters that the store needs in addition to the value of a key. */
function sizeWithout(store: Storage, left: string): number {
  const held = Object.keys(store).filter((key) => key !== left)
  return held.reduce((size, key) => size + key.length + (store.getItem(key)?.length ?? 0), 0)
}

function reached<TValue>(use: () => TValue): TValue {
  try {
    return use()
  } catch (cause) {
    throw new StorageFault(cause)
  }
}
