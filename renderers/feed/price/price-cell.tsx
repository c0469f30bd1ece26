import { type ComponentType, createContext, type ReactNode, useContext } from 'react'
import { formatOdds, type OddsFormat } from '#machines/odds/odds-format.rules.ts'
import { takesBets } from '#machines/site/tables/tables.ts'
import type { BoardGame, Market, Outcome } from '#schemas'
import { PriceButton } from './PriceButton.tsx'

/** What is known of a price that is to be drawn. */
export interface PriceCellProps {
  readonly game: BoardGame
  readonly market: Market
  readonly outcome: Outcome
  readonly label?: string | undefined
  readonly line?: string | undefined
  /** The outcome and its game in full. */
  readonly name: string
  readonly format: OddsFormat
}

/** Draws the price of an outcome. */
export type PriceCell = ComponentType<PriceCellProps>

/** The price as the page was made with it: it neither moves nor can it be pressed. */
export function FixedPrice({ game, market, outcome, label, line, name, format }: PriceCellProps) {
  const isSuspended = outcome.isSuspended === true || !takesBets(market.status) || !takesBets(game.status)
  return (
    <PriceButton
      label={label}
      line={line}
      name={name}
      price={formatOdds(outcome.odds, format)}
      state={isSuspended ? 'suspended' : 'open'}
    />
  )
}

const PriceCellContext = createContext<{ readonly Price: PriceCell }>({ Price: FixedPrice })

/** Gives boards below it the component that draws prices: the living one in the application. */
export function PriceCellProvider({ Price, children }: { readonly Price: PriceCell; readonly children: ReactNode }) {
  return <PriceCellContext value={{ Price }}>{children}</PriceCellContext>
}

/** The component that draws prices here; the fixed one where nobody gave another. */
export function usePriceCell(): PriceCell {
  return useContext(PriceCellContext).Price
}
