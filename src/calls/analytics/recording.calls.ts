import { defineCall } from '../call.ts'

/** The most that goes uncompressed, bytes (REC-3, REC-4). */
export const PLAIN_BYTES = 2048

/** Media types of segments, as the specification names them. */
export const SEGMENT_TYPES = { plain: 'fatman/json', zipped: 'fatman/gzip' } as const

/** Asks whether a visit may be recorded: with 200 it may (REC-1). */
export const checkRecording = defineCall({
  id: 'checkRecording',
  summary: 'Whether visits may be recorded; 200 with the time of the server when they may.',
  path: '/analytics-api/vision.json',
  answer: 'analytics/recording-check-answer',
})

/** Takes a segment of a recording, sent by a worker with `X-Sess-Id`, `X-Referer` and, of a player, `X-User-Id`: JSON as `fatman/json`, or
 *  zipped as `fatman/gzip` (REC-2 to REC-4). */
export const sendRecording = defineCall({
  id: 'sendRecording',
  summary: 'A segment of a recording, as fatman/json or fatman/gzip; it is kept whole, or not at all and says why.',
  method: 'POST',
  path: '/analytics-api/vision.json',
  answer: 'analytics/recording-answer',
})
