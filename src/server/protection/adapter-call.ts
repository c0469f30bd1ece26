/** What speaks for an authority or an agency: an adapter of the operator's own. */
export interface Adapter {
  readonly url: string
  /** The environment variable that holds its key; undefined where it asks for none. */
  readonly variable: string | undefined
  /** Reads a secret that a brand names. */
  readonly secretOf: (variable: string) => string | undefined
  readonly fetch: typeof fetch
}

/** An adapter that has not answered by then counts as silent. */
const TIMEOUT_MS = 5_000

/** Asks an adapter by `POST`, with its key as `Authorization: Bearer`.
 *  @throws Error when its key is missing, or it is late, broken or answers anything but 200   @returns what it answered, unchecked */
export async function askAdapter({ url, variable, secretOf, fetch }: Adapter, query: object): Promise<unknown> {
  const key = variable === undefined ? undefined : secretOf(variable)
  if (variable !== undefined && key === undefined) throw new Error(`the environment lacks ${variable}`)
  const response = await fetch(url, {
    method: 'POST',
    redirect: 'manual',
    headers: { 'content-type': 'application/json', ...(key ? { authorization: `Bearer ${key}` } : {}) },
    body: JSON.stringify(query),
    signal: AbortSignal.timeout(TIMEOUT_MS),
  })
  if (response.status !== 200) {
    await response.body?.cancel()
    throw new Error(`it answered ${response.status}`)
  }
  return response.json()
}
