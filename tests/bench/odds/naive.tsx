import { useEffect, useState } from 'react'
import { createRoot } from 'react-dom/client'
import { type MountOdds, OddsList, type OddsPage, PlainCell } from './odds-list.tsx'
import { takePrices } from './socket-prices.ts'

type Prices = Readonly<Record<number, { readonly oddsUnits: number; readonly movement: -1 | 0 | 1 }>>

/** The prices of all rows in the state of the list, set whenever some come. */
function NaiveList({ channels, rows }: OddsPage) {
  const [prices, setPrices] = useState<Prices>({})
  useEffect(() => {
    const visible = new Set(rows.flat())
    takePrices(channels, (all) => {
      const changes = all.filter(([id = 0]) => visible.has(id))
      if (changes.length === 0) return
      setPrices((before) => {
        const next = { ...before }
        for (const [id = 0, oddsUnits = 0] of changes) {
          const last = before[id]?.oddsUnits ?? oddsUnits
          next[id] = { oddsUnits, movement: oddsUnits === last ? 0 : oddsUnits > last ? 1 : -1 }
        }
        return next
      })
    })
  }, [channels, rows])
  return (
    <OddsList rows={rows} cell={(id) => <PlainCell key={id} outcomeId={id} {...(prices[id] ?? { oddsUnits: 0 })} />} />
  )
}

/** React without a store. */
export const mountNaive: MountOdds = (root, page) => createRoot(root).render(<NaiveList {...page} />)
