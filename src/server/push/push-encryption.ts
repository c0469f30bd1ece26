import { createCipheriv, createECDH, type ECDH, hkdfSync, randomBytes } from 'node:crypto'

/** The keys of a browser's subscription: an uncompressed point of P-256 (65 bytes) and a shared secret (16 bytes). */
export interface SubscriptionKeys {
  readonly p256dh: Uint8Array
  readonly auth: Uint8Array
}

/** What is random in an encryption; given by tests alone. */
export interface PushRandom {
  readonly salt: Uint8Array
  /** The private key of this one message. */
  readonly privateKey: Uint8Array
}

export const POINT_BYTES = 65
export const AUTH_BYTES = 16
/** The most that a push service has to carry (RFC 8291, 4): 4096 bytes less header, padding mark and tag. */
export const MOST_PLAIN_BYTES = 3993
const SALT_BYTES = 16
const KEY_BYTES = 16
const NONCE_BYTES = 12
const RECORD_SIZE = 4096
/** Marks the last record (RFC 8188, 2). */
const LAST = 2

/** Encrypts a message for one browser, which alone can read it (RFC 8291 upon RFC 8188, `aes128gcm`).
 *  @param random left out for real messages   @throws Error when a key is no point of the curve, or the message is too long */
export function encryptPush(plain: Uint8Array, keys: SubscriptionKeys, random?: PushRandom): Buffer {
  if (plain.length > MOST_PLAIN_BYTES) throw new Error(`a push message has at most ${MOST_PLAIN_BYTES} bytes`)
  const sender: ECDH = createECDH('prime256v1')
  if (random) sender.setPrivateKey(random.privateKey)
  else sender.generateKeys()
  const salt = Buffer.from(random?.salt ?? randomBytes(SALT_BYTES))
  const publicKey = sender.getPublicKey()
  const { key, nonce } = contentKeys(sender.computeSecret(keys.p256dh), { keys, publicKey, salt })
  const cipher = createCipheriv('aes-128-gcm', key, nonce)
  const record = Buffer.concat([
    cipher.update(Buffer.concat([plain, Buffer.of(LAST)])),
    cipher.final(),
    cipher.getAuthTag(),
  ])
  const size = Buffer.alloc(4)
  size.writeUInt32BE(RECORD_SIZE)
  return Buffer.concat([salt, size, Buffer.of(publicKey.length), publicKey, record])
}

/** The key and nonce of a message (RFC 8291, 3.4), which both ends derive from their shared secret. */
export function contentKeys(
  shared: Uint8Array,
  ends: { readonly keys: SubscriptionKeys; readonly publicKey: Uint8Array; readonly salt: Uint8Array },
): { readonly key: Buffer; readonly nonce: Buffer } {
  const { keys, publicKey, salt } = ends
  const info = Buffer.concat([Buffer.from('WebPush: info\0'), keys.p256dh, publicKey])
  const secret = hkdf(keys.auth, shared, info, 32)
  const part = (name: string, length: number) => hkdf(salt, secret, Buffer.from(`Content-Encoding: ${name}\0`), length)
  return { key: part('aes128gcm', KEY_BYTES), nonce: part('nonce', NONCE_BYTES) }
}

function hkdf(salt: Uint8Array, secret: Uint8Array, info: Uint8Array, length: number): Buffer {
  return Buffer.from(hkdfSync('sha256', secret, salt, info, length))
}
