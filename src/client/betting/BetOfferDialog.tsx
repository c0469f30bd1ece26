import { useSelector } from '@xstate/react'
import { useEffect, useState } from 'react'
import { fromPromise } from 'xstate'
import { betOfferActors } from '#calls/actors/bet-offer.actors.ts'
import type { CallPort } from '#calls/call.ts'
import {
  type BetOfferInput,
  betOfferMachine,
  type OfferAnswer,
  type OfferQuestion,
  type TakingRequest,
} from '#machines/betting/cash-out/bet-offer.machine.ts'
import type { CouponLook } from '#renderers/betting/coupon/coupon.selectors.ts'
import { BetOffer, type OfferStage } from '#renderers/betting/history/BetOffer.tsx'
import { Dialog } from '#renderers/shell/Dialog.tsx'
import { useActorRef } from '#renderers/shell/run-machine.ts'
import { useText } from '#renderers/site/texts.tsx'

/** Props of {@link BetOfferDialog}. */
export interface BetOfferDialogProps {
  readonly input: BetOfferInput
  readonly look: CouponLook
  readonly isPartAllowed: boolean
  readonly call: CallPort
  /** Something of the bet is sold or insured. */
  readonly onTaken: () => void
  readonly onClose: () => void
}

/** The sale or the insurance of a bet over its history. It can be closed at any time: what was confirmed is still
 *  processed, and the history shows it. */
export function BetOfferDialog({ input, look, isPartAllowed, call, onTaken, onClose }: BetOfferDialogProps) {
  const t = useText()
  const [machine] = useState(() => offerOf(call))
  const actor = useActorRef(machine, { input })
  const state = useSelector(actor, ({ context }) => context)
  const stage = useSelector(actor, ({ value }) => stageOf(value))
  useEffect(() => {
    const told = actor.on('offer.taken', onTaken)
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
      <BetOffer
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

function offerOf(call: CallPort) {
  return betOfferMachine.provide({
    actors: {
      askOffer: fromPromise<OfferAnswer, OfferQuestion>(({ input }) => betOfferActors.askOffer(call, input)),
      nameTaking: fromPromise<string>(async () => crypto.randomUUID()),
      take: fromPromise<OfferAnswer, TakingRequest>(({ input }) => betOfferActors.take(call, input)),
    },
  })
}

/** What is seen of a state: `{ choosing: 'offered' }` → `'offered'`; an offer is being taken from its naming on. */
function stageOf(value: unknown): OfferStage {
  if (typeof value === 'object' && value !== null && 'choosing' in value) return value.choosing as OfferStage
  return value === 'naming' ? 'taking' : (value as OfferStage)
}
