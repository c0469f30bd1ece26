import { createRoot } from 'react-dom/client'
import { browserStreamPorts } from '#client/feed/stream/browser-stream.ts'
import { type OddsSocketEvents, type OddsStream, openOddsStream } from '#client/feed/stream/odds-stream.ts'
import { OddsStreamProvider, usePrice } from '#client/feed/stream/use-price.tsx'
import { useMovement } from '#renderers/feed/price/use-movement.ts'
import { drawn, type MountOdds, OddsList, type OddsPage, PlainCell } from './odds-list.tsx'

const lastSeen = new Map<number, unknown>()

function OurCell({ outcomeId }: { readonly outcomeId: number }) {
  const price = usePrice(outcomeId)
  const movement = useMovement(price?.movement ?? 0, price?.seq ?? 0)
  if (price !== null && lastSeen.get(outcomeId) === price) drawn.otherCells += 1
  else if (price !== null) drawn.freshCells += 1
  lastSeen.set(outcomeId, price)
  return <PlainCell outcomeId={outcomeId} oddsUnits={price?.oddsUnits ?? 0} movement={movement} />
}

/** How often prices of visible rows were shown again. */
export const shown = { prices: 0 }

function mountOn(stream: OddsStream, root: HTMLElement, { channels, rows }: OddsPage): void {
  for (const channel of channels) stream.watch(channel)
  for (const outcomeId of rows.flat())
    stream.prices.listen(outcomeId, () => {
      shown.prices += 1
    })
  createRoot(root).render(
    <OddsStreamProvider stream={stream}>
      <OddsList rows={rows} cell={(id) => <OurCell key={id} outcomeId={id} />} />
    </OddsStreamProvider>,
  )
}

/** The page's own stream, store and hook. */
export const mountOurs: MountOdds = (root, page) =>
  mountOn(openOddsStream(browserStreamPorts(() => Promise.resolve([]))), root, page)

/** The same, with a socket that says what it is told to. */
export function mountOursBy(root: HTMLElement, page: OddsPage): { readonly receive: (text: string) => void } {
  let received: OddsSocketEvents['received'] = () => undefined
  const stream = openOddsStream({
    ...browserStreamPorts(() => Promise.resolve([])),
    openSocket(events) {
      received = events.received
      queueMicrotask(events.opened)
      return { send: () => undefined, close: () => undefined }
    },
  })
  mountOn(stream, root, page)
  return { receive: (text) => received(text) }
}
