import type { CallPort } from '#calls/call.ts'
import { browserStreamPorts } from './browser-stream.ts'
import { loadImagesBy } from './load-images.ts'
import { type OddsStream, openOddsStream } from './odds-stream.ts'

let ofPage: OddsStream | null = null

/** The one odds stream of the page, opened when it is first asked for. Only in a browser.
 *  @param call by which the feed is polled where no socket can be had */
export function pageStream(call: CallPort): OddsStream {
  ofPage ??= openOddsStream(browserStreamPorts(loadImagesBy(call)))
  return ofPage
}
