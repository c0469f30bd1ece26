import type { AuthConfig, SocialProviderId } from '#schemas'
import { PROVIDERS, type ProviderDefaults, type SocialProvider } from './social-providers.ts'

/** What an OpenID provider says where, when nobody says otherwise. */
const OPENID: ProviderDefaults = {
  scopes: ['openid', 'email', 'profile'],
  claims: { subject: '/sub', email: '/email', name: '/given_name', surname: '/family_name' },
}

/** The name that a provider is kept under: fb is facebook, sent as configured (AUTH-4, decision 43). */
export function canonicalProvider(id: SocialProviderId): SocialProvider {
  return id === 'fb' ? 'facebook' : id
}

/** Whether a way to sign in is a social provider. */
export function isSocial(type: string): type is SocialProviderId {
  return type !== 'phone' && type !== 'email' && type !== 'account'
}

/** What the engine knows of a provider with the brand's changes over it; null when nobody says how it is spoken to. */
export function providerProtocol(auth: AuthConfig, provider: SocialProvider): ProviderDefaults | null {
  const own = auth.socialProviders[provider] ?? {}
  const { issuer, authorizationEndpoint, tokenEndpoint, userinfoEndpoint, ...known } = PROVIDERS[provider] ?? OPENID
  const common = {
    ...known,
    ...(own.scopes ? { scopes: own.scopes } : {}),
    claims: { ...known.claims, ...own.claims },
  }
  if (own.issuer) return { ...common, issuer: own.issuer }
  const isRedirected = own.authorizationEndpoint ?? own.tokenEndpoint
  if (issuer && !isRedirected) return { ...common, issuer }
  const endpoints = {
    authorizationEndpoint: own.authorizationEndpoint ?? authorizationEndpoint,
    tokenEndpoint: own.tokenEndpoint ?? tokenEndpoint,
    userinfoEndpoint: own.userinfoEndpoint ?? userinfoEndpoint,
  }
  return isWhole(endpoints) ? { ...common, ...endpoints } : null
}

type Endpoints = 'authorizationEndpoint' | 'tokenEndpoint' | 'userinfoEndpoint'

function isWhole(endpoints: Readonly<Record<Endpoints, string | undefined>>): endpoints is Record<Endpoints, string> {
  return Object.values(endpoints).every((address) => address !== undefined)
}
