import { type ReactNode, useEffect, useState } from 'react'
import { StaleNote } from '#renderers/feed/board/StaleNote.tsx'
import { PriceCellProvider } from '#renderers/feed/price/price-cell.tsx'
import { useApp } from '../../page/app-context.ts'
import { LivePrice, useIsDegraded } from './LivePrice.tsx'
import type { OddsStream } from './odds-stream.ts'
import { pageStream } from './page-stream.ts'
import { OddsStreamProvider } from './use-price.tsx'

/** Props of {@link LivePrices}. */
export interface LivePricesProps {
  /** Whether somebody else on this page says that prices stand still. */
  readonly isQuiet?: boolean
  readonly children: ReactNode
}

/** Prices below it live by the page's one stream, and a note says when they stand still (STREAM-4). */
export function LivePrices({ isQuiet = false, children }: LivePricesProps) {
  const { call } = useApp()
  const [stream, setStream] = useState<OddsStream | null>(null)
  useEffect(() => setStream(pageStream(call)), [call])
  return (
    <OddsStreamProvider stream={stream}>
      <PriceCellProvider Price={LivePrice}>{children}</PriceCellProvider>
      {isQuiet ? null : <Degraded />}
    </OddsStreamProvider>
  )
}

function Degraded() {
  return useIsDegraded() ? <StaleNote /> : null
}
