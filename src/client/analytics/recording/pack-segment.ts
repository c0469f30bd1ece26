import { PLAIN_BYTES, SEGMENT_TYPES } from '#calls/analytics/recording.calls.ts'

/** A segment as it travels: up to 2 KB as JSON, more of it gzipped (REC-3, REC-4). */
export async function packSegment(
  text: string,
): Promise<{ readonly type: string; readonly body: Uint8Array<ArrayBuffer> }> {
  const plain = new TextEncoder().encode(text)
  if (plain.length <= PLAIN_BYTES) return { type: SEGMENT_TYPES.plain, body: plain }
  const zipped = new Blob([plain]).stream().pipeThrough(new CompressionStream('gzip'))
  return { type: SEGMENT_TYPES.zipped, body: new Uint8Array(await new Response(zipped).arrayBuffer()) }
}
