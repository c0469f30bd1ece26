import { editDistance } from '#machines/site/nearest.rules.ts'
import type { Fault } from '../form/form-context.rules.ts'

/** Providers whose misspelt names are recognised (EMAIL-7). */
const PROVIDERS = ['yandex', 'mail', 'gmail', 'rambler', 'icloud', 'yahoo', 'aol', 'outlook'] as const

/** Real providers that stand one letter away from one of the list (decision 70). */
const REAL_NAMES: ReadonlySet<string> = new Set([...PROVIDERS, 'ymail', 'email'])

/** Longest top-level domain unless a brand says otherwise (EMAIL-10, decision 16). */
export const TOP_LEVEL_MAX_LENGTH = 7
const TOP_LEVEL_MIN_LENGTH = 2

/** What the check of an e-mail address is given. */
export interface EmailOptions {
  /** Longest top-level domain, letters. */
  readonly topLevelMaxLength?: number
  /** Whether the provider's name may look misspelt, since the player has confirmed it. */
  readonly isConfirmed?: boolean
}

/** The first fault of an e-mail address in the written order of the checks, or null; empty is accepted (EMAIL-1, EMAIL-12). */
export function checkEmail(address: string, options: EmailOptions = {}): Fault | null {
  if (address === '') return null
  if (address.startsWith('@')) return { code: 'email.account_name', params: {} }
  if (address.endsWith('@')) return { code: 'email.domain', params: {} }
  const at = address.indexOf('@')
  if (at < 0) return { code: 'email.at_symbol', params: {} }
  if (!address.includes('.', at)) return { code: 'email.dot', params: {} }
  if (/\s/.test(address)) return { code: 'email.space', params: {} }
  const suggestion = options.isConfirmed ? null : suggestEmail(address)
  if (suggestion !== null) return { code: 'email.did_you_mean', params: { suggestion } }
  const isWellFormed = emailPattern(options.topLevelMaxLength ?? TOP_LEVEL_MAX_LENGTH).test(address)
  return isWellFormed ? null : { code: 'email.invalid', params: {} }
}

/** The address with its provider's name spelt right, when it looks misspelt; the rest of the domain is kept (decision 70).
 *  `me@gmial.com` → `me@gmail.com`; null when nothing is to be suggested */
export function suggestEmail(address: string): string | null {
  const at = address.lastIndexOf('@')
  const domain = address.slice(at + 1)
  const name = domain.split('.', 1)[0] ?? ''
  const typed = name.toLowerCase()
  if (at < 1 || REAL_NAMES.has(typed)) return null
  const meant = PROVIDERS.filter((provider) => isSlip(typed, provider)).sort(
    (left, right) => likeness(typed, right) - likeness(typed, left),
  )[0]
  return meant === undefined ? null : `${address.slice(0, at + 1)}${meant}${domain.slice(name.length)}`
}

function isSlip(typed: string, provider: string): boolean {
  return Math.abs(typed.length - provider.length) <= 1 && editDistance(typed, provider) === 1
}

/** Of names equally near, the one with the same first letter is meant, then the one of the same length. */
function likeness(typed: string, provider: string): number {
  return (typed[0] === provider[0] ? 2 : 0) + (typed.length === provider.length ? 1 : 0)
}

function emailPattern(topLevelMaxLength: number): RegExp {
  return new RegExp(`^[^\\s@]+@(?:[^\\s@.]+\\.)+\\p{L}{${TOP_LEVEL_MIN_LENGTH},${topLevelMaxLength}}$`, 'u')
}
