import { useState } from 'react'
import { cancelBetBid } from '#calls/betting.calls.ts'
import type { QuoteKind } from '#machines/betting/cash-out/bet-quote.rules.ts'
import { readFailure } from '#machines/shell/failure.rules.ts'
import { Button } from '#renderers/site/Button.tsx'
import { useText } from '#renderers/site/texts.tsx'
import type { HistoryBet } from '#schemas'
import { useApp } from '../page/app-context.ts'
import { shellPort } from '../page/shell-port.ts'
import type { actionsOf } from './history.selectors.ts'

/** Props of {@link BetActions}. */
export interface BetActionsProps {
  readonly bet: HistoryBet
  readonly actions: ReturnType<typeof actionsOf>
  /** The player wants to cash the bet out, or to insure it. */
  readonly onQuote: (kind: QuoteKind) => void
  /** The state of the bet has changed: it has to be loaded again. */
  readonly onChange: () => void
}

/** What can be done with a bet of the history: sold, insured, or given up while it waits for its price (BET-12, BET-13). */
export function BetActions({ bet, actions, onQuote, onChange }: BetActionsProps) {
  const t = useText()
  return actions.map((action) =>
    action === 'cancel' ? (
      <CancelBid key={action} betGuid={bet.betGuid} onChange={onChange} />
    ) : (
      <Button key={action} onClick={() => onQuote(action)}>
        {t(action === 'sale' ? 'history.sell' : 'history.insure')}
      </Button>
    ),
  )
}

/** Withdraws an auto-bet; the outcome is shown, since the bet may have been placed a moment ago. */
function CancelBid({ betGuid, onChange }: Pick<HistoryBet, 'betGuid'> & Pick<BetActionsProps, 'onChange'>) {
  const app = useApp()
  const t = useText()
  const [isBusy, setBusy] = useState(false)
  const cancel = async () => {
    setBusy(true)
    try {
      const answer = await app.call(cancelBetBid, { body: { betGuid } })
      const isGivenUp = answer.kind === 'rejected'
      const other = answer.kind === 'pending' ? 'history.bid_placing' : 'history.bid_placed'
      const text = isGivenUp ? 'history.bid_cancelled' : other
      shellPort.notify({ id: `bid-${betGuid}`, kind: isGivenUp ? 'success' : 'info', text })
      onChange()
    } catch (error) {
      const { code, params } = readFailure(error)
      shellPort.notify({ id: `bid-${betGuid}`, kind: 'error', text: code, params })
    }
    setBusy(false)
  }
  return (
    <Button isBusy={isBusy} onClick={() => void cancel()}>
      {t('history.bid_cancel')}
    </Button>
  )
}
