import type { RecordingAnswer } from '#schemas'
import { packSegment } from './pack-segment.ts'

/** A segment that is to be sent. */
export interface SegmentToSend {
  readonly chain: string
  readonly address: string
  readonly text: string
  /** Name of the visit. */
  readonly session: string
  /** Route of the page, with a slash before it. */
  readonly referer: string
  readonly userId: string | null
}

/** What became of a segment. */
export interface SegmentAnswer {
  readonly chain: string
  readonly isKept: boolean
  /** Characters that it had. */
  readonly size: number
}

/** Waits before a segment is sent again, ms; after the last one it is lost. */
const AGAIN_MS = [1000, 3000, 9000, 20_000]

let last = Promise.resolve()

/** Segments go one after another, in their order (REC-2 to REC-4). */
globalThis.onmessage = ({ data }: MessageEvent<SegmentToSend>) => {
  last = last.then(async () => {
    const isKept = await deliver(data).catch(() => false)
    globalThis.postMessage({ chain: data.chain, isKept, size: data.text.length } satisfies SegmentAnswer)
  })
}

async function deliver({ address, text, session, referer, userId }: SegmentToSend): Promise<boolean> {
  const { type, body } = await packSegment(text)
  const headers: Record<string, string> = { 'content-type': type, 'x-sess-id': session, 'x-referer': referer }
  if (userId !== null) headers['x-user-id'] = userId
  for (const wait of [...AGAIN_MS, null]) {
    const answer = await fetch(address, { method: 'POST', headers, body, credentials: 'same-origin' }).catch(() => null)
    if (answer?.ok) return ((await answer.json()) as RecordingAnswer).kept > 0
    // Refused is refused; an outage or a busy server may be over soon.
    if (wait === null || (answer && answer.status < 500 && answer.status !== 429)) return false
    await new Promise((resolve) => setTimeout(resolve, wait))
  }
  return false
}
