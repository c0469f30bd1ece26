import { LRUCache } from 'lru-cache'
import type { SeoConfig } from '#schemas'

/** What a source of search texts answers: a value, and whether it stands for a failure (SEO-15). */
export interface SeoAnswer<Value> {
  readonly value: Value
  readonly hasFailed: boolean
}

/** Ports of {@link createSeoService}. */
export interface SeoServicePorts {
  readonly fetch: typeof fetch
  readonly nowMs: () => number
}

/** The settings of a brand by which its service is asked. */
export type SeoServiceSettings = Pick<SeoConfig, 'source' | 'serviceUrl' | 'serviceWaitMs' | 'serviceKeptSeconds'>

/** A question to the service. */
export interface SeoRequest<Value> {
  readonly settings: SeoServiceSettings
  /** Path of the call below the service's address. */
  readonly path: string
  readonly query: object
  /** Takes the answer apart. @returns null where it has not the form of the call */
  readonly read: (answer: unknown) => Value | null
  /** What stands for an answer that cannot be had. */
  readonly empty: Value
  /** Hears why there is none. */
  readonly onFailure: (reason: string) => void
}

/** Asks services of search texts of brands. */
export interface SeoService {
  /** Never throws: whatever goes wrong gives the empty value, flagged (SEO-15). */
  readonly ask: <Value>(request: SeoRequest<Value>) => Promise<SeoAnswer<Value>>
}

const MOST_BYTES = 256 * 1024
const MOST_KEPT = 5000
/** How long a failure is not repeated, so that a dead service costs each page nothing. */
const FAILED_MS = 10_000

interface Kept {
  readonly answer: Promise<unknown>
  untilMs: number
}

/** A service that answered, but nothing of use: it is there, and may be asked about other pages. */
class Refused extends Error {}

/** Keeps each answer for as long as its brand says, asks once for pages that want the same at the same moment, and leaves a service
 *  that is silent alone for ten seconds, so that pages wait for it once and not each. */
export function createSeoService({ fetch, nowMs }: SeoServicePorts): SeoService {
  const kept = new LRUCache<string, Kept>({ max: MOST_KEPT })
  const silentUntil = new LRUCache<string, number>({ max: 1000 })
  const answerOf = (address: string, { serviceWaitMs, serviceKeptSeconds }: SeoServiceSettings): Promise<unknown> => {
    const known = kept.get(address)
    if (known && known.untilMs > nowMs()) return known.answer
    const answer = readAnswer(fetch, address, serviceWaitMs)
    const entry: Kept = { answer, untilMs: nowMs() + serviceKeptSeconds * 1000 }
    kept.set(address, entry)
    answer.catch((cause: unknown) => {
      entry.untilMs = Math.min(entry.untilMs, nowMs() + FAILED_MS)
      if (!(cause instanceof Refused)) silentUntil.set(new URL(address).origin, entry.untilMs)
    })
    return answer
  }
  return {
    ask: async ({ settings, path, query, read, empty, onFailure }) => {
      const failed = (reason: string) => {
        onFailure(reason)
        return { value: empty, hasFailed: true }
      }
      if (settings.serviceUrl === undefined) return failed('the brand names no service')
      try {
        const address = addressOf(settings.serviceUrl, path, query)
        if ((silentUntil.get(new URL(address).origin) ?? 0) > nowMs()) return failed('it was silent a moment ago')
        const value = read(await answerOf(address, settings))
        return value === null ? failed('its answer has another form') : { value, hasFailed: false }
      } catch (cause) {
        return failed(cause instanceof Error ? cause.message : String(cause))
      }
    },
  }
}

function addressOf(base: string, path: string, query: SeoRequest<unknown>['query']): string {
  const url = new URL(base.replace(/\/+$/, '') + path)
  for (const [name, value] of Object.entries(query)) if (value !== undefined) url.searchParams.set(name, String(value))
  return url.href
}

/** @throws Error when the service is late, broken, sends on, answers anything but 200, or too much */
async function readAnswer(fetch: SeoServicePorts['fetch'], address: string, waitMs: number): Promise<unknown> {
  const response = await fetch(address, {
    redirect: 'manual',
    headers: { accept: 'application/json' },
    signal: AbortSignal.timeout(waitMs),
  })
  if (response.status !== 200) {
    await response.body?.cancel()
    throw new Refused(`it answered ${response.status}`)
  }
  const decoder = new TextDecoder()
  let [text, bytes] = ['', 0]
  // Leaving the loop cancels the rest.
  for await (const chunk of response.body ?? []) {
    bytes += chunk.byteLength
    if (bytes > MOST_BYTES) throw new Refused(`its answer has more than ${MOST_BYTES} bytes`)
    text += decoder.decode(chunk, { stream: true })
  }
  try {
    return JSON.parse(text + decoder.decode())
  } catch {
    throw new Refused('its answer is no JSON')
  }
}
