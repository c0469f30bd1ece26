import type { CallPort } from '#calls/call.ts'
import { showsFirst } from '../../page/page-rest.ts'
import { loadImagesBy } from '../load-images.ts'
import { browserStreamPorts } from './browser-stream.ts'
import { type OddsStream, type OddsStreamPorts, openOddsStream } from './odds-stream.ts'

let ofPage: OddsStream | null = null

/** The one odds stream of the page, opened when it is first asked for. Only in a browser.
 *  @param call by which the feed is polled where no socket can be had */
export function pageStream(call: CallPort): OddsStream {
  ofPage ??= withFirstPrices(browserStreamPorts(loadImagesBy(call)))
  return ofPage
}

/** Opens the stream; its first prices are part of what the page shows first. */
function withFirstPrices(ports: OddsStreamPorts): OddsStream {
  const { promise: firstPrices, resolve } = Promise.withResolvers<void>()
  const stream = openOddsStream({
    ...ports,
    nextFrame: (work) =>
      ports.nextFrame(() => {
        work()
        resolve()
      }),
  })
  let isWatched = false
  return {
    ...stream,
    watch(channel) {
      if (!isWatched) showsFirst(firstPrices)
      isWatched = true
      return stream.watch(channel)
    },
  }
}
