import type { StudioEdit } from '#schemas'

/** Whether all edits are with the server. */
export type SavingState = 'saved' | 'saving' | 'offline' | 'refused'

/** What the queue needs of its surroundings. */
export interface EditQueuePorts {
  /** Sends edits, all or none. */
  readonly send: (edits: readonly StudioEdit[]) => Promise<void>
  /** Whether a failure is no answer at all, so that the same edits are sent again. */
  readonly isOffline: (error: unknown) => boolean
  /** Hears what the server did not take; those edits are dropped. */
  readonly onRefused: (error: unknown, edits: readonly StudioEdit[]) => void
  readonly onState: (state: SavingState) => void
  readonly later: (work: () => void, delayMs: number) => void
}

/** Edits on their way to the server, one batch at a time. */
export interface EditQueue {
  readonly push: (edits: readonly StudioEdit[]) => void
  /** Edits that the server has not taken yet, in their order. */
  readonly pending: () => readonly StudioEdit[]
}

/** How long edits gather before they are sent, in ms: those of one key press. While a batch is on its way the next ones gather anyway. */
export const GATHER_MS = 15
/** Pauses before the next try while the server does not answer, in ms. */
const PAUSES_MS = [500, 1000, 2000, 5000]
/** Most edits of one call (`studio/edits-body`). */
const MOST = 500

/** Gathers edits for a moment, only the last of each field, and sends them in order. While the server does not answer they wait. */
export function createEditQueue(ports: EditQueuePorts): EditQueue {
  let waiting: readonly StudioEdit[] = []
  let flying: readonly StudioEdit[] = []
  let isAwake = false
  let failures = 0
  const wake = (delayMs: number): void => {
    if (isAwake) return
    isAwake = true
    ports.later(() => void flush(), delayMs)
  }
  const flush = async (): Promise<void> => {
    flying = waiting.slice(0, MOST)
    waiting = waiting.slice(MOST)
    const sent = flying
    try {
      if (sent.length > 0) await ports.send(sent)
      failures = 0
      flying = []
      settle('saved')
    } catch (error) {
      flying = []
      if (ports.isOffline(error)) return retry(sent)
      failures = 0
      ports.onRefused(error, sent)
      settle('refused')
    }
  }
  const settle = (state: SavingState): void => {
    isAwake = false
    if (waiting.length > 0) wake(0)
    else ports.onState(state)
  }
  const retry = (sent: readonly StudioEdit[]): void => {
    waiting = coalesced([...sent, ...waiting])
    ports.onState('offline')
    isAwake = false
    wake(PAUSES_MS[Math.min(failures++, PAUSES_MS.length - 1)] ?? 0)
  }
  return {
    push: (edits) => {
      waiting = coalesced([...waiting, ...edits])
      if (failures === 0) ports.onState('saving')
      wake(GATHER_MS)
    },
    pending: () => [...flying, ...waiting],
  }
}

/** Only the last edit of each place, in the order of the last ones: an edit says all that is at its place. */
export function coalesced(edits: readonly StudioEdit[]): readonly StudioEdit[] {
  const last = new Map<string, StudioEdit>()
  for (const edit of edits) {
    const place = `${edit.path}#${edit.pointer}`
    last.delete(place)
    last.set(place, edit)
  }
  return [...last.values()]
}
