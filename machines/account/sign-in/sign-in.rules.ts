import { parseReturnUrl } from '#machines/site/routes/return-url.rules.ts'
import { readLoginName } from '../login-name.rules.ts'

/** What a login names (AUTH-2, decision 68). */
export type LoginKind = 'email' | 'phone' | 'account' | 'name'

/** A login as the server takes it. */
export interface LoginIdentity {
  readonly kind: LoginKind
  /** The login in its normal form: without spaces around it and full-width letters, a phone without spaces, brackets and dashes
   *  (`+79161234567`), an account number without zeros before it (`10204080`), a name in lower case (`anna_k`). */
  readonly login: string
}

const PHONE = /^\+\d{6,20}$/
const ACCOUNT_NUMBER = /^\d{1,18}$/
const EMAIL = /^[^\s@]+@[^\s@]+$/

/** Reads a login: an e-mail has an @, a phone begins with a plus, an account number is digits alone, a name that its player has chosen
 *  begins with a letter (OFF-16). Null if it is none. Letters and digits of another width or style are the plain ones (NFKC), so that each
 *  login has one spelling (SEC-13). */
export function readLogin(text: string): LoginIdentity | null {
  const trimmed = text.normalize('NFKC').trim()
  if (EMAIL.test(trimmed)) return { kind: 'email', login: trimmed }
  const digits = trimmed.replaceAll(/[\s()-]/g, '')
  if (PHONE.test(digits)) return { kind: 'phone', login: digits }
  if (ACCOUNT_NUMBER.test(digits)) return { kind: 'account', login: digits.replace(/^0+(?=\d)/, '') }
  const name = readLoginName(trimmed)
  return name === null ? null : { kind: 'name', login: name }
}

/** Where a player lands when the address names no page to return to. */
export const DEFAULT_RETURN_PATH = '/'

/** The page to return to after sign-in (AUTH-19): a page of this site, else the home page. */
export function returnPath(text: string | undefined): string {
  return parseReturnUrl(text) ?? DEFAULT_RETURN_PATH
}

/** A code of the authenticator app, or one that was mailed. */
export type SecondFactor = 'app' | 'mail'

/** What a second step asks for, as an answer names it. */
export function factorOf(named: unknown): SecondFactor {
  return named === 'mail' ? 'mail' : 'app'
}
