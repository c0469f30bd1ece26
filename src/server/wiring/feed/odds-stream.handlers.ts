import { getStreamImages } from '#calls/odds-stream.calls.ts'
import type { ChannelHub } from '#server/feed/stream/channel-hub.ts'
import { type AnyHandler, answer } from '../http/call-scope.ts'

/** The call that replaces a socket (STREAM-9). */
export function oddsStreamHandlers(hub: ChannelHub): AnyHandler[] {
  return [
    answer(getStreamImages, async ({ query }) => ({
      frames: String(query.channels)
        .split(',')
        .flatMap((channel) => hub.image(channel) ?? []),
    })),
  ]
}
