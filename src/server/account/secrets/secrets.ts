import { createHash, randomBytes, randomInt, timingSafeEqual } from 'node:crypto'

const TOKEN_BYTES = 32
const CODE_DIGITS = 6
/** Without look-alikes (0 O, 1 l I); 16 of 54 letters and digits are 92 bits. */
const ALPHABET = 'abcdefghijkmnpqrstuvwxyzABCDEFGHJKLMNPQRSTUVWXYZ23456789'
const PASSWORD_LENGTH = 16

/** 256 random bits as base64url: session ids and tokens of links. */
export function newToken(): string {
  return randomBytes(TOKEN_BYTES).toString('base64url')
}

/** How a token is stored: it has enough randomness to need no salt and no slow hash. */
export function hashToken(token: string): string {
  return createHash('sha256').update(token).digest('base64url')
}

/** A code to be typed by hand. @param digits at most ten */
export function newCode(digits = CODE_DIGITS): string {
  return randomInt(10 ** digits)
    .toString()
    .padStart(digits, '0')
}

/** How a code is stored: salted by the id of its row. Its few digits are guarded by few attempts and a short life. */
export function hashCode(codeId: string, code: string): string {
  return createHash('sha256').update(`${codeId}:${code}`).digest('base64url')
}

/** Whether two hashes are equal, in a time that does not tell where they differ. */
export function isSameHash(left: string, right: string): boolean {
  return left.length === right.length && timingSafeEqual(Buffer.from(left), Buffer.from(right))
}

/** A password for one-click registration. */
export function newPassword(): string {
  return Array.from({ length: PASSWORD_LENGTH }, () => ALPHABET[randomInt(ALPHABET.length)]).join('')
}
