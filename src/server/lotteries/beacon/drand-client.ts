import { Worker } from 'node:worker_threads'
import { QUICKNET } from '#machines/lotteries/fairness/drand.rules.ts'

/** How long an address may take to answer, ms. */
const ANSWER_WITHIN_MS = 3000
/** An answer is some hundred bytes; more is none of a beacon. */
const MOST_BYTES = 4096

/** What came of asking a beacon: a verified signature, nothing, or one that is none of the chain. */
export type BeaconAnswer =
  | { readonly outcome: 'used'; readonly signature: string }
  | { readonly outcome: 'silent' | 'forged' }

/** Asks for a round of the beacon. @param urls addresses that serve the chain, in the order in which they are asked */
export type AskBeacon = (urls: readonly string[], round: number) => Promise<BeaconAnswer>

/** What the beacon is asked by. */
export interface BeaconPorts {
  readonly fetch: typeof fetch
  /** Whether a signature is that of the round. */
  readonly verify: (round: number, signature: string) => Promise<boolean>
}

/** Asks drand's quicknet over HTTP: one address after the other, until one gives a signature that is verified (LOT-6). What an address says is not
 *  trusted. */
export function createBeacon({ fetch, verify }: BeaconPorts): AskBeacon {
  const signatureFrom = async (url: string, round: number): Promise<string | null> => {
    const address = `${url.replace(/\/$/, '')}/${QUICKNET.chain}/public/${round}`
    const response = await fetch(address, { redirect: 'error', signal: AbortSignal.timeout(ANSWER_WITHIN_MS) })
    if (!response.ok) return null
    const text = await response.text()
    if (text.length > MOST_BYTES) return ''
    const body: unknown = JSON.parse(text)
    return typeof body === 'object' && body !== null && 'signature' in body ? String(body.signature) : ''
  }
  return async (urls, round) => {
    let outcome: 'silent' | 'forged' = 'silent'
    for (const url of urls) {
      // An address that cannot be reached, or answers no JSON, is silent; the receipt of the draw says so.
      const signature = await signatureFrom(url, round).catch(() => null)
      if (signature === null) continue
      if (await verify(round, signature)) return { outcome: 'used', signature }
      outcome = 'forged'
    }
    return { outcome }
  }
}

/** Verifies in a thread of its own, which is started by the first question. */
export function createBeaconVerifier() {
  let worker: Worker | null = null
  let asked = 0
  const waiting = new Map<number, { readonly tell: (isTrue: boolean) => void; readonly fail: (error: Error) => void }>()
  const start = (): Worker => {
    const started = new Worker(new URL('./beacon.worker.ts', import.meta.url))
    started.unref()
    started.on('message', ({ id, isTrue }: { readonly id: number; readonly isTrue: boolean }) => {
      waiting.get(id)?.tell(isTrue)
      waiting.delete(id)
    })
    started.on('error', (error) => {
      worker = null
      for (const { fail } of waiting.values()) fail(error)
      waiting.clear()
    })
    return started
  }
  return {
    verify: (round: number, signature: string): Promise<boolean> =>
      new Promise((tell, fail) => {
        worker ??= start()
        asked += 1
        waiting.set(asked, { tell, fail })
        worker.postMessage({ id: asked, round, signature })
      }),
    stop: async (): Promise<void> => {
      await worker?.terminate()
      worker = null
    },
  }
}
