import { canonicalProvider, providerProtocol } from '#machines/site/tables/social-protocol.rules.ts'
import type { ProviderDefaults, SocialProvider } from '#machines/site/tables/social-providers.ts'
import type { AuthConfig, SocialProviderId } from '#schemas'
import type { SecretLookup } from '#server/site/brands/brand-secrets.ts'

/** How one brand speaks to one provider. */
export interface SocialSettings extends ProviderDefaults {
  readonly provider: SocialProvider
  readonly clientId: string
  readonly clientSecret: string
}

/** How a brand speaks to a provider; null without a client id, a secret or a protocol: then it is not offered. */
export function socialSettings(auth: AuthConfig, id: SocialProviderId, secretOf: SecretLookup): SocialSettings | null {
  const provider = canonicalProvider(id)
  const clientId = auth.socialClientIds[provider]
  const variable = auth.socialClientSecrets[provider]
  const clientSecret = variable === undefined ? undefined : secretOf(variable)
  const protocol = providerProtocol(auth, provider)
  return clientId && clientSecret && protocol ? { ...protocol, provider, clientId, clientSecret } : null
}
