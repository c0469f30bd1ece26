import { type KeptLink, LINK_PARAMETERS, parseKeptLink } from '#machines/promo/referral/referral-link.rules.ts'
import { allowsMarketing, type ConsentLevel, consentLevel, parseConsent } from '#machines/site/consent/consent.rules.ts'
import { preferenceKey } from '#machines/site/consent/stored-keys.rules.ts'
import type { App } from './app-context.ts'
import { dropStored, readStored, writeStored } from './stored.ts'

const NAME = 'friendLink'
const KEY = preferenceKey(NAME)

type Visited = Pick<App, 'call' | 'site' | 'state'>

/** Keeps who is named by the link that brought a guest, for the registration: the first one counts (REF-5). Without the visitor's consent
 *  to marketing it lives as long as the browser's tab, with it as long as the server says (STORE-4). */
export async function keepLink(app: Visited, search: string): Promise<void> {
  const { boolean, 'bring-a-friend': friends, other } = app.site.config
  if (!boolean.isReferralAllowed && !friends.isPartnerProgrammeOffered) return
  const level = consentLevel(other.cookieConsent, parseConsent(readStored('cookieConsent')))
  settleLink(level)
  const query = new URLSearchParams(search)
  const ref = query.get(LINK_PARAMETERS.code)?.trim() ?? ''
  if (ref === '' || app.state.visitor.player !== null || readKeptLink() !== null) return
  const banner = query.get(LINK_PARAMETERS.banner) ?? ''
  try {
    const asked = { ref: ref.slice(0, MOST), ...(BANNER.test(banner) ? { banner } : {}) }
    const { getFriendTag } = await import('#calls/promo/referral.calls.ts')
    const { code, friendTag, until } = await app.call(getFriendTag, { query: asked })
    writeTab({ code, friendTag, untilMs: Date.parse(until) })
    settleLink(level)
  } catch {
    // A code that nobody has brings nobody.
  }
}

const MOST = 64
const BANNER = /^[a-z][a-z0-9_-]{0,47}$/

/** Lets the kept link outlive the tab where the visitor has agreed to that, and no longer where not. */
export function settleLink(level: ConsentLevel): void {
  if (!allowsMarketing(level)) {
    dropStored(NAME)
    return
  }
  const ofTab = readTab()
  if (ofTab) writeStored(NAME, ofTab)
}

/** Who is named by the link that brought this visitor; null when none is kept. */
export function readKeptLink(): KeptLink | null {
  return readTab() ?? parseKeptLink(readStored(NAME), Date.now())
}

/** Forgets it, once the account is there. */
export function dropKeptLink(): void {
  dropStored(NAME)
  try {
    window.sessionStorage.removeItem(KEY)
  } catch {
    // A storage that is closed holds nothing.
  }
}

function readTab(): KeptLink | null {
  try {
    return parseKeptLink(JSON.parse(window.sessionStorage.getItem(KEY) ?? 'null'), Date.now())
  } catch {
    return null
  }
}

function writeTab(link: KeptLink): void {
  try {
    window.sessionStorage.setItem(KEY, JSON.stringify(link))
  } catch {
    // Without storage the form still reads the address of its own page.
  }
}
