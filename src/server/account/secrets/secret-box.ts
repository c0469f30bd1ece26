import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto'

/** Bytes of the key that `LIVERY_SECRET_KEY` holds in base64url. */
export const SECRET_KEY_BYTES = 32
const IV_BYTES = 12
const TAG_BYTES = 16
/** Names the sealing format, so that another one can be added. */
const VERSION = 'v1'

/** Seals what has to be read again and must not lie open in the database. */
export interface SecretBox {
  /** Encrypts. @param use what it is and whose, such as `two-factor:pier:10204080`; it opens for the same use alone */
  seal(use: string, secret: Uint8Array): string
  /** Decrypts. @throws Error when it was sealed with another key or for another use, or was altered */
  open(use: string, sealed: string): Uint8Array
}

/** A new random key. */
export function newSecretKey(): Buffer {
  return randomBytes(SECRET_KEY_BYTES)
}

/** A box whose key follows from a key of 32 bytes: AES-256-GCM with random nonces, the use as associated data. */
export function createSecretBox(key: Uint8Array): SecretBox {
  if (key.length !== SECRET_KEY_BYTES) throw new Error(`a secret key has ${SECRET_KEY_BYTES} bytes, not ${key.length}`)
  const sealing = Buffer.from(hkdfSync('sha256', key, '', 'livery secret box', SECRET_KEY_BYTES))
  return {
    seal(use, secret) {
      const iv = randomBytes(IV_BYTES)
      const cipher = createCipheriv('aes-256-gcm', sealing, iv).setAAD(Buffer.from(use))
      const bytes = Buffer.concat([iv, cipher.update(secret), cipher.final(), cipher.getAuthTag()])
      return `${VERSION}.${bytes.toString('base64url')}`
    },
    open(use, sealed) {
      const [version, text = ''] = sealed.split('.')
      const bytes = Buffer.from(text, 'base64url')
      if (version !== VERSION || bytes.length < IV_BYTES + TAG_BYTES) throw unreadable(use)
      const decipher = createDecipheriv('aes-256-gcm', sealing, bytes.subarray(0, IV_BYTES), {
        authTagLength: TAG_BYTES,
      })
      decipher.setAAD(Buffer.from(use)).setAuthTag(bytes.subarray(-TAG_BYTES))
      try {
        return Buffer.concat([decipher.update(bytes.subarray(IV_BYTES, -TAG_BYTES)), decipher.final()])
      } catch (cause) {
        throw unreadable(use, cause)
      }
    },
  }
}

function unreadable(use: string, cause?: unknown): Error {
  return new Error(
    `a sealed secret cannot be opened (${use}): it was sealed with another key, or altered. Start the server with the LIVERY_SECRET_KEY that it had before`,
    { cause },
  )
}
