import {
  createCipheriv,
  createDecipheriv,
  createPublicKey,
  diffieHellman,
  generateKeyPairSync,
  hkdfSync,
  type KeyObject,
  randomBytes,
} from 'node:crypto'

const IV_BYTES = 12
const TAG_BYTES = 16
const KEY_BYTES = 32
/** What precedes the 32 bytes of an X25519 key as SubjectPublicKeyInfo (RFC 8410). */
const SPKI_PREFIX = Buffer.from('302a300506032b656e032100', 'hex')

/** Seals bytes so that the holder of the private key alone can open them: a key pair for this one use, X25519 (RFC 7748), HKDF-SHA256 over
 *  what both share, AES-256-GCM. What is sealed begins with the public key of the pair, 32 bytes; the nonce of 12 bytes, the bytes and the
 *  tag of 16 bytes follow.
 *  @param recipient base64 of the SubjectPublicKeyInfo of an X25519 key  @param use what it is; it opens for the same use alone */
export function sealFor(recipient: string, use: string, bytes: Uint8Array): Uint8Array {
  const theirs = createPublicKey({ key: Buffer.from(recipient, 'base64'), format: 'der', type: 'spki' })
  const own = generateKeyPairSync('x25519')
  const ownPublic = own.publicKey.export({ format: 'der', type: 'spki' }).subarray(SPKI_PREFIX.length)
  const key = keyOf(own.privateKey, theirs, ownPublic)
  const iv = randomBytes(IV_BYTES)
  const cipher = createCipheriv('aes-256-gcm', key, iv).setAAD(Buffer.from(use))
  return Buffer.concat([ownPublic, iv, cipher.update(bytes), cipher.final(), cipher.getAuthTag()])
}

/** Opens what was sealed. @throws Error for another key or use, and for what was altered */
export function openSealed(privateKey: KeyObject, use: string, sealed: Uint8Array): Uint8Array {
  const theirPublic = sealed.subarray(0, KEY_BYTES)
  const theirs = createPublicKey({ key: Buffer.concat([SPKI_PREFIX, theirPublic]), format: 'der', type: 'spki' })
  const key = keyOf(privateKey, theirs, theirPublic)
  const iv = sealed.subarray(KEY_BYTES, KEY_BYTES + IV_BYTES)
  const decipher = createDecipheriv('aes-256-gcm', key, iv, { authTagLength: TAG_BYTES })
  decipher.setAAD(Buffer.from(use)).setAuthTag(sealed.subarray(-TAG_BYTES))
  return Buffer.concat([decipher.update(sealed.subarray(KEY_BYTES + IV_BYTES, -TAG_BYTES)), decipher.final()])
}

function keyOf(privateKey: KeyObject, publicKey: KeyObject, salt: Uint8Array): Buffer {
  const shared = diffieHellman({ privateKey, publicKey })
  return Buffer.from(hkdfSync('sha256', shared, salt, 'livery safe record', KEY_BYTES))
}
