import type { Logger } from 'pino'
import { AppError } from '#calls/app-error.ts'

/** How providers are called. */
export interface ProviderCallPorts {
  readonly fetch: typeof fetch
  readonly timeoutMs: number
  readonly log: Pick<Logger, 'warn'>
}

/** A call to a provider, ready to be sent. */
export interface ProviderRequest {
  readonly providerId: string
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
}

/** What a provider has answered: its status, and its body when it is JSON. */
export interface ProviderResponse {
  readonly status: number
  readonly body: unknown
}

/** Posts JSON to a provider. @returns what it answers with any status; null when nothing came in time or was understood */
export async function callProvider(
  { fetch, timeoutMs, log }: ProviderCallPorts,
  { providerId, url, headers, body }: ProviderRequest,
): Promise<ProviderResponse | null> {
  try {
    const response = await fetch(url, {
      ...{ method: 'POST', redirect: 'manual', body, signal: AbortSignal.timeout(timeoutMs) },
      headers: { 'content-type': 'application/json', ...headers },
    })
    const text = await response.text()
    return { status: response.status, body: text === '' ? null : JSON.parse(text) }
  } catch (error) {
    log.warn({ providerId, err: error }, 'casino: a provider gave no answer')
    return null
  }
}

/** The address of a frame that a provider has answered with, where the brand frames its origin.
 *  @throws AppError casino.provider_failed for what is no such address */
export function frameUrl(
  log: ProviderCallPorts['log'],
  of: { readonly providerId: string; readonly url: unknown; readonly frameOrigins: readonly string[] },
): string {
  const { providerId, url, frameOrigins } = of
  const parsed = typeof url === 'string' ? URL.parse(url) : null
  if (parsed && frameOrigins.includes(parsed.origin)) return parsed.href
  log.warn(
    { providerId, origin: parsed?.origin ?? 'none' },
    'casino: a provider opened a game at an origin that the brand does not frame',
  )
  throw new AppError('casino.provider_failed')
}

/** What a provider has answered with success. @throws AppError casino.provider_failed for silence and any other status */
export function successOf(
  log: ProviderCallPorts['log'],
  providerId: string,
  response: ProviderResponse | null,
): unknown {
  if (response && response.status >= 200 && response.status < 300) return response.body
  if (response) log.warn({ providerId, status: response.status }, 'casino: a provider refused to open a game')
  throw new AppError('casino.provider_failed')
}

/** An address below that of a provider. */
export function belowUrl(url: string, path: string): string {
  return `${url.replace(/\/+$/, '')}/${path}`
}
