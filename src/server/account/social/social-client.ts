import * as openid from 'openid-client'
import { AppError } from '#calls/app-error.ts'
import { type KeyClient, keyClient } from './social-keys.ts'
import type { SocialSettings } from './social-settings.ts'
import { checkSecretSignature, failureOf } from './social-tokens.ts'
import { readUserinfo } from './social-userinfo.ts'

/** Who a provider says the player is. Nothing of it is proved to us but the subject. */
export interface SocialProfile {
  /** The lasting id at the provider. */
  readonly subject: string
  readonly email?: string
  readonly name?: string
  readonly surname?: string
}

/** What binds a sign-in to the browser that began it. */
export interface SocialBinding {
  readonly state: string
  readonly nonce: string
  readonly codeVerifier: string
}

/** Speaks to providers: OpenID Connect, or OAuth 2.0 with a userinfo address; always with a code and PKCE. */
export interface SocialClient {
  /** Where the browser is to go. @throws AppError social.unavailable */
  authorizationUrl(settings: SocialSettings, redirectUri: string, binding: SocialBinding): Promise<string>
  /** Exchanges the code of the address that the browser came back to, and reads who it is.
   *  @throws AppError social.denied, social.unavailable, social.failed */
  identify(settings: SocialSettings, cameBackTo: URL, binding: SocialBinding): Promise<SocialProfile>
}

const DISCOVERY_LIVES_MS = 3_600_000
const TIMEOUT_SECONDS = 10
const CLAIM_LENGTH = 254

/** @param ports allowsLoopback: whether a provider may be at plain HTTP on this machine, which is for development */
export function createSocialClient(ports: {
  readonly clock: () => Date
  readonly allowsLoopback: boolean
}): SocialClient {
  const known = new Map<string, { readonly configuration: Promise<openid.Configuration>; readonly untilMs: number }>()

  function configurationOf(settings: SocialSettings): Promise<openid.Configuration> {
    const key = JSON.stringify(settings)
    const nowMs = ports.clock().getTime()
    const entry = known.get(key)
    if (entry && entry.untilMs > nowMs) return entry.configuration
    const configuration = configure(settings, ports.allowsLoopback)
    known.set(key, { configuration, untilMs: nowMs + DISCOVERY_LIVES_MS })
    configuration.catch(() => known.delete(key))
    return configuration
  }
  return {
    async authorizationUrl(settings, redirectUri, { state, nonce, codeVerifier }) {
      const configuration = await configurationOf(settings).catch(failureOf)
      const url = openid.buildAuthorizationUrl(configuration, {
        redirect_uri: redirectUri,
        scope: settings.scopes.join(settings.provider === 'ok' ? ';' : ' '),
        state,
        ...(isOpenid(settings) && !settings.lacksNonce ? { nonce } : {}),
        ...(settings.lacksPkce
          ? {}
          : {
              code_challenge: await openid.calculatePKCECodeChallenge(codeVerifier),
              code_challenge_method: 'S256',
            }),
        ...settings.authorizationParameters,
      })
      return url.href
    },
    async identify(settings, cameBackTo, { state, nonce, codeVerifier }) {
      const configuration = await configurationOf(settings).catch(failureOf)
      const returned = (settings.returnedParameters ?? []).flatMap((name) => {
        const value = cameBackTo.searchParams.get(name)
        return value === null ? [] : [[name, value] as const]
      })
      const checks = {
        expectedState: state,
        idTokenExpected: isOpenid(settings),
        ...(isOpenid(settings) && !settings.lacksNonce ? { expectedNonce: nonce } : {}),
        ...(settings.lacksPkce ? {} : { pkceCodeVerifier: codeVerifier }),
      }
      const tokens = await openid
        .authorizationCodeGrant(configuration, cameBackTo, checks, Object.fromEntries(returned))
        .catch(failureOf)
      if (settings.idTokenAlgorithm === 'HS256') checkSecretSignature(tokens.id_token ?? '', settings.clientSecret)
      const claims = tokens.claims()
      const told = claims
        ? await claimsWithUserinfo(configuration, tokens.access_token, claims, settings).catch(failureOf)
        : await readUserinfo(settings, tokens.access_token).catch(failureOf)
      return profileOf(told, settings)
    },
  }
}

