/** What speaks for an authority or an agency: an adapter of the operator's own. */
export interface Adapter {
  readonly url: string
  /** The environment variable that holds its key; undefined where it asks for none. */
  readonly variable: string | undefined
  /** Reads a secret that a brand names. */
  readonly secretOf: (variable: string) => string | undefined
  readonly fetch: typeof fetch
}

/** An adapter that has not answered by then, to the last byte, counts as silent. */
const TIMEOUT_MS = 5_000
/** No answer of an adapter comes near it; what is longer would only fill the memory. */
const MOST_BYTES = 64 * 1024

/** Asks an adapter by `POST`, with its key as `Authorization: Bearer`.
 *  @throws Error when its key is missing, or it is late, broken, endless or answers anything but 200   @returns what it answered, unchecked */
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
  return JSON.parse(await shortText(response))
}

/** @throws Error when the body is longer than an answer can be */
async function shortText({ body }: Response): Promise<string> {
  const decoder = new TextDecoder()
  let [text, bytes] = ['', 0]
  // Leaving the loop cancels the rest.
  for await (const chunk of body ?? []) {
    bytes += chunk.byteLength
    if (bytes > MOST_BYTES) throw new Error(`its answer has more than ${MOST_BYTES} bytes`)
    text += decoder.decode(chunk, { stream: true })
  }
  return text + decoder.decode()
}
