import { createHmac } from 'node:crypto'

/** The parameters that every authenticator app assumes by default (RFC 6238, SHA-1). */
export const TOTP_DIGITS = 6
export const TOTP_STEP_MS = 30_000
/** Steps before and after the present one whose codes are taken: clocks go wrong, and typing takes time. */
export const TOTP_DRIFT_STEPS = 1
/** 160 bits, the length of the hash (RFC 4226, 4). */
export const TOTP_SECRET_BYTES = 20

const BASE32 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'
const BASE32_BITS = 5

/** The time step of an instant: whole steps since 1970. */
export function totpStep(now: Date): number {
  return Math.floor(now.getTime() / TOTP_STEP_MS)
}

/** The code of a time step (RFC 4226, 5.3). @param digits 6, or the 8 of the test vectors */
export function totpCode(secret: Uint8Array, step: number, digits = TOTP_DIGITS): string {
  const counter = Buffer.alloc(8)
  counter.writeBigUInt64BE(BigInt(step))
  const hash = createHmac('sha1', secret).update(counter).digest()
  const offset = (hash.at(-1) ?? 0) & 0xf
  const number = hash.readUInt32BE(offset) & 0x7fff_ffff
  return String(number % 10 ** digits).padStart(digits, '0')
}

/** The time step whose code this is: the present one or a neighbour, but none up to `after`, whose codes were used.
 *  @returns undefined when it is the code of none */
export function matchingStep(
  secret: Uint8Array,
  code: string,
  { now, after }: { readonly now: Date; readonly after: number },
): number | undefined {
  const present = totpStep(now)
  for (let step = present - TOTP_DRIFT_STEPS; step <= present + TOTP_DRIFT_STEPS; step++) {
    if (step > after && totpCode(secret, step) === code) return step
  }
  return undefined
}

/** Base32 without padding (RFC 4648, 6), as apps take a secret that is typed. */
export function base32(bytes: Uint8Array): string {
  const bits = [...bytes].map((byte) => byte.toString(2).padStart(8, '0')).join('')
  const groups = bits.match(new RegExp(`.{1,${BASE32_BITS}}`, 'g')) ?? []
  return groups.map((group) => BASE32[Number.parseInt(group.padEnd(BASE32_BITS, '0'), 2)]).join('')
}

/** The bytes of a secret as it is typed. */
export function fromBase32(text: string): Buffer {
  const bits = [...text].map((letter) => BASE32.indexOf(letter).toString(2).padStart(BASE32_BITS, '0')).join('')
  return Buffer.from((bits.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)))
}

/** The address that opens an authenticator app, and that its QR code holds. @param account what the app shows below the brand */
export function otpauthLink(secret: Uint8Array, { brand, account }: { brand: string; account: string }): string {
  const query = new URLSearchParams({
    secret: base32(secret),
    issuer: brand,
    algorithm: 'SHA1',
    digits: String(TOTP_DIGITS),
    period: String(TOTP_STEP_MS / 1000),
  })
  const label = `${encodeURIComponent(brand)}:${encodeURIComponent(account)}`
  // Apps read a plus as a plus.
  return `otpauth://totp/${label}?${query.toString().replaceAll('+', '%20')}`
}
