import { useSelector } from '@xstate/react'
import { useEffect, useState } from 'react'
import { fromPromise } from 'xstate'
import { actOnLimit, getLimits, removeLimit, reviewLimits, setLimit } from '#calls/limits.calls.ts'
import { type LimitsShown, limitChangeMachine } from '#machines/protection/limits/limit-change.machine.ts'
import type { Failure } from '#machines/shell/failure.rules.ts'
import { useActorRef } from '#renderers/shell/run-machine.ts'
import type { LimitsAnswer, LimitWish, PlayerLimit, SetLimitBody } from '#schemas'
import { type App, useApp } from '../../page/app-context.ts'
import { shellPort } from '../../page/shell-port.ts'

type LimitName = Pick<PlayerLimit, 'kind' | 'period'>

/** The player's limits and what can be done with them, one thing at a time. */
export interface PlayerLimits {
  readonly limits: readonly PlayerLimit[]
  readonly isReviewDue: boolean
  readonly isBusy: boolean
  /** Whether it is not known which limits hold: they have to be read again first. */
  readonly isUnsure: boolean
  /** Why a limit was not set; null when nothing has failed. */
  readonly fault: Failure | null
  /** How many changes have succeeded. */
  readonly changes: number
  readonly set: (body: SetLimitBody) => void
  readonly remove: (limit: LimitName) => void
  readonly act: (limit: LimitName, action: 'confirm' | 'withdraw') => void
  readonly review: () => void
  readonly reread: () => void
}

/** The machine of limits with the calls of the page. */
function limitChangeOf({ call }: Pick<App, 'call'>) {
  return limitChangeMachine.provide({
    actors: {
      change: fromPromise<LimitsShown, LimitWish>(({ input: wish }) => send(call, wish)),
      read: fromPromise<LimitsShown>(() => call(getLimits, {})),
    },
  })
}

function send(call: App['call'], wish: LimitWish): Promise<LimitsAnswer> {
  if (wish.action === 'review') return call(reviewLimits, {})
  const { action, kind, period } = wish
  switch (action) {
    case 'set':
      return call(setLimit, { body: { kind, period, amount: wish.amount } })
    case 'remove':
      return call(removeLimit, { body: { kind, period } })
    default:
      return call(actOnLimit, { body: { kind, period, action } })
  }
}

/** Holds the limits of a screen: every change is answered by all of them. */
export function useLimits({ limits: loaded, isReviewDue: isDue }: LimitsShown): PlayerLimits {
  const app = useApp()
  const [machine] = useState(() => limitChangeOf(app))
  const actor = useActorRef(machine, { input: { limits: loaded, isReviewDue: isDue } })
  const { limits, isReviewDue, wish, failure } = useSelector(actor, ({ context }) => context)
  const isBusy = useSelector(actor, (state) => state.hasTag('busy'))
  const isUnsure = useSelector(actor, (state) => state.matches('unsure'))
  const [changes, setChanges] = useState(0)

  useEffect(() => {
    const subscription = actor.on('limit.changed', ({ isWaiting }) => {
      setChanges((count) => count + 1)
      shellPort.notify({ id: 'limits', kind: 'success', text: isWaiting ? 'limits.asked' : 'limits.saved' })
    })
    return () => subscription.unsubscribe()
  }, [actor])

  const isOfSetting = wish?.action === 'set'
  useEffect(() => {
    if (failure && !isOfSetting)
      shellPort.notify({ id: 'limits', kind: 'error', text: failure.code, params: failure.params })
  }, [failure, isOfSetting])

  return {
    ...{ limits, isReviewDue, isBusy, isUnsure, changes },
    fault: isOfSetting ? failure : null,
    set: (body) => actor.send({ type: 'limit.set', ...body }),
    remove: ({ kind, period }) => actor.send({ type: 'limit.removed', kind, period }),
    act: ({ kind, period }, action) =>
      actor.send({ type: action === 'confirm' ? 'raise.confirmed' : 'raise.withdrawn', kind, period }),
    review: () => actor.send({ type: 'limits.reviewed' }),
    reread: () => actor.send({ type: 'limits.reread' }),
  }
}
