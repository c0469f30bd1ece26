import { canonicalProvider, providerProtocol } from '#machines/site/social-protocol.rules.ts'
import type { ProviderDefaults, SocialProvider } from '#machines/site/social-providers.ts'
import type { AuthConfig, SocialProviderId } from '#schemas'
import environmentSchema from '#schemas/defs/environment.schema.json' with { type: 'json' }

/** How one brand speaks to one provider. */
export interface SocialSettings extends ProviderDefaults {
  readonly provider: SocialProvider
  readonly clientId: string
  readonly clientSecret: string
}

/** The value of an environment variable that a brand names, or undefined. */
export type SecretLookup = (variable: string) => string | undefined

const OWN_VARIABLES: ReadonlySet<string> = new Set(Object.keys(environmentSchema.properties))

/** Reads secrets from an environment. The engine's own variables are no secrets of brands and are never told to a provider. */
export function secretsOf(environment: Readonly<Record<string, string | undefined>>): SecretLookup {
  return (variable) => (OWN_VARIABLES.has(variable) ? undefined : environment[variable] || undefined)
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
