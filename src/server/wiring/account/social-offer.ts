import { canonicalProvider, isSocial } from '#machines/site/tables/social-protocol.rules.ts'
import { textWriter } from '#machines/site/text.rules.ts'
import { deriveForVisitor } from '#machines/site/visitor.rules.ts'
import type { SocialProviderId } from '#schemas'
import { socialSettings } from '#server/account/social/social-settings.ts'
import { pageTexts } from '#server/site/dictionaries.ts'
import type { ResolvedSite } from '#server/site/resolved-site.ts'

/** Who providers are offered to. */
export interface SocialVisitor {
  readonly language: string
  /** ISO 3166-1 alpha-2, lower case. */
  readonly country: string
  /** Scheme and host of the page. */
  readonly origin?: string
}

export interface OfferedProvider {
  /** As the brand names it: `fb` or `facebook` (AUTH-4). */
  readonly id: SocialProviderId
  /** What players know it by, in the visitor's language. */
  readonly name: string
}

/** How a brand speaks to a provider that it offers; null when it does not offer it. */
export function offeredSettings(site: ResolvedSite, visitor: SocialVisitor, id: SocialProviderId) {
  return offeredIds(site, visitor).includes(id) ? socialSettings(site.config.auth, id, site.secretOf) : null
}

/** The providers that a visitor may sign in or register with, in the brand's order: those that are available, have a client
 *  id and a secret, and speak a protocol that is known (AUTH-3, REG-31). */
export function offeredProviders(site: ResolvedSite, visitor: SocialVisitor): readonly OfferedProvider[] {
  const text = textWriter(visitor.language, pageTexts(site, visitor.language))
  return offeredIds(site, visitor).map((id) => ({ id, name: text(`social.provider_${canonicalProvider(id)}`) }))
}

function offeredIds(site: ResolvedSite, { language, country, origin }: SocialVisitor): readonly SocialProviderId[] {
  if (!site.config.boolean.isAuthAllowed) return []
  const host = origin === undefined ? undefined : new URL(origin).hostname
  const { authTypes } = deriveForVisitor(site, { country, language, signedIn: false, ...(host ? { host } : {}) })
  const speaking = authTypes
    .filter(isSocial)
    .filter((id) => socialSettings(site.config.auth, id, site.secretOf) !== null)
  const byName = new Map(speaking.toReversed().map((id) => [canonicalProvider(id), id]))
  return speaking.filter((id) => byName.get(canonicalProvider(id)) === id)
}
