import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { canonicalProvider, isSocial, providerProtocol } from '#machines/site/tables/social-protocol.rules.ts'
import { PROVIDERS } from '#machines/site/tables/social-providers.ts'
import type { AuthConfig, SocialProviderId } from '#schemas'
import schema from '#schemas/account/social-provider-id.schema.json' with { type: 'json' }
import { secretsOf } from '#server/site/brands/brand-secrets.ts'
import { socialSettings } from './social-settings.ts'

const BASE: AuthConfig = JSON.parse(
  readFileSync(new URL('../../../../brands/_base/config/auth.json', import.meta.url), 'utf8'),
)
const IDS = schema.enum as SocialProviderId[]
const secretOf = secretsOf({ LIVERY_SOCIAL_GOOGLE_SECRET: 'hush', LIVERY_METRICS_TOKEN: 'mine' })

function auth(change: Partial<AuthConfig>): AuthConfig {
  return { ...BASE, ...change }
}

describe('AUTH-3: the providers of the specification', () => {
  test.each(IDS.filter((id) => id !== 'metamask'))('%s can be spoken to', (id) => {
    const protocol = providerProtocol(BASE, canonicalProvider(id))
    expect(protocol?.issuer ?? protocol?.tokenEndpoint).toMatch(/^https:\/\//)
    expect(protocol?.claims.subject).toMatch(/^\//)
  })

  test('metamask needs an issuer of the brand', () => {
    expect(providerProtocol(BASE, 'metamask')).toBeNull()
    const issuer = 'https://bridge.example'
    expect(providerProtocol(auth({ socialProviders: { metamask: { issuer } } }), 'metamask')?.issuer).toBe(issuer)
  })

  test('every one is a social way to sign in, and nothing else is', () => {
    expect(IDS.every(isSocial)).toBe(true)
    expect(['phone', 'email', 'account'].some(isSocial)).toBe(false)
  })

  test('every address of the table goes over HTTPS', () => {
    const addresses = Object.values(PROVIDERS).flatMap(
      ({ issuer, authorizationEndpoint, tokenEndpoint, userinfoEndpoint }) =>
        [issuer, authorizationEndpoint, tokenEndpoint, userinfoEndpoint].filter((address) => address !== undefined),
    )
    expect(addresses.length).toBeGreaterThan(25)
    expect(addresses.filter((address) => !address.startsWith('https://'))).toEqual([])
  })
})

describe('SEC-11: credentials', () => {
  const google = { socialClientIds: { google: 'id' }, socialClientSecrets: { google: 'LIVERY_SOCIAL_GOOGLE_SECRET' } }

  test('the secret is read from the environment under the name that the brand gives', () => {
    expect(socialSettings(auth(google), 'google', secretOf)).toMatchObject({ clientId: 'id', clientSecret: 'hush' })
  })

  test.each([
    ['no client id', { socialClientIds: {} }],
    ['no name of a secret', { socialClientSecrets: {} }],
    ['a secret that is not set', { socialClientSecrets: { google: 'LIVERY_SOCIAL_OTHER' } }],
    ['a variable of the engine itself', { socialClientSecrets: { google: 'LIVERY_METRICS_TOKEN' } }],
  ])('with %s there are no settings', (_what, change) => {
    expect(socialSettings(auth({ ...google, ...change }), 'google', secretOf)).toBeNull()
  })
})

test('AUTH-4: fb and facebook are one provider with one client', () => {
  const change = {
    socialClientIds: { facebook: 'id' },
    socialClientSecrets: { facebook: 'LIVERY_SOCIAL_GOOGLE_SECRET' },
  }
  const [short, long] = (['fb', 'facebook'] as const).map((id) => socialSettings(auth(change), id, secretOf))
  expect(short).toEqual(long)
  expect(short?.provider).toBe('facebook')
})

test('a brand changes scopes, claims and addresses one by one', () => {
  const change = { discord: { scopes: ['identify'], claims: { name: '/username' } } }
  const protocol = providerProtocol(auth({ socialProviders: change }), 'discord')
  expect(protocol).toMatchObject({
    scopes: ['identify'],
    claims: { subject: '/id', name: '/username' },
    tokenEndpoint: 'https://discord.com/api/oauth2/token',
  })
})

test('endpoints of a brand take the place of a known issuer', () => {
  const own = {
    authorizationEndpoint: 'https://g.example/a',
    tokenEndpoint: 'https://g.example/t',
    userinfoEndpoint: 'https://g.example/u',
  }
  const protocol = providerProtocol(auth({ socialProviders: { google: own } }), 'google')
  expect(protocol).toMatchObject(own)
  expect(protocol?.issuer).toBeUndefined()
})
