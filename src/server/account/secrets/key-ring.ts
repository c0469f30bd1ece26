import { hkdfSync, randomBytes } from 'node:crypto'

/** Bytes of each key that `LIVERY_SECRET_KEY` holds in base64url. */
export const SECRET_KEY_BYTES = 32
const ID_BYTES = 4

/** A key with its id: eight hexadecimal digits that follow from it, so that nobody has to give one, and that say nothing of it. */
export interface RingKey {
  readonly id: string
  readonly key: Uint8Array
}

/** The keys of an installation, the newest first: it seals and signs, the others only open and verify. */
export type KeyRing = readonly [newest: RingKey, ...former: RingKey[]]

/** A new random key. */
export function newSecretKey(): Buffer {
  return randomBytes(SECRET_KEY_BYTES)
}

/** A ring of keys, the newest first. @throws Error for a key of another length, and one that is there twice */
export function keyRing(newest: Uint8Array, ...former: readonly Uint8Array[]): KeyRing {
  const ids = new Set<string>()
  const named = (key: Uint8Array): RingKey => {
    if (key.length !== SECRET_KEY_BYTES)
      throw new Error(`a secret key has ${SECRET_KEY_BYTES} bytes, not ${key.length}`)
    const id = Buffer.from(hkdfSync('sha256', key, '', 'livery key id', ID_BYTES)).toString('hex')
    if (ids.has(id)) throw new Error(`the secret key ${id} is there twice`)
    ids.add(id)
    return { id, key }
  }
  return [named(newest), ...former.map(named)]
}

/** A ring of one new random key. */
export function newKeyRing(): KeyRing {
  return keyRing(newSecretKey())
}

/** Parses keys in base64url, joined by commas, the newest first. @throws Error when there is none, or one is no key */
export function parseKeyRing(text: string): KeyRing {
  const [newest = Buffer.alloc(0), ...former] = text.split(',').map((key) => Buffer.from(key.trim(), 'base64url'))
  return keyRing(newest, ...former)
}

/** A ring as `parseKeyRing` reads it. */
export function keyRingText(keys: readonly RingKey[]): string {
  return keys.map(({ key }) => Buffer.from(key).toString('base64url')).join(',')
}
