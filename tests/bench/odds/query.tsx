import { QueryClient, QueryClientProvider, useQuery } from '@tanstack/react-query'
import { createRoot } from 'react-dom/client'
import { type MountOdds, OddsList, PlainCell } from './odds-list.tsx'
import { takePrices } from './socket-prices.ts'

interface QueryPrice {
  readonly oddsUnits: number
  readonly movement: -1 | 0 | 1
}

const keyOf = (outcomeId: number) => ['price', outcomeId] as const

function QueryCell({ outcomeId }: { readonly outcomeId: number }) {
  const { data } = useQuery<QueryPrice>({ queryKey: keyOf(outcomeId), enabled: false, staleTime: 'static' })
  return <PlainCell outcomeId={outcomeId} {...(data ?? { oddsUnits: 0 })} />
}

/** TanStack Query, into which a socket writes: a query a price. */
export const mountQuery: MountOdds = (root, { channels, rows }) => {
  const client = new QueryClient()
  createRoot(root).render(
    <QueryClientProvider client={client}>
      <OddsList rows={rows} cell={(id) => <QueryCell key={id} outcomeId={id} />} />
    </QueryClientProvider>,
  )
  takePrices(channels, (prices) => {
    for (const [id = 0, oddsUnits = 0] of prices)
      client.setQueryData<QueryPrice>(keyOf(id), (before) => {
        const last = before?.oddsUnits ?? oddsUnits
        return { oddsUnits, movement: oddsUnits === last ? 0 : oddsUnits > last ? 1 : -1 }
      })
  })
}
