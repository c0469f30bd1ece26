import type { CallPort } from '#calls/call.ts'
import { getStreamImages } from '#calls/odds-stream.calls.ts'
import type { LoadImages } from './stream/browser-stream.ts'

/** How many channels one call asks for. */
const CHANNELS_AT_ONCE = 200

/** Polls the feed by a call, for a page that gets no socket (STREAM-9). */
export function loadImagesBy(call: CallPort): LoadImages {
  return async (channels) => {
    if (channels.length === 0) return []
    const asked = channels.slice(0, CHANNELS_AT_ONCE).join(',')
    return (await call(getStreamImages, { query: { channels: asked } })).frames
  }
}
