import { useSelector } from '@xstate/react'
import { useEffect, useState } from 'react'
import { fromPromise } from 'xstate'
import { AppError } from '#calls/app-error.ts'
import { getBalance } from '#calls/money.calls.ts'
import { claimBonus, explainBonus, getPromoOffers, refuseBonus } from '#calls/promo/bonus.calls.ts'
import { bonusLifeMachine, type FollowedBonus } from '#machines/promo/awards/bonus-life.machine.ts'
import { useActorRef } from '#renderers/shell/run-machine.ts'
import type { PlayerBonus } from '#schemas'
import { type App, useApp } from '../../page/app-context.ts'
import { usePlayer } from '../../page/player.tsx'
import { showActiveBalance } from '../../page/show-active-balance.ts'

/** What a page follows. */
export interface BonusLifeInput {
  /** The campaign of the bonus. */
  readonly campaignId: string
  /** Null while the player has not got it. */
  readonly bonus: PlayerBonus | null
  /** Is given the bonus whenever it was read. */
  readonly onBonus: (bonus: PlayerBonus) => void
}

/** How often the standing of a pool is read while it is looked at. */
const POOL_MS = 20_000

function lifeOf({ call }: App, { campaignId, bonus, onBonus }: BonusLifeInput) {
  let known = bonus
  const shown = (read: PlayerBonus): FollowedBonus => {
    known = read
    onBonus(read)
    return { id: read.id, state: read.state }
  }
  const found = (bonuses: readonly PlayerBonus[], is: (one: PlayerBonus) => boolean): PlayerBonus => {
    const one = bonuses.find(is)
    if (!one) throw new AppError('promo.award_unknown')
    return one
  }
  return bonusLifeMachine.provide({
    actors: {
      claim: fromPromise(async () => shown((await call(claimBonus, { body: { campaignId } })).bonus)),
      read: fromPromise(async () => {
        if (known) return shown((await call(explainBonus, { query: { id: known.id } })).bonus)
        const { offers } = await call(getPromoOffers, {})
        return shown(
          found(
            offers.flatMap(({ mine }) => mine),
            ({ promoId }) => promoId === campaignId,
          ),
        )
      }),
      refuse: fromPromise(async ({ input: { id } }) =>
        shown(found((await call(refuseBonus, { body: { bonus_id: id } })).bonuses, (one) => one.id === id)),
      ),
    },
  })
}

/** Follows a bonus: takes it, reads it again and refuses it. */
export function useBonusLife(input: BonusLifeInput) {
  const app = useApp()
  const { showBalance } = usePlayer()
  const [machine] = useState(() => lifeOf(app, input))
  const { bonus } = input
  const actor = useActorRef(machine, { input: { bonus: bonus && { id: bonus.id, state: bonus.state } } })
  const failure = useSelector(actor, ({ context }) => context.failure)
  const isBusy = useSelector(actor, (state) => state.hasTag('busy'))
  const isAsking = useSelector(actor, (state) => state.matches('asking') || state.matches('refusing'))

  // What was played in another tab is seen when the player comes back to this one.
  useEffect(() => {
    const refresh = () => {
      if (document.visibilityState === 'visible') actor.send({ type: 'refresh.requested' })
    }
    document.addEventListener('visibilitychange', refresh)
    return () => document.removeEventListener('visibilitychange', refresh)
  }, [actor])

  // A pool grows by what all players stake.
  const hasPool = bonus?.pool !== undefined
  useEffect(() => {
    if (!hasPool) return undefined
    const timer = setInterval(() => {
      if (document.visibilityState === 'visible') actor.send({ type: 'refresh.requested' })
    }, POOL_MS)
    return () => clearInterval(timer)
  }, [actor, hasPool])

  // What the header shows of the bonus is old once it has changed.
  useEffect(() => {
    const subscription = actor.on('bonus.changed', () =>
      app.call(getBalance, {}).then(
        ({ accounts }) => showActiveBalance(app, accounts, showBalance),
        () => undefined,
      ),
    )
    return () => subscription.unsubscribe()
  }, [app, actor, showBalance])

  return { failure, isBusy, isAsking, send: actor.send }
}
