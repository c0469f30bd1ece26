/** Who checks identities. */
export type IdentityProviderId = 'sumsub' | 'smart_id' | 'mobile_id' | 'verigram'

/** A person as a provider has proved them. */
export interface ProvedPerson {
  readonly name: string
  readonly surname: string
  /** As the certificate has it, `PNOEE-49005171234`. */
  readonly personalCode: string
}

/** What a provider says of a check (KYC-9). `running` is no verdict yet; `again` asks the player for more; `failed` says nothing of who they
 *  are, such as a refusal on the phone. */
export type IdentityVerdict =
  | { readonly kind: 'running' }
  | { readonly kind: 'verified'; readonly person?: ProvedPerson | undefined }
  | { readonly kind: 'rejected' | 'again'; readonly reason: string }
  | { readonly kind: 'failed'; readonly reason: IdentityFailure }

/** Why a check came to nothing. */
export type IdentityFailure =
  | 'refused'
  | 'expired'
  | 'no_account'
  | 'unreachable'
  | 'unusable'
  | 'wrong_code'
  | 'untrusted'
  | 'other_person'

/** A verdict about an applicant, sent by a provider by itself. */
export interface IdentityEvent {
  readonly reference: string
  /** By the provider's clock. */
  readonly at: Date
  readonly verdict: IdentityVerdict
}

/** A provider that does not answer, or nothing that can be understood. */
export class IdentitySilent extends Error {
  override readonly name = 'IdentitySilent'
}

/** How a provider is reached. */
export interface IdentityReach {
  readonly url: string
  readonly fetch: typeof fetch
  readonly now: () => Date
}

const TIMEOUT_MS = 10_000

/** Asks a provider. @returns its status and its JSON, which has not been looked at   @throws IdentitySilent */
export async function askProvider(
  { url, fetch }: IdentityReach,
  path: string,
  { method = 'POST', headers = {}, body, timeoutMs = TIMEOUT_MS }: AskOptions,
): Promise<{ readonly status: number; readonly json: Json }> {
  try {
    const response = await fetch(url.replace(/\/$/, '') + path, {
      method,
      redirect: 'manual',
      headers: { 'content-type': 'application/json', ...headers },
      ...(body === undefined ? {} : { body }),
      signal: AbortSignal.timeout(timeoutMs),
    })
    if (response.status >= 500) throw new Error(`it answered ${response.status}`)
    const json: unknown = await response.json().catch(() => ({}))
    return { status: response.status, json: typeof json === 'object' && json !== null ? (json as Json) : {} }
  } catch (cause) {
    throw new IdentitySilent(`${new URL(url).host}: ${cause instanceof Error ? cause.message : String(cause)}`, {
      cause,
    })
  }
}

/** A JSON object of somebody else's: every field is looked at before it is used. */
export type Json = Readonly<Record<string, unknown>>

interface AskOptions {
  readonly method?: 'GET' | 'POST'
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: string
  readonly timeoutMs?: number
}

/** A field that is a text; empty when it is none. */
export function textIn(json: Json, key: string): string {
  const value = json[key]
  return typeof value === 'string' ? value : ''
}

/** A field that is an object; an empty one when it is none. */
export function objectIn(json: Json, key: string): Json {
  const value = json[key]
  return typeof value === 'object' && value !== null ? (value as Json) : {}
}
