import type { StreamFrame } from '#schemas'
import { STREAM_VERSION } from './stream-sync.rules.ts'

const KINDS = new Set<unknown>(['image', 'delta', 'hb', 'status'])

/** Reads a text: a frame, or a list of frames that were gathered. Null when it is cut off, or one of them is no frame or of another
 *  version. The page checks heads alone: the data are checked against their schema where they are made. */
export function readFrames(text: string): readonly StreamFrame[] | null {
  const value = parsed(text)
  const values: readonly unknown[] = Array.isArray(value) ? value : [value]
  return values.length > 0 && values.every(isFrame) ? values : null
}

function isFrame(given: unknown): given is StreamFrame {
  const value = given as Partial<StreamFrame> | null
  if (typeof value !== 'object' || value === null || value.v !== STREAM_VERSION) return false
  const { ep, ch, seq, prev, t } = value
  const isHeadWhole = typeof ep === 'string' && typeof ch === 'string' && isSequence(seq) && isSequence(prev)
  if (!isHeadWhole || !KINDS.has(t)) return false
  return t === 'hb' || ('d' in value && typeof value.d === 'object' && value.d !== null)
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
