import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto'
import { type KeyRing, SECRET_KEY_BYTES } from './key-ring.ts'

const IV_BYTES = 12
const TAG_BYTES = 16
/** Names the sealing format: the second one names the key after it, the first one did not. */
const VERSION = { unnamed: 'v1', named: 'v2' } as const

/** Seals what has to be read again and must not lie open in the database. */
export interface SecretBox {
  /** Encrypts by the newest key. @param use what it is and whose, such as `two-factor:pier:10204080`; it opens for the same use alone */
  seal(use: string, secret: Uint8Array): string
  /** Decrypts. @throws Error when it was sealed with a key that is not in the ring or for another use, or was altered */
  open(use: string, sealed: string): Uint8Array
  /** The id of the key that something is sealed by. @throws Error as `open` does */
  keyOf(use: string, sealed: string): string
}

/** A box whose keys follow from those of a ring: AES-256-GCM with random nonces, the use as associated data. What is sealed is
 *  `v2.<id of the key>.<base64url>`; what was sealed when there was one key has no id, and is tried with each. */
export function createSecretBox(ring: KeyRing): SecretBox {
  const keys = new Map(
    ring.map(({ id, key }) => [id, Buffer.from(hkdfSync('sha256', key, '', 'livery secret box', SECRET_KEY_BYTES))]),
  )
  const [{ id: newest }] = ring
  const sealing = keys.get(newest) as Buffer
  const opened = (use: string, sealed: string): { readonly id: string; readonly secret: Uint8Array } => {
    const { ids, bytes } = partsOf(sealed, keys)
    for (const id of ids) {
      const secret = decrypted(keys.get(id), use, bytes)
      if (secret) return { id, secret }
    }
    throw new Error(
      `a sealed secret cannot be opened (${use}): it was sealed with a key that is not in LIVERY_SECRET_KEY, or altered. Start the server with the keys that it had before`,
    )
  }
  return {
    seal(use, secret) {
      const iv = randomBytes(IV_BYTES)
      const cipher = createCipheriv('aes-256-gcm', sealing, iv).setAAD(Buffer.from(use))
      const bytes = Buffer.concat([iv, cipher.update(secret), cipher.final(), cipher.getAuthTag()])
      return `${VERSION.named}.${newest}.${bytes.toString('base64url')}`
    },
    open: (use, sealed) => opened(use, sealed).secret,
    keyOf: (use, sealed) => opened(use, sealed).id,
  }
}

/** The id that a sealed text names; undefined for one of the time before keys had any. */
export function namedKey(sealed: string): string | undefined {
  const [version, id] = sealed.split('.', 2)
  return version === VERSION.named ? id : undefined
}

/** Which keys may open a sealed text, and its bytes. */
function partsOf(sealed: string, keys: ReadonlyMap<string, Buffer>) {
  const [version, ...rest] = sealed.split('.')
  const id = namedKey(sealed)
  const ids = version === VERSION.unnamed ? [...keys.keys()] : id !== undefined ? [id] : []
  return { ids, bytes: Buffer.from(rest.at(-1) ?? '', 'base64url') }
}

function decrypted(key: Buffer | undefined, use: string, bytes: Buffer): Uint8Array | null {
  if (!key || bytes.length < IV_BYTES + TAG_BYTES) return null
  const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(0, IV_BYTES), { authTagLength: TAG_BYTES })
  decipher.setAAD(Buffer.from(use)).setAuthTag(bytes.subarray(-TAG_BYTES))
  try {
    return Buffer.concat([decipher.update(bytes.subarray(IV_BYTES, -TAG_BYTES)), decipher.final()])
  } catch {
    return null
  }
}
