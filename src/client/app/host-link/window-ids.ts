const CHARACTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_-'
const LENGTH = 21

/** An id that nobody guesses, of 21 characters, for messages and loadings of windows (XWIN-4): `V1StGXR8_Z5jdHi6B-myT`. */
export function newWindowId(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(LENGTH))
  return Array.from(bytes, (byte) => CHARACTERS[byte % CHARACTERS.length]).join('')
}
