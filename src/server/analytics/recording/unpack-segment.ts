import { gunzipSync } from 'node:zlib'
import { SEGMENT_TYPES } from '#calls/analytics/recording.calls.ts'
import type { RecordingSegment } from '#schemas'
import { isRecordingSegment } from '#schemas/generated/validators/analytics.js'

/** The most that a segment may have as it travels, and unpacked, bytes. */
export const MOST_SEGMENT_BYTES = 512 * 1024
export const MOST_UNPACKED_BYTES = 8 * 1024 * 1024

/** Reads a segment. @returns why it is none, as a word, when it is too large, cut, or of another form */
export function unpackSegment(type: string, body: Uint8Array): RecordingSegment | 'too_large' | 'broken' {
  if (body.length > MOST_SEGMENT_BYTES) return 'too_large'
  try {
    const text = type === SEGMENT_TYPES.zipped ? unzipped(body) : new TextDecoder('utf-8', { fatal: true }).decode(body)
    const segment: unknown = JSON.parse(text)
    return isRecordingSegment(segment) ? segment : 'broken'
  } catch (error) {
    // The unpacked size is held against its limit while it is unpacked.
    return (error as { readonly code?: unknown }).code === 'ERR_BUFFER_TOO_LARGE' ? 'too_large' : 'broken'
  }
}

function unzipped(body: Uint8Array): string {
  return new TextDecoder('utf-8', { fatal: true }).decode(gunzipSync(body, { maxOutputLength: MOST_UNPACKED_BYTES }))
}
