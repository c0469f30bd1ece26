import { useSelector } from '@xstate/react'
import { useEffect, useState } from 'react'
import { fromPromise } from 'xstate'
import { betSaleActors } from '#calls/bet-sale.actors.ts'
import type { CallPort } from '#calls/call.ts'
import {
  type BetSaleInput,
  betSaleMachine,
  type SaleQuestion,
  type SaleRequest,
} from '#machines/betting/bet-sale.machine.ts'
import { BetSale, type SaleStage } from '#renderers/betting/BetSale.tsx'
import type { CouponLook } from '#renderers/betting/coupon.selectors.ts'
import { Dialog } from '#renderers/shell/Dialog.tsx'
import { useActorRef } from '#renderers/shell/run-machine.ts'
import { useText } from '#renderers/site/texts.tsx'
import type { CashOutAnswer } from '#schemas'

/** Props of {@link BetSaleDialog}. */
export interface BetSaleDialogProps {
  readonly input: BetSaleInput
  readonly look: CouponLook
  readonly isPartAllowed: boolean
  readonly call: CallPort
  /** Something of the bet is sold. */
  readonly onSold: () => void
  readonly onClose: () => void
}

/** The sale of a bet over its history. It can be left at any time: a sale that was confirmed goes on, and the history shows it. */
export function BetSaleDialog({ input, look, isPartAllowed, call, onSold, onClose }: BetSaleDialogProps) {
  const t = useText()
  const [machine] = useState(() => saleOf(call))
  const actor = useActorRef(machine, { input })
  const state = useSelector(actor, ({ context }) => context)
  const stage = useSelector(actor, ({ value }) => stageOf(value))
  useEffect(() => {
    const told = actor.on('bet.sold', onSold)
    return told.unsubscribe
  }, [actor, onSold])
  return (
    <Dialog
      isOpen
      title={t('history.sale_title', { number: input.betId })}
      buttons={[]}
      closesOnEscape
      closesOnOutsidePress={false}
      onClose={onClose}
    >
      <BetSale
        stage={stage}
        state={state}
        look={look}
        isPartAllowed={isPartAllowed}
        onEvent={actor.send}
        onClose={onClose}
      />
    </Dialog>
  )
}

function saleOf(call: CallPort) {
  return betSaleMachine.provide({
    actors: {
      askOffer: fromPromise<CashOutAnswer, SaleQuestion>(({ input }) => betSaleActors.askOffer(call, input)),
      nameSale: fromPromise<string>(async () => crypto.randomUUID()),
      sell: fromPromise<CashOutAnswer, SaleRequest>(({ input }) => betSaleActors.sell(call, input)),
    },
  })
}

/** What is seen of a state: `{ choosing: 'offered' }` → `'offered'`; a sale is being sent from its naming on. */
function stageOf(value: unknown): SaleStage {
  if (typeof value === 'object' && value !== null && 'choosing' in value) return value.choosing as SaleStage
  return value === 'naming' ? 'selling' : (value as SaleStage)
}
