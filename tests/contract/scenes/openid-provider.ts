import { once } from 'node:events'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import UntypedProvider from 'oidc-provider'

export const CLIENT_ID = 'livery'
export const CLIENT_SECRET = 'a secret of the contract tests'

/** What the provider knows of a person. */
export interface Person {
  readonly sub: string
  readonly email?: string
  readonly given_name?: string
  readonly family_name?: string
}

/** An OpenID provider of our own, with one client: this site. */
export interface OpenidProvider {
  readonly issuer: string
  /** Who is at the provider's sign-in page; null refuses the sign-in there. */
  sitting: Person | null
  /** Goes to the provider as a browser does, and gives the address that it is sent back to. */
  readonly walk: (location: string) => Promise<string>
  readonly close: () => Promise<void>
}

interface ProviderLike {
  readonly callback: () => (request: IncomingMessage, response: ServerResponse) => void
  readonly interactionFinished: (request: IncomingMessage, response: ServerResponse, result: object) => Promise<void>
  readonly Grant: new (of: object) => { addOIDCScope(scope: string): void; save(): Promise<string> }
}

interface OidcContext {
  readonly oidc: {
    readonly session: { readonly accountId: string }
    readonly client: { readonly clientId: string }
  }
}

/** Starts a certified provider on a free port, which insists on PKCE and signs in the person set as `sitting`.
 *  @param redirectUris where the site takes browsers back, word by word */
export async function startOpenidProvider(
  redirectUris: readonly string[],
  more: { readonly idTokenAlgorithm?: 'HS256'; readonly publicKeys?: readonly object[] } = {},
): Promise<OpenidProvider> {
  const people = new Map<string, Person>()
  const server = createServer()
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const alg = more.idTokenAlgorithm ?? 'RS256'
  const provider: ProviderLike = new (UntypedProvider as new (issuer: string, options: object) => ProviderLike)(
    issuer,
    {
      clients: [
        {
          client_id: CLIENT_ID,
          client_secret: CLIENT_SECRET,
          redirect_uris: [...redirectUris],
          token_endpoint_auth_method: more.publicKeys ? 'private_key_jwt' : 'client_secret_post',
          ...(more.publicKeys ? encryptedFor(more.publicKeys) : {}),
          id_token_signed_response_alg: alg,
        },
      ],
      enabledJWA: {
        idTokenSigningAlgValues: ['RS256', 'HS256'],
        idTokenEncryptionAlgValues: ['RSA-OAEP'],
        idTokenEncryptionEncValues: ['A128CBC-HS256'],
      },
      pkce: { required: () => true },
      cookies: { keys: ['contract'] },
      conformIdTokenClaims: false,
      claims: { openid: ['sub'], email: ['email'], profile: ['given_name', 'family_name'] },
      features: { devInteractions: { enabled: false }, encryption: { enabled: true } },
      interactions: { url: (_context: unknown, { uid }: { uid: string }) => `/interaction/${uid}` },
      findAccount: (_context: unknown, sub: string) => ({
        accountId: sub,
        claims: async () => people.get(sub) ?? { sub },
      }),
      loadExistingGrant: async ({ oidc }: OidcContext) => {
        const grant = new provider.Grant({ accountId: oidc.session.accountId, clientId: oidc.client.clientId })
        grant.addOIDCScope('openid email profile')
        await grant.save()
        return grant
      },
    },
  )
  const answer = provider.callback()
  const self: OpenidProvider = {
    issuer,
    sitting: null,
    walk: (location) => walk(location, redirectUris),
    close: () => closeServer(server),
  }
  server.on('request', (request: IncomingMessage, response: ServerResponse) => {
    if (!request.url?.startsWith('/interaction/')) return answer(request, response)
    const { sitting } = self
    if (sitting) people.set(sitting.sub, sitting)
    const refusal = { error: 'access_denied', error_description: 'the person said no' }
    const result = sitting ? { login: { accountId: sitting.sub } } : refusal
    void provider.interactionFinished(request, response, result)
  })
  return self
}

/** What a client asks for that is known by its keys alone. */
function encryptedFor(keys: readonly object[]): object {
  return {
    jwks: { keys },
    id_token_encrypted_response_alg: 'RSA-OAEP',
    id_token_encrypted_response_enc: 'A128CBC-HS256',
  }
}

async function walk(start: string, redirectUris: readonly string[]): Promise<string> {
  const cookies = new Map<string, string>()
  let location = start
  for (let step = 0; step < 10; step++) {
    if (redirectUris.some((uri) => location.startsWith(uri))) return location
    const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ')
    const answer = await fetch(location, { redirect: 'manual', headers: { cookie } })
    for (const line of answer.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? []
      cookies.set(name, value)
    }
    const next = answer.headers.get('location')
    if (!next) throw new Error(`the provider stopped with ${answer.status}: ${await answer.text()}`)
    location = new URL(next, location).href
  }
  throw new Error('the provider sends in circles')
}

async function closeServer(server: Server): Promise<void> {
  const closed = once(server, 'close')
  server.close()
  server.closeAllConnections()
  await closed
}
