import { analyticsAddress } from '#calls/analytics/analytics-address.ts'
import { sendRecording } from '#calls/analytics/recording.calls.ts'
import type { RecordedEvent, RecordingSegment } from '#schemas'
import { shownRoute } from '../../page/track.ts'
import { scriptAddress } from '../../page/trusted-types.ts'
import type { SegmentAnswer, SegmentToSend } from './send.worker.ts'
import workerFile from './send.worker.ts?worker&url'

/** What segments are made with. */
export interface SegmentPorts {
  readonly userId: number | null
  /** Where they are sent; to this server when left out. */
  readonly api?: string | undefined
  readonly visit: () => string
  /** A segment did not arrive, or was refused. */
  readonly onLost: () => void
  readonly signal: AbortSignal
}

/** The segments of a page: what is held back, and what a worker sends. */
export interface Segments {
  /** Holds an event back. */
  readonly hold: (event: RecordedEvent) => void
  /** Hands over what is held back. */
  readonly send: () => void
  /** Begins another chain: what is held back is dropped. */
  readonly beginAnew: () => void
  /** Whether something was lost since the chain began. */
  readonly hasGap: () => boolean
  /** Drops everything, also what the worker has. */
  readonly forget: () => void
}

/** Characters that may wait in the worker at once; beyond them segments are lost. */
const MOST_WAITING = 5_000_000

/** Makes segments of events and gives them to a worker of this origin (REC-2). A chain has no gap: when a segment is lost, the next one begins
 *  another chain with a whole picture. */
export function createSegments({ api, userId, visit, onLost, signal }: SegmentPorts): Segments {
  const worker = new Worker(scriptAddress(workerFile), { type: 'module' })
  let held: RecordedEvent[] = []
  let chain = crypto.randomUUID()
  let part = 0
  let isBroken = false
  let waiting = 0
  const lose = () => {
    if (isBroken) return
    isBroken = true
    onLost()
  }
  worker.addEventListener(
    'message',
    ({ data }: MessageEvent<SegmentAnswer>) => {
      waiting -= data.size
      if (!data.isKept && data.chain === chain) lose()
    },
    { signal },
  )
  worker.addEventListener('error', lose, { signal })
  return {
    hold: (event) => void held.push(event),
    hasGap: () => isBroken,
    beginAnew() {
      held = []
      chain = crypto.randomUUID()
      part = 0
      isBroken = false
    },
    send() {
      if (held.length === 0 || isBroken) return
      const segment: RecordingSegment = { chain, part, events: held }
      const text = JSON.stringify(segment)
      held = []
      part += 1
      if (waiting + text.length > MOST_WAITING) {
        lose()
        return
      }
      waiting += text.length
      const toSend: SegmentToSend = {
        address: analyticsAddress(sendRecording.path, api),
        ...{ chain, text, session: visit(), referer: `/${shownRoute()}` },
        userId: userId === null ? null : String(userId),
      }
      worker.postMessage(toSend)
    },
    forget() {
      held = []
      worker.terminate()
    },
  }
}
