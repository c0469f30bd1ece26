const KEY_BYTES = 16

/** Keys under which a filled form is sent: what is sent again unchanged, after an answer that was lost, keeps its key, so that
 *  the server makes no second account. */
export interface RequestKeys {
  /** The key of a filled form: the one before when nothing in it has changed, else a new one of 128 random bits. */
  keyOf(filled: unknown): string
  /** The answer has come: the same answers sent again are a new request. */
  forget(): void
}

/** Remembers the latest filled form, in memory alone: it may hold a password. */
export function createRequestKeys(): RequestKeys {
  let latest: { readonly text: string; readonly key: string } | null = null
  return {
    keyOf(filled) {
      const text = JSON.stringify(filled)
      if (latest?.text !== text) latest = { text, key: newKey() }
      return latest.key
    },
    forget() {
      latest = null
    },
  }
}

/** `crypto.randomUUID` is absent on a page that came over plain HTTP; this is not. */
function newKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(KEY_BYTES))
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
}

/** A key of 128 bits as a guid is written. */
export function guidOf(key: string): string {
  return key.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
}

/** A guid of 128 random bits. */
export function newGuid(): string {
  return guidOf(newKey())
}