function isOpenid({ issuer }: SocialSettings): boolean {
  return issuer !== undefined
}

async function configure(settings: SocialSettings, allowsLoopback: boolean): Promise<openid.Configuration> {
  const { issuer, clientId, authorizationEndpoint = '', tokenEndpoint, idTokenAlgorithm } = settings
  const isPlain = [issuer, authorizationEndpoint, tokenEndpoint].some((address) => address?.startsWith('http:'))
  if (isPlain && !allowsLoopback) throw new AppError('social.unavailable', {}, { cause: new Error('plain HTTP') })
  const { authentication, enable } = await clientOf(settings)
  const metadata = idTokenAlgorithm ? { id_token_signed_response_alg: idTokenAlgorithm } : {}
  const execute = [
    enable,
    ...(isPlain ? [openid.allowInsecureRequests] : []),
    ...(issuer && !idTokenAlgorithm ? [openid.enableNonRepudiationChecks] : []),
  ]
  if (issuer) {
    const options = { execute, timeout: TIMEOUT_SECONDS }
    return openid.discovery(new URL(issuer), clientId, metadata, authentication, options)
  }
  const server = {
    issuer: new URL(authorizationEndpoint).origin,
    authorization_endpoint: authorizationEndpoint,
    ...(tokenEndpoint ? { token_endpoint: tokenEndpoint } : {}),
  }
  const configuration = new openid.Configuration(server, clientId, metadata, authentication)
  configuration.timeout = TIMEOUT_SECONDS
  if (settings.hasOddTokenType) configuration[openid.customFetch] = fetchBearer
  for (const change of execute) change(configuration)
  return configuration
}

/** How the site proves who it is, and what it can read. */
async function clientOf({ clientAuthentication, clientSecret }: SocialSettings): Promise<KeyClient> {
  if (clientAuthentication === 'private-keys') return keyClient(clientSecret)
  const prove = clientAuthentication === 'basic' ? openid.ClientSecretBasic : openid.ClientSecretPost
  return { authentication: prove(clientSecret), enable: () => undefined }
}

/** A token answer without the type that the standard asks for becomes one with it. */
async function fetchBearer(...[url, { body, ...rest }]: Parameters<openid.CustomFetch>): Promise<Response> {
  const answer = await fetch(url, { ...rest, ...(body === undefined ? {} : { body }) } as RequestInit)
  const told: unknown = answer.ok ? await answer.clone().json() : null
  if (typeof told !== 'object' || told === null) return answer
  return Response.json({ ...told, token_type: 'bearer' }, { status: answer.status })
}

/** The claims of the ID token; what it leaves out is asked for where the provider has a userinfo address. */
async function claimsWithUserinfo(
  configuration: openid.Configuration,
  accessToken: string,
  claims: openid.IDToken,
  { claims: pointers }: SocialSettings,
): Promise<object> {
  const isEnough = pointers.email === undefined || valueAt(claims, pointers.email) !== undefined
  if (isEnough || !configuration.serverMetadata().userinfo_endpoint) return claims
  return { ...(await openid.fetchUserInfo(configuration, accessToken, claims.sub)), ...claims }
}

function profileOf(told: unknown, { claims }: SocialSettings): SocialProfile {
  const subject = valueAt(told, claims.subject)
  if (subject === undefined) throw new AppError('social.failed', {}, { cause: new Error('the answer has no subject') })
  const rest = (['email', 'name', 'surname'] as const).flatMap((name) => {
    const value = claims[name] === undefined ? undefined : valueAt(told, claims[name])
    return value === undefined ? [] : [[name, value] as const]
  })
  return { subject, ...Object.fromEntries(rest) }
}

/** The text or number at a JSON pointer as text, cut to what is kept; undefined when there is none. */
function valueAt(told: unknown, pointer: string): string | undefined {
  const value = pointer
    .split('/')
    .slice(1)
    .reduce<unknown>(
      (node, key) =>
        typeof node === 'object' && node !== null && Object.hasOwn(node, key) ? Reflect.get(node, key) : undefined,
      told,
    )
  const text = typeof value === 'number' || typeof value === 'string' ? String(value).trim() : ''
  return text === '' ? undefined : text.slice(0, CLAIM_LENGTH)
}
