import type { ReactNode } from 'react'
import { formatOdds } from '#machines/odds/odds-format.rules.ts'
import { PriceButton } from '#renderers/feed/price/PriceButton.tsx'

/** What the page is to show: games and, for each, the outcomes in its row. */
export interface OddsPage {
  /** Channels that are asked for. */
  readonly channels: readonly string[]
  /** Outcomes of the visible rows, three a row. */
  readonly rows: readonly (readonly number[])[]
}

/** Draws the list and keeps it alive. */
export type MountOdds = (root: HTMLElement, page: OddsPage) => void

/** How often the parts of the list were drawn. */
export const drawn = { lists: 0, rows: 0, freshCells: 0, otherCells: 0 }

/** Prices have two places: a price by its units of a ten-thousandth. */
export function priceText(oddsUnits: number): string {
  return formatOdds((oddsUnits / 10_000).toFixed(2), 'decimal')
}

/** The same button for every contestant. */
export function PlainCell({
  outcomeId,
  oddsUnits,
  movement = 0,
}: {
  readonly outcomeId: number
  readonly oddsUnits: number
  readonly movement?: -1 | 0 | 1
}) {
  return (
    <span data-outcome={outcomeId}>
      <PriceButton
        label="1"
        name="Outcome"
        price={oddsUnits === 0 ? '-' : priceText(oddsUnits)}
        movement={movement}
        onPress={press}
      />
    </span>
  )
}

function press(): void {
  // Nothing is pressed while odds are measured.
}

/** Contained as a row of a board is. */
const ROW = { display: 'grid', gridTemplateColumns: '2fr 1fr 1fr 1fr', contain: 'layout paint style' }

interface OddsListProps {
  readonly rows: OddsPage['rows']
  readonly cell: (outcomeId: number) => ReactNode
}

/** The list of rows; `cell` knows where a price comes from. */
export function OddsList({ rows, cell }: OddsListProps) {
  drawn.lists += 1
  return rows.map((outcomes) => <OddsRow key={outcomes[0]} outcomes={outcomes} cell={cell} />)
}

function OddsRow({ outcomes, cell }: Pick<OddsListProps, 'cell'> & { readonly outcomes: readonly number[] }) {
  drawn.rows += 1
  return (
    <div style={ROW}>
      <span>Game {outcomes[0]}</span>
      {outcomes.map(cell)}
    </div>
  )
}
