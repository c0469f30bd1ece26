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

/** The events from the last whole picture, with the size before it, to a moment; before the first one, that one. */
function eventsUntil(chains: readonly Chain[], atMs: number): Chain {
  let latest: Chain = []
  let latestMs = Number.NEGATIVE_INFINITY
  for (const chain of chains) {
    const past = chain.filter(({ timestamp }) => timestamp <= atMs)
    const lastMs = past.at(-1)?.timestamp
    if (lastMs === undefined || lastMs < latestMs) continue
    latest = past
    latestMs = lastMs
  }
  const begin = latest.findLastIndex(({ type }) => type === WHOLE)
  return begin < 0 ? firstWhole(chains) : latest.slice(Math.max(0, begin - 1))
}

/** The first whole picture of a recording, with the size before it: what is shown until then. */
function firstWhole(chains: readonly Chain[]): Chain {
  const starts = chains.flatMap((chain) => {
    const at = chain.findIndex(({ type }) => type === WHOLE)
    return at < 0 ? [] : [chain.slice(Math.max(0, at - 1), at + 1)]
  })
  const [first = []] = starts.sort((one, other) => (one.at(-1)?.timestamp ?? 0) - (other.at(-1)?.timestamp ?? 0))
  return first
}
