import { preferenceKey } from '#machines/site/consent/stored-keys.rules.ts'
import type { PublicSite } from '#schemas'

const KEY = preferenceKey('registrationPrefill')

/** Field id → what an address of this visit answered for it. */
export type KeptAnswers = Readonly<Record<string, string>>

/** Keeps what the page's address brings along for the registration, such as a promo code, beside what earlier pages brought.
 *  It lives as long as the browser's tab. */
export async function keepAnswers({ config }: Pick<PublicSite, 'config'>, search: string): Promise<void> {
  if (search === '') return
  const { prefilledAnswers } = await import('#machines/registration/prefill.rules.ts')
  const brought = prefilledAnswers(config.registration.prefills, search)
  if (Object.keys(brought).length === 0) return
  try {
    window.sessionStorage.setItem(KEY, JSON.stringify({ ...readKeptAnswers(), ...brought }))
  } catch {
    // Storage may be closed; the form still reads the address of its own page.
  }
}

/** Forgets it, once the account is there. */
export function dropKeptAnswers(): void {
  window.sessionStorage.removeItem(KEY)
}

/** What the addresses of this visit brought along; nothing when storage is closed. */
export function readKeptAnswers(): KeptAnswers {
  try {
    return JSON.parse(window.sessionStorage.getItem(KEY) ?? '{}') as KeptAnswers
  } catch {
    return {}
  }
}
