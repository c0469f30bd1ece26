import { useState } from 'react'
import { actOnLimit, removeLimit, setLimit } from '#calls/limits.calls.ts'
import { type Failure, readFailure } from '#machines/shell/failure.rules.ts'
import type { LimitsAnswer, PlayerLimit, SetLimitBody } from '#schemas'
import { useApp } from '../../page/app-context.ts'
import { shellPort } from '../../page/shell-port.ts'

type Limits = readonly PlayerLimit[]
type LimitName = Pick<PlayerLimit, 'kind' | 'period'>

/** The player's limits and what can be done with them, one thing at a time. */
export interface PlayerLimits {
  readonly limits: Limits
  readonly isBusy: boolean
  /** @returns why it was refused, or null */
  readonly set: (body: SetLimitBody) => Promise<Failure | null>
  readonly remove: (limit: LimitName) => Promise<void>
  readonly act: (limit: LimitName, action: 'confirm' | 'withdraw') => Promise<void>
}

/** Holds the limits of a screen: every change is answered by all of them. */
export function useLimits(loaded: Limits): PlayerLimits {
  const { call } = useApp()
  const [limits, setLimits] = useState(loaded)
  const [isBusy, setBusy] = useState(false)

  async function change({ kind, period }: LimitName, send: () => Promise<LimitsAnswer>): Promise<Failure | null> {
    setBusy(true)
    try {
      const answer = await send()
      setLimits(answer.limits)
      const changed = answer.limits.find((limit) => limit.kind === kind && limit.period === period)
      shellPort.notify({ id: 'limits', kind: 'success', text: changed?.raise ? 'limits.asked' : 'limits.saved' })
      return null
    } catch (failure) {
      return readFailure(failure)
    } finally {
      setBusy(false)
    }
  }

  return {
    limits,
    isBusy,
    set: (body) => change(body, () => call(setLimit, { body })),
    remove: async ({ kind, period }) => {
      tell(await change({ kind, period }, () => call(removeLimit, { body: { kind, period } })))
    },
    act: async ({ kind, period }, action) => {
      tell(await change({ kind, period }, () => call(actOnLimit, { body: { kind, period, action } })))
    },
  }
}

function tell(failure: Failure | null): void {
  if (failure) shellPort.notify({ id: 'limits', kind: 'error', text: failure.code, params: failure.params })
}
