import type { SocialProviderId } from '#schemas'

/** A provider by the name that it is kept under: `fb` is `facebook` (AUTH-4). */
export type SocialProvider = Exclude<SocialProviderId, 'fb'>

/** Where an answer says what, as JSON pointers. */
export interface ClaimPointers {
  readonly subject: string
  readonly email?: string
  readonly name?: string
  readonly surname?: string
}

/** How the userinfo of a provider without OpenID is asked for: with the token as a bearer, under Yandex's own scheme, as a
 *  parameter of the address, in a form, or signed as OK.ru asks. */
export type UserinfoStyle = 'bearer' | 'oauth-scheme' | 'query' | 'form' | 'ok-signature'

/** What is known of a provider. One with an issuer speaks OpenID Connect, one with endpoints OAuth 2.0. */
export interface ProviderDefaults {
  readonly issuer?: string
  readonly authorizationEndpoint?: string
  readonly tokenEndpoint?: string
  readonly userinfoEndpoint?: string
  readonly scopes: readonly string[]
  readonly claims: ClaimPointers
  /** How the site proves itself at the token endpoint: by its secret in a header or, when left out, in the form; or by private
   *  keys, which the secret then holds as a JWK Set. */
  readonly clientAuthentication?: 'basic' | 'private-keys'
  /** What one of the scopes must begin with; only the brand knows the rest. */
  readonly neededScope?: string
  /** Parameters of the first request that this provider wants beside the usual ones. */
  readonly authorizationParameters?: Readonly<Record<string, string>>
  /** Parameters of the way back that the token endpoint wants again. */
  readonly returnedParameters?: readonly string[]
  readonly userinfoStyle?: UserinfoStyle
  /** It puts no nonce into its ID tokens; state and the one-time code still bind them to the browser. */
  readonly lacksNonce?: boolean
  /** It refuses a code verifier from a client that has a secret. */
  readonly lacksPkce?: boolean
  /** Its token answers name no type, or one of their own, and mean a bearer. */
  readonly hasOddTokenType?: boolean
  /** Its ID tokens are signed with the client's secret. */
  readonly idTokenAlgorithm?: 'HS256'
}

const OPENID: ClaimPointers = { subject: '/sub', email: '/email', name: '/given_name', surname: '/family_name' }
const OPENID_SCOPES = ['openid', 'email', 'profile']

/** The public addresses and peculiarities of the providers of the specification (AUTH-3). A brand may change any of it by
 *  `socialProviders`. MetaMask has no entry: a wallet's signature is neither OAuth nor OpenID. */
export const PROVIDERS: Readonly<Partial<Record<SocialProvider, ProviderDefaults>>> = {
  google: { issuer: 'https://accounts.google.com', scopes: OPENID_SCOPES, claims: OPENID },
  telegram: {
    issuer: 'https://oauth.telegram.org',
    scopes: ['openid', 'profile'],
    claims: { subject: '/sub', name: '/name' },
  },
  kakaotalk: {
    issuer: 'https://kauth.kakao.com',
    scopes: ['openid', 'account_email', 'profile_nickname'],
    claims: { subject: '/sub', email: '/email', name: '/nickname' },
  },
  twitch: {
    issuer: 'https://id.twitch.tv/oauth2',
    scopes: ['openid', 'user:read:email'],
    claims: { subject: '/sub', email: '/email', name: '/preferred_username' },
    authorizationParameters: { claims: JSON.stringify({ id_token: { email: null, preferred_username: null } }) },
  },
  line: {
    issuer: 'https://access.line.me',
    scopes: OPENID_SCOPES,
    claims: { subject: '/sub', email: '/email', name: '/name' },
    idTokenAlgorithm: 'HS256',
  },
  linkedin: {
    issuer: 'https://www.linkedin.com/oauth',
    scopes: OPENID_SCOPES,
    claims: OPENID,
    lacksNonce: true,
    lacksPkce: true,
  },
  itsme: {
    issuer: 'https://idp.prd.itsme.services/v2',
    scopes: OPENID_SCOPES,
    claims: OPENID,
    clientAuthentication: 'private-keys',
    neededScope: 'service:',
  },
  // Name and e-mail come by a form post from another site alone, to which no cookie of ours is sent.
  apple: { issuer: 'https://appleid.apple.com', scopes: ['openid'], claims: { subject: '/sub' } },
  facebook: {
    authorizationEndpoint: 'https://www.facebook.com/dialog/oauth',
    tokenEndpoint: 'https://graph.facebook.com/oauth/access_token',
    userinfoEndpoint: 'https://graph.facebook.com/me?fields=id,email,first_name,last_name',
    scopes: ['email', 'public_profile'],
    claims: { subject: '/id', email: '/email', name: '/first_name', surname: '/last_name' },
  },
  vk: {
    authorizationEndpoint: 'https://id.vk.com/authorize',
    tokenEndpoint: 'https://id.vk.com/oauth2/auth',
    userinfoEndpoint: 'https://id.vk.com/oauth2/user_info',
    scopes: ['email'],
    claims: {
      subject: '/user/user_id',
      email: '/user/email',
      name: '/user/first_name',
      surname: '/user/last_name',
    },
    returnedParameters: ['device_id', 'state'],
    userinfoStyle: 'form',
  },
  ok: {
    authorizationEndpoint: 'https://connect.ok.ru/oauth/authorize',
    tokenEndpoint: 'https://api.ok.ru/oauth/token.do',
    // The brand's `socialProviders` must add its `application_key` to this address.
    userinfoEndpoint: 'https://api.ok.ru/fb.do?method=users.getCurrentUser&format=json',
    scopes: ['VALUABLE_ACCESS', 'GET_EMAIL'],
    claims: { subject: '/uid', email: '/email', name: '/first_name', surname: '/last_name' },
    userinfoStyle: 'ok-signature',
    hasOddTokenType: true,
  },
  yandex: {
    authorizationEndpoint: 'https://oauth.yandex.com/authorize',
    tokenEndpoint: 'https://oauth.yandex.com/token',
    userinfoEndpoint: 'https://login.yandex.ru/info?format=json',
    scopes: ['login:email', 'login:info'],
    claims: { subject: '/id', email: '/default_email', name: '/first_name', surname: '/last_name' },
    userinfoStyle: 'oauth-scheme',
  },
  mailru: {
    authorizationEndpoint: 'https://oauth.mail.ru/login',
    tokenEndpoint: 'https://oauth.mail.ru/token',
    userinfoEndpoint: 'https://oauth.mail.ru/userinfo',
    scopes: ['userinfo'],
    claims: { subject: '/id', email: '/email', name: '/first_name', surname: '/last_name' },
    clientAuthentication: 'basic',
    userinfoStyle: 'query',
    hasOddTokenType: true,
  },
  twitter: {
    authorizationEndpoint: 'https://x.com/i/oauth2/authorize',
    tokenEndpoint: 'https://api.x.com/2/oauth2/token',
    userinfoEndpoint: 'https://api.x.com/2/users/me',
    scopes: ['users.read', 'tweet.read'],
    claims: { subject: '/data/id', name: '/data/name' },
    clientAuthentication: 'basic',
  },
  discord: {
    authorizationEndpoint: 'https://discord.com/oauth2/authorize',
    tokenEndpoint: 'https://discord.com/api/oauth2/token',
    userinfoEndpoint: 'https://discord.com/api/users/@me',
    scopes: ['identify', 'email'],
    claims: { subject: '/id', email: '/email', name: '/global_name' },
  },
}
