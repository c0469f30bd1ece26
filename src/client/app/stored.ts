import { preferenceKey } from '#machines/site/stored-keys.rules.ts'

/** A preference kept in the browser under its prefixed key (STORE-2); undefined when there is none or storage is closed. */
export function readStored(name: string): unknown {
  try {
    const text = window.localStorage.getItem(preferenceKey(name))
    return text === null ? undefined : JSON.parse(text)
  } catch {
    return undefined
  }
}

/** Keeps a preference. @returns whether the browser took it: storage may be closed or full */
export function writeStored(name: string, value: unknown): boolean {
  try {
    window.localStorage.setItem(preferenceKey(name), JSON.stringify(value))
    return true
  } catch {
    return false
  }
}
