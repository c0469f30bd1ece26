import { createHash } from 'node:crypto'
import { AppError } from '#calls/app-error.ts'
import type { UserinfoStyle } from '#machines/site/tables/social-providers.ts'
import type { SocialSettings } from './social-settings.ts'

const TIMEOUT_MS = 10_000
const MAX_ANSWER_BYTES = 64 * 1024

interface UserinfoRequest {
  readonly url: URL
  readonly headers?: Readonly<Record<string, string>>
  readonly form?: URLSearchParams
}

type Shape = (settings: SocialSettings, url: URL, token: string) => UserinfoRequest

const SHAPES: Readonly<Record<UserinfoStyle, Shape>> = {
  bearer: (_settings, url, token) => ({ url, headers: { authorization: `Bearer ${token}` } }),
  'oauth-scheme': (_settings, url, token) => ({ url, headers: { authorization: `OAuth ${token}` } }),
  query: (_settings, url, token) => ({ url: withParameters(url, { access_token: token }) }),
  form: ({ clientId }, url, token) => ({
    url,
    form: new URLSearchParams({ client_id: clientId, access_token: token }),
  }),
  'ok-signature': ({ clientSecret }, url, token) => {
    const sig = okSignature(url.searchParams, token, clientSecret)
    return { url: withParameters(url, { sig, access_token: token }) }
  },
}

/** Asks a provider without OpenID who a token belongs to.
 *  @throws AppError social.unavailable, social.failed */
export async function readUserinfo(settings: SocialSettings, token: string): Promise<unknown> {
  const { userinfoEndpoint = '', userinfoStyle = 'bearer' } = settings
  const { url, headers, form } = SHAPES[userinfoStyle](settings, new URL(userinfoEndpoint), token)
  const answer = await fetch(url, {
    method: form ? 'POST' : 'GET',
    headers: { accept: 'application/json', ...headers },
    ...(form ? { body: form } : {}),
    redirect: 'error',
    signal: AbortSignal.timeout(TIMEOUT_MS),
  }).catch((cause: Error) => {
    throw new AppError('social.unavailable', {}, { cause: new Error(`userinfo ${cause.name}`) })
  })
  if (answer.ok) return parsed(await answer.text())
  const code = answer.status >= 500 ? 'social.unavailable' : 'social.failed'
  throw new AppError(code, {}, { cause: new Error(`userinfo ${answer.status}`) })
}

function parsed(text: string): unknown {
  try {
    if (text.length <= MAX_ANSWER_BYTES) return JSON.parse(text)
  } catch {
    // What is not JSON is reported by the error below.
  }
  throw new AppError('social.failed', {}, { cause: new Error('the userinfo is no JSON') })
}

function withParameters(url: URL, parameters: Readonly<Record<string, string>>): URL {
  const copy = new URL(url)
  for (const [name, value] of Object.entries(parameters)) copy.searchParams.set(name, value)
  return copy
}

/** OK.ru's signature of a request: MD5 over its sorted parameters and the secret of the session. */
function okSignature(parameters: URLSearchParams, token: string, clientSecret: string): string {
  const md5 = (text: string) => createHash('md5').update(text).digest('hex')
  const sorted = [...parameters]
    .map(([name, value]) => `${name}=${value}`)
    .sort()
    .join('')
  return md5(sorted + md5(token + clientSecret))
}
