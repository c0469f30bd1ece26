import type { RecordedEvent } from '#schemas'
import { pictureOf } from './page-html.ts'
import { createRecordedPage } from './page-model.ts'

type Chain = readonly RecordedEvent[]

const WHOLE = 2

/** The page of a recording at a moment, as a document in which nothing runs; of several tabs the one in which something has happened last.
 *  @param atMs milliseconds since 1970 */
export function pictureAt(chains: readonly Chain[], atMs: number): string {
  const page = createRecordedPage()
  for (const event of eventsUntil(chains, atMs)) page.apply(event)
  return pictureOf(page)
}

/** The events from the last whole picture, with the size before it, to a moment. */
function eventsUntil(chains: readonly Chain[], atMs: number): Chain {
  let latest: Chain = []
  let latestMs = Number.NEGATIVE_INFINITY
  for (const chain of chains) {
    const [first] = chain
    const isFirst = latest.length === 0
    const past = chain.filter(
      ({ type, timestamp }) => timestamp <= atMs || (isFirst && type !== 3 && timestamp === first?.timestamp),
    )
    const lastMs = past.at(-1)?.timestamp
    if (lastMs === undefined || lastMs < latestMs) continue
    latest = past
    latestMs = lastMs
  }
  const events = latest.length > 0 ? latest : (chains[0]?.slice(0, 2) ?? [])
  const begin = events.findLastIndex(({ type }) => type === WHOLE)
  return events.slice(Math.max(0, begin - 1))
}
