import { createHash, generateKeyPairSync, type KeyObject, randomBytes, sign } from 'node:crypto'
import type { PasskeyBody, PasskeyCreationAnswer, PasskeyRequestAnswer, PasskeyUseBody } from '#schemas'

/** What a test makes an authenticator say that a true one would not. */
export interface AuthenticatorLies {
  /** Of the page that asks; the one of the authenticator when left out. */
  readonly origin?: string
  readonly type?: string
  readonly crossOrigin?: boolean
  /** Whether the player was made sure of; yes when left out. */
  readonly isVerified?: boolean
  /** What the authenticator counts; one more than before when left out. */
  readonly count?: number
  /** Host that it signs for; the one that it is asked for when left out. */
  readonly host?: string
  readonly user?: string
  /** Id of a new passkey; a random one when left out. */
  readonly passkeyId?: string
}

/** An authenticator in a browser on one page, by the letter of WebAuthn level 3 and without a screen. */
export interface TestAuthenticator {
  /** Id of the passkey that it has made last. */
  readonly passkeyId: () => string
  readonly make: (asked: PasskeyCreationAnswer, name?: string, lies?: AuthenticatorLies) => PasskeyBody
  readonly use: (asked: PasskeyRequestAnswer, lies?: AuthenticatorLies) => PasskeyUseBody
}

const FLAGS = { present: 0x01, verified: 0x04, backupEligible: 0x08, backedUp: 0x10, hasKey: 0x40 }
const NO_AAGUID = Buffer.alloc(16)

/** A new authenticator for pages of an origin, `https://red.example`. */
export function newAuthenticator(pageOrigin: string): TestAuthenticator {
  let passkey: { readonly id: Buffer; readonly privateKey: KeyObject; readonly user: string } | undefined
  let count = 0
  const clientData = (
    type: string,
    challenge: string,
    { origin = pageOrigin, crossOrigin = false, ...lies }: AuthenticatorLies,
  ) => Buffer.from(JSON.stringify({ type: lies.type ?? type, challenge, origin, crossOrigin }))
  const authenticatorData = (host: string, key: Buffer, lies: AuthenticatorLies) => {
    count = lies.count ?? count + 1
    const verified = lies.isVerified === false ? 0 : FLAGS.verified
    const flags = FLAGS.present | verified | FLAGS.backupEligible | FLAGS.backedUp | (key.length > 0 ? FLAGS.hasKey : 0)
    const counter = Buffer.alloc(4)
    counter.writeUInt32BE(count)
    return Buffer.concat([sha256(lies.host ?? host), Buffer.from([flags]), counter, key])
  }
  return {
    passkeyId: () => passkey?.id.toString('base64url') ?? '',
    make(asked, name = 'My phone', lies = {}) {
      const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
      const id = lies.passkeyId === undefined ? randomBytes(32) : Buffer.from(lies.passkeyId, 'base64url')
      passkey = { id, privateKey, user: asked.user.id }
      const length = Buffer.from([0, id.length])
      const key = Buffer.concat([NO_AAGUID, length, id, coseKey(publicKey)])
      const data = authenticatorData(asked.rp.id, key, lies)
      return {
        name,
        id: id.toString('base64url'),
        client_data: clientData('webauthn.create', asked.challenge, lies).toString('base64url'),
        attestation: attestationOf(data).toString('base64url'),
        transports: ['internal', 'hybrid'],
      }
    },
    use(asked, lies = {}) {
      if (!passkey) throw new Error('the authenticator has no passkey')
      const client = clientData('webauthn.get', asked.challenge, lies)
      const data = authenticatorData(asked.rpId, Buffer.alloc(0), lies)
      return {
        id: passkey.id.toString('base64url'),
        client_data: client.toString('base64url'),
        authenticator_data: data.toString('base64url'),
        signature: sign('sha256', Buffer.concat([data, sha256(client)]), passkey.privateKey).toString('base64url'),
        user: lies.user ?? passkey.user,
      }
    },
  }
}

function sha256(data: string | Buffer): Buffer {
  return createHash('sha256').update(data).digest()
}

/** An ES256 key in COSE (RFC 9053): {1: 2, 3: -7, -1: 1, -2: x, -3: y} in CBOR. */
function coseKey(publicKey: KeyObject): Buffer {
  const { x = '', y = '' } = publicKey.export({ format: 'jwk' })
  const bytes = (value: string) => Buffer.concat([Buffer.from([0x58, 32]), Buffer.from(value, 'base64url')])
  return Buffer.concat([
    Buffer.from([0xa5, 0x01, 0x02, 0x03, 0x26, 0x20, 0x01, 0x21]),
    bytes(x),
    Buffer.from([0x22]),
    bytes(y),
  ])
}

/** {"fmt": "none", "attStmt": {}, "authData": data} in CBOR. */
function attestationOf(data: Buffer): Buffer {
  const text = (value: string) => Buffer.concat([Buffer.from([0x60 + value.length]), Buffer.from(value)])
  const bytes = Buffer.concat([Buffer.from([0x59, data.length >> 8, data.length & 0xff]), data])
  return Buffer.concat([
    Buffer.from([0xa3]),
    text('fmt'),
    text('none'),
    text('attStmt'),
    Buffer.from([0xa0]),
    text('authData'),
    bytes,
  ])
}
