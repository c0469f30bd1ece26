import { useSelector } from '@xstate/react'
import { useCallback, useEffect, useState } from 'react'
import { fromPromise } from 'xstate'
import { AppError } from '#calls/app-error.ts'
import { getBalance } from '#calls/money.calls.ts'
import { explainBonus, refuseBonus } from '#calls/promo/bonus.calls.ts'
import { bonusLifeMachine, type FollowedBonus } from '#machines/promo/awards/bonus-life.machine.ts'
import { useActorRef } from '#renderers/shell/run-machine.ts'
import type { PlayerBonus } from '#schemas'
import { type App, useApp } from '../../page/app-context.ts'
import { usePlayer } from '../../page/player.tsx'
import { showActiveBalance } from '../../page/show-active-balance.ts'

/** What a page follows. */
export interface BonusLifeInput {
  readonly bonus: PlayerBonus
  /** Is given the bonus whenever it was read. */
  readonly onBonus: (bonus: PlayerBonus) => void
}

/** How often the standing of a pool is read while it is looked at. */
const POOL_MS = 20_000

function lifeOf({ call }: App, { bonus, onBonus }: BonusLifeInput) {
  const shown = (read: PlayerBonus): FollowedBonus => {
    onBonus(read)
    return { id: read.id, state: read.state }
  }
  return bonusLifeMachine.provide({
    actors: {
      read: fromPromise(async () => shown((await call(explainBonus, { query: { id: bonus.id } })).bonus)),
      refuse: fromPromise(async ({ input: { id } }) => {
        const { bonuses } = await call(refuseBonus, { body: { bonus_id: id } })
        const one = bonuses.find((found) => found.id === id)
        if (!one) throw new AppError('promo.award_unknown')
        return shown(one)
      }),
    },
  })
}

/** Shows what the player has beside a bonus that has changed: what the header shows is old. */
export function useBalanceAgain(): () => Promise<void> {
  const app = useApp()
  const { showBalance } = usePlayer()
  return useCallback(
    () =>
      app.call(getBalance, {}).then(
        ({ accounts }) => showActiveBalance(app, accounts, showBalance),
        () => undefined,
      ),
    [app, showBalance],
  )
}

/** Follows a bonus of the player: reads it again and refuses it. */
export function useBonusLife(input: BonusLifeInput) {
  const app = useApp()
  const showAgain = useBalanceAgain()
  const [machine] = useState(() => lifeOf(app, input))
  const { bonus } = input
  const actor = useActorRef(machine, { input: { bonus: { id: bonus.id, state: bonus.state } } })
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
  const hasPool = bonus.pool !== undefined
  useEffect(() => {
    if (!hasPool) return undefined
    const timer = setInterval(() => {
      if (document.visibilityState === 'visible') actor.send({ type: 'refresh.requested' })
    }, POOL_MS)
    return () => clearInterval(timer)
  }, [actor, hasPool])

  // What the header shows of the bonus is old once it has changed.
  useEffect(() => {
    const subscription = actor.on('bonus.changed', showAgain)
    return () => subscription.unsubscribe()
  }, [actor, showAgain])

  return { failure, isBusy, isAsking, send: actor.send }
}
