import { useSelector } from '@xstate/react'
import { useEffect, useState } from 'react'
import { fromPromise } from 'xstate'
import { AppError } from '#calls/app-error.ts'
import { claimBonus, getPromoOffers } from '#calls/promo/bonus.calls.ts'
import type { FollowedBonus } from '#machines/promo/awards/bonus-life.machine.ts'
import { claimMachine } from '#machines/promo/awards/claim.machine.ts'
import { useActorRef } from '#renderers/shell/run-machine.ts'
import type { PlayerBonus, PromoOffer } from '#schemas'
import { type App, useApp } from '../../page/app-context.ts'
import { useBalanceAgain } from './use-bonus-life.ts'

/** What is claimed. */
export interface ClaimInput {
  readonly offer: Pick<PromoOffer, 'id' | 'endsAt'>
  /** Is given the bonus once it is the player's. */
  readonly onBonus: (bonus: PlayerBonus) => void
}

/** The longest that a timer of a browser waits. */
const LONGEST_MS = 2 ** 31 - 1

function claimOf({ call }: App, { offer, onBonus }: ClaimInput) {
  const shown = (read: PlayerBonus): FollowedBonus => {
    onBonus(read)
    return { id: read.id, state: read.state }
  }
  return claimMachine.provide({
    actors: {
      claim: fromPromise(async () => shown((await call(claimBonus, { body: { campaignId: offer.id } })).bonus)),
      read: fromPromise(async () => {
        const { offers } = await call(getPromoOffers, {})
        const one = offers.flatMap(({ mine }) => mine).find(({ promoId }) => promoId === offer.id)
        if (!one) throw new AppError('promo.award_unknown')
        return shown(one)
      }),
    },
  })
}

/** Claims a bonus that is offered, as long as it can be had. */
export function useClaim(input: ClaimInput) {
  const app = useApp()
  const showAgain = useBalanceAgain()
  const [machine] = useState(() => claimOf(app, input))
  const actor = useActorRef(machine)
  const failure = useSelector(actor, ({ context }) => context.failure)
  const isBusy = useSelector(actor, (state) => state.hasTag('busy'))
  const isExpired = useSelector(actor, (state) => state.matches('expired'))
  const isWithdrawn = useSelector(actor, (state) => state.matches('withdrawn'))
  const { endsAt } = input.offer

  useEffect(() => {
    if (endsAt === undefined) return undefined
    const leftMs = Date.parse(endsAt) - Date.now()
    if (leftMs > LONGEST_MS) return undefined
    const timer = setTimeout(() => actor.send({ type: 'offer.expired' }), Math.max(0, leftMs))
    return () => clearTimeout(timer)
  }, [actor, endsAt])

  useEffect(() => {
    const subscription = actor.on('bonus.claimed', showAgain)
    return () => subscription.unsubscribe()
  }, [actor, showAgain])

  return {
    failure,
    isBusy,
    isOver: isExpired || isWithdrawn,
    isExpired,
    claim: () => actor.send({ type: 'claim.requested' }),
  }
}
