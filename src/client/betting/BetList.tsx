import { type ReactNode, useState } from 'react'
import type { QuoteKind } from '#machines/betting/cash-out/bet-quote.rules.ts'
import { BetCard } from '#renderers/betting/history/BetCard.tsx'
import { insurableMinor, leftMinor } from '#renderers/betting/history/bet-history.selectors.ts'
import type { HistoryBet } from '#schemas'
import { useApp } from '../page/app-context.ts'
import { useBetLook } from '../page/bet-look.ts'
import { BetActions } from './BetActions.tsx'
import { BetQuoteDialog } from './BetQuoteDialog.tsx'
import { actionsOf, namedLeg } from './history.selectors.ts'

/** A bet that is being sold or insured. */
interface QuotedBet {
  readonly kind: QuoteKind
  readonly bet: HistoryBet
}

/** Props of {@link BetList}. */
export interface BetListProps {
  readonly bets: readonly HistoryBet[]
  readonly className: string | undefined
  /** What is shown where there are none; a bet that was the last one is still spoken of. */
  readonly none: ReactNode
  /** A bet was sold, insured or given up. */
  readonly onChange: () => void
}

/** The key of a bet among others: bets of one request have its name. */
export function betKey({ betGuid, place }: HistoryBet): string {
  return `${betGuid} ${place}`
}

/** Bets of the player, each with what can be done with it (BET-12, BET-13). */
export function BetList({ bets, className, none, onChange }: BetListProps) {
  const app = useApp()
  const lookOf = useBetLook()
  const [quoted, setQuoted] = useState<QuotedBet | null>(null)
  const { isPartSaleAllowed } = app.site.config.boolean
  return (
    <>
      {bets.length === 0 ? (
        none
      ) : (
        <ul className={className}>
          {bets.map((bet) => {
            const actions = actionsOf(app, bet)
            const onQuote = (kind: QuoteKind) => setQuoted({ kind, bet })
            return (
              <BetCard
                key={betKey(bet)}
                bet={bet}
                legs={bet.legs.map((leg) => namedLeg(app, leg))}
                look={lookOf(bet.currency)}
                actions={
                  actions.length > 0 ? (
                    <BetActions bet={bet} actions={actions} onQuote={onQuote} onChange={onChange} />
                  ) : undefined
                }
              />
            )
          })}
        </ul>
      )}
      {quoted?.bet.betId === undefined ? null : (
        <BetQuoteDialog
          key={`${quoted.kind} ${quoted.bet.betId}`}
          input={{
            kind: quoted.kind,
            betId: quoted.bet.betId,
            leftMinor: quoted.kind === 'sale' ? leftMinor(quoted.bet) : insurableMinor(quoted.bet),
            exponent: quoted.bet.exponent,
          }}
          look={lookOf(quoted.bet.currency)}
          isPartAllowed={quoted.kind === 'insurance' || isPartSaleAllowed}
          call={app.call}
          onTaken={onChange}
          onClose={() => setQuoted(null)}
        />
      )}
    </>
  )
}
