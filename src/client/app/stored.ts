import { preferenceKey } from '#machines/site/stored-keys.rules.ts'

/** The storage of the browser cannot be used: it is closed to this site (STORE-9), or takes nothing more (STORE-10). */
export class StorageFault extends Error {
  readonly code: 'no available storage method' | 'quota exceeded'

  constructor(cause: unknown) {
    const isFull = cause instanceof DOMException && cause.name === 'QuotaExceededError'
    const code = isFull ? 'quota exceeded' : 'no available storage method'
    super(code, { cause })
    this.code = code
  }
}

/** A preference kept in the browser under its prefixed key (STORE-2); undefined when there is none, or when what is there is
 *  broken. @throws StorageFault */
export function readKept(name: string): unknown {
  const text = reached(() => window.localStorage.getItem(preferenceKey(name)))
  try {
    return text === null ? undefined : JSON.parse(text)
  } catch {
    return undefined
  }
}

/** Keeps a preference. @throws StorageFault */
export function keep(name: string, value: unknown): void {
  const text = JSON.stringify(value)
  reached(() => window.localStorage.setItem(preferenceKey(name), text))
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
    reached(() => window.localStorage.removeItem(preferenceKey(name)))
  } catch {
    return
  }
}

function reached<TValue>(use: () => TValue): TValue {
  try {
    return use()
  } catch (cause) {
    throw new StorageFault(cause)
  }
}
