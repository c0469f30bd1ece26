import type { StreamFrame } from '#schemas'
import { STREAM_VERSION } from './stream-sync.rules.ts'

const KINDS = new Set<unknown>(['image', 'delta', 'hb', 'status'])

/** Reads a frame; null when the text is cut off, no frame, or of another version. The page checks the head alone: the data are
 *  checked against their schema where they are made. */
export function readFrame(text: string): StreamFrame | null {
  const value = parsed(text) as Partial<StreamFrame> | null
  if (typeof value !== 'object' || value === null || value.v !== STREAM_VERSION) return null
  const { ep, ch, seq, prev, t } = value
  const isHeadWhole = typeof ep === 'string' && typeof ch === 'string' && isSequence(seq) && isSequence(prev)
  if (!isHeadWhole || !KINDS.has(t)) return null
  const hasData = t === 'hb' || ('d' in value && typeof value.d === 'object' && value.d !== null)
  return hasData ? (value as StreamFrame) : null
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

function isSequence(value: unknown): value is number {
  return Number.isSafeInteger(value) && (value as number) >= 0
}
