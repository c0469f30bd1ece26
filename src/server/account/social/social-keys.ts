import { webcrypto } from 'node:crypto'
import type { ClientAuth, Configuration } from 'openid-client'
import { type DecryptionKey, enableDecryptingResponses, PrivateKeyJwt } from 'openid-client'
import { AppError } from '#calls/app-error.ts'

/** A client that proves itself by a private key, and reads what is encrypted for it. */
export interface KeyClient {
  readonly authentication: ClientAuth
  readonly enable: (configuration: Configuration) => void
}

interface PrivateJwk extends webcrypto.JsonWebKey {
  readonly kid?: string
}

const SIGNING: Readonly<Record<string, webcrypto.RsaHashedImportParams | webcrypto.EcKeyImportParams>> = {
  RS256: { name: 'RSASSA-PKCS1-v1_5', hash: 'SHA-256' },
  PS256: { name: 'RSA-PSS', hash: 'SHA-256' },
  ES256: { name: 'ECDSA', namedCurve: 'P-256' },
}
const DECRYPTION: Readonly<Record<string, webcrypto.RsaHashedImportParams>> = {
  'RSA-OAEP': { name: 'RSA-OAEP', hash: 'SHA-1' },
  'RSA-OAEP-256': { name: 'RSA-OAEP', hash: 'SHA-256' },
}

/** Reads the keys of a client from its secret, a JWK Set of private keys (RFC 7517): the one with the use `sig` signs, those with
 *  the use `enc` decrypt. Each names its algorithm: RS256, PS256 or ES256; RSA-OAEP or RSA-OAEP-256.
 *  @throws AppError social.unavailable; nothing of the secret is in it */
export async function keyClient(secret: string): Promise<KeyClient> {
  try {
    const { keys } = JSON.parse(secret) as { readonly keys: readonly PrivateJwk[] }
    const signing = keys.find(({ use }) => use === 'sig')
    if (!signing) throw new Error('no key signs')
    const decryption = await Promise.all(keys.filter(({ use }) => use === 'enc').map(decryptionKey))
    const named = { key: await imported(signing, SIGNING, 'sign'), ...(signing.kid ? { kid: signing.kid } : {}) }
    return {
      authentication: PrivateKeyJwt(named),
      enable: (configuration) => {
        if (decryption.length > 0) enableDecryptingResponses(configuration, undefined, ...decryption)
      },
    }
  } catch {
    const cause = new Error('the secret is no JWK Set with a private key that signs')
    throw new AppError('social.unavailable', {}, { cause })
  }
}

async function decryptionKey(jwk: PrivateJwk): Promise<DecryptionKey> {
  return { key: await imported(jwk, DECRYPTION, 'decrypt'), ...(jwk.kid ? { kid: jwk.kid } : {}) }
}

function imported(jwk: PrivateJwk, known: typeof SIGNING, usage: 'sign' | 'decrypt'): Promise<webcrypto.CryptoKey> {
  const algorithm = known[jwk.alg ?? '']
  if (!algorithm) throw new Error('the algorithm is not known')
  const { use: _use, key_ops: _operations, ...key } = jwk
  return webcrypto.subtle.importKey('jwk', key, algorithm, false, [usage])
}
