import { createRoot } from 'react-dom/client'
import { type MountOdds, OddsList, PlainCell, priceText } from './odds-list.tsx'
import { takePrices } from './socket-prices.ts'

/** The limit: texts are parsed, and those of visible prices written into their nodes once a frame. */
export const mountBare: MountOdds = (root, { channels, rows }) => {
  createRoot(root).render(<OddsList rows={rows} cell={(id) => <PlainCell key={id} outcomeId={id} oddsUnits={0} />} />)
  const visible = new Set(rows.flat())
  const changed = new Map<number, number>()
  const nodes = new Map<number, Element | null>()
  const write = (): void => {
    for (const [id, odds] of changed) {
      const node = nodes.get(id) ?? root.querySelector(`[data-outcome="${id}"] bdi`)
      nodes.set(id, node)
      if (node) node.textContent = priceText(odds)
    }
    changed.clear()
  }
  takePrices(channels, (prices) => {
    for (const [id = 0, odds = 0] of prices) {
      if (!visible.has(id)) continue
      if (changed.size === 0) requestAnimationFrame(write)
      changed.set(id, odds)
    }
  })
}
