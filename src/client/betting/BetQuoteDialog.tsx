import { useSelector } from '@xstate/react'
import { useEffect, useState } from 'react'
import { fromPromise } from 'xstate'
import { betQuoteActors } from '#calls/actors/bet-quote.actors.ts'
import type { CallPort } from '#calls/call.ts'
import {
  type BetQuoteInput,
  betQuoteMachine,
  type QuoteAnswer,
  type QuoteQuestion,
  type TakingRequest,
} from '#machines/betting/cash-out/bet-quote.machine.ts'
import type { CouponLook } from '#renderers/betting/coupon/coupon.selectors.ts'
import { BetQuote, type QuoteStage } from '#renderers/betting/history/BetQuote.tsx'
import { Dialog } from '#renderers/shell/Dialog.tsx'
import { useActorRef } from '#renderers/shell/run-machine.ts'
import { useText } from '#renderers/site/texts.tsx'

/** Props of {@link BetQuoteDialog}. */
export interface BetQuoteDialogProps {
  readonly input: BetQuoteInput
  readonly look: CouponLook
  readonly isPartAllowed: boolean
  readonly call: CallPort
  /** Something of the bet is sold or insured. */
  readonly onTaken: () => void
  readonly onClose: () => void
}

/** The sale or the insurance of a bet over its history. It can be closed at any time: what was confirmed is still
 *  processed, and the history shows it. */
export function BetQuoteDialog({ input, look, isPartAllowed, call, onTaken, onClose }: BetQuoteDialogProps) {
  const t = useText()
  const [machine] = useState(() => machineOf(call))
  const actor = useActorRef(machine, { input })
  const state = useSelector(actor, ({ context }) => context)
  const stage = useSelector(actor, ({ value }) => stageOf(value))
  useEffect(() => {
    const told = actor.on('quote.taken', onTaken)
    return told.unsubscribe
  }, [actor, onTaken])
  return (
    <Dialog
      isOpen
      title={t(input.kind === 'sale' ? 'history.sale_title' : 'history.insurance_title', { number: input.betId })}
      buttons={[]}
      closesOnEscape
      closesOnOutsidePress={false}
      onClose={onClose}
    >
      <BetQuote
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

function machineOf(call: CallPort) {
  return betQuoteMachine.provide({
    actors: {
      askQuote: fromPromise<QuoteAnswer, QuoteQuestion>(({ input }) => betQuoteActors.askQuote(call, input)),
      nameTaking: fromPromise<string>(async () => crypto.randomUUID()),
      take: fromPromise<QuoteAnswer, TakingRequest>(({ input }) => betQuoteActors.take(call, input)),
    },
  })
}

/** What is seen of a state: `{ choosing: 'quoted' }` → `'quoted'`; a quote is being taken from its naming on. */
function stageOf(value: unknown): QuoteStage {
  if (typeof value === 'object' && value !== null && 'choosing' in value) return value.choosing as QuoteStage
  return value === 'naming' ? 'taking' : (value as QuoteStage)
}
