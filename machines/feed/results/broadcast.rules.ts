import type { Broadcast } from '#schemas'

const ORIGIN = /^https:\/\/[^/?#]+/

/** The broadcasts that a brand shows: a video player is framed only from an origin that the brand allows. One that
 *  has no other address is left out.
 *  @param frameOrigins such as `https://player.example` */
export function shownBroadcasts(broadcasts: readonly Broadcast[], frameOrigins: readonly string[]): Broadcast[] {
  return broadcasts.flatMap(({ frameUrl, ...broadcast }) => {
    const origin = ORIGIN.exec(frameUrl ?? '')?.[0]
    const isFramed = frameUrl !== undefined && origin !== undefined && frameOrigins.includes(origin)
    if (isFramed) return { ...broadcast, frameUrl }
    return broadcast.pageUrl === undefined ? [] : broadcast
  })
}
