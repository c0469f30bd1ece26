import { createHash, verify, X509Certificate } from 'node:crypto'
import type { ProvedPerson } from './identity-provider.ts'

/** What the device of a player has signed. */
export interface SignedChallenge {
  /** The random bytes whose hash was to be signed. */
  readonly challenge: Uint8Array
  readonly hash: 'sha256' | 'sha512'
  /** Base64. */
  readonly signature: string
  /** DER, base64. */
  readonly certificate: string
}

/** Reads who signed a challenge: the certificate has to be issued by one of the trusted ones, to hold now, and its key to have made the
 *  signature over our own bytes. Revocation is not asked after.
 *  @param trusted certificates as PEM   @returns null when any of it fails (Smart-ID RP API v2, 2.3.13.3; Mobile-ID REST API, 3.3.6) */
export function signerOf(signed: SignedChallenge, trusted: readonly string[], now: Date): ProvedPerson | null {
  const certificate = readCertificate(`-----BEGIN CERTIFICATE-----\n${signed.certificate}\n-----END CERTIFICATE-----`)
  if (!certificate || !holds(certificate, now)) return null
  const issuers = trusted.flatMap((pem) => readCertificate(pem) ?? [])
  const isTrusted = issuers.some(
    (issuer) => holds(issuer, now) && certificate.checkIssued(issuer) && certificate.verify(issuer.publicKey),
  )
  if (!isTrusted || !isSigned(signed, certificate)) return null
  const subject = new Map(certificate.subject.split('\n').map((line) => split(line)))
  const [name = '', surname = '', personalCode = ''] = ['GN', 'SN', 'serialNumber'].map((key) => subject.get(key))
  return name && surname && personalCode ? { name, surname, personalCode } : null
}

function isSigned({ challenge, hash, signature }: SignedChallenge, { publicKey }: X509Certificate): boolean {
  const bytes = Buffer.from(signature, 'base64')
  const isEc = publicKey.asymmetricKeyType === 'ec'
  // A SIM card gives r and s one after the other; others give them as DER.
  return isEc
    ? verify(hash, challenge, { key: publicKey, dsaEncoding: 'ieee-p1363' }, bytes) ||
        verify(hash, challenge, { key: publicKey, dsaEncoding: 'der' }, bytes)
    : verify(hash, challenge, publicKey, bytes)
}

function readCertificate(pem: string): X509Certificate | undefined {
  try {
    return new X509Certificate(pem)
  } catch {
    // What cannot be read is no certificate: nobody is proved by it.
    return undefined
  }
}

function holds({ validFrom, validTo }: X509Certificate, now: Date): boolean {
  return Date.parse(validFrom) <= now.getTime() && now.getTime() < Date.parse(validTo)
}

function split(line: string): [string, string] {
  const at = line.indexOf('=')
  return [line.slice(0, at), line.slice(at + 1)]
}

/** The code that the player compares with the one on the phone, by Smart-ID: the last two bytes of the SHA-256 of the hash, as four decimal
 *  digits (RP API v2, 2.3.13.2). */
export function smartIdCode(challenge: Uint8Array): string {
  const digest = createHash('sha256').update(createHash('sha512').update(challenge).digest()).digest()
  return String(digest.readUInt16BE(digest.length - 2) % 10_000).padStart(4, '0')
}

/** The same by Mobile-ID: the first six and the last seven bits of the hash, as four decimal digits (REST API, 2.4.1). */
export function mobileIdCode(hash: Uint8Array): string {
  const first = (hash[0] ?? 0) >> 2
  const last = (hash.at(-1) ?? 0) & 0x7f
  return String(first * 128 + last).padStart(4, '0')
}
