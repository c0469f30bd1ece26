import { useSelector } from '@xstate/react'
import { useEffect, useState } from 'react'
import { fromPromise } from 'xstate'
import { askReturn, blockUser } from '#calls/limits.calls.ts'
import { exclusionMachine } from '#machines/protection/limits/exclusion.machine.ts'
import { useActorRef } from '#renderers/shell/run-machine.ts'
import type { AvailableLimitsAnswer, BlockUserBody, PlayerReturn } from '#schemas'
import { type App, useApp } from '../../page/app-context.ts'
import { shellPort } from '../../page/shell-port.ts'

/** The machine of breaks with the calls of the page. */
function exclusionOf({ call }: Pick<App, 'call'>) {
  return exclusionMachine.provide({
    actors: {
      take: fromPromise<unknown, BlockUserBody>(({ input }) => call(blockUser, { body: input })),
      askReturn: fromPromise<PlayerReturn | null>(async () => (await call(askReturn, {})).comeback),
    },
  })
}

/** Takes a break once the player is sure, and then leaves the session; and asks for the return after an exclusion. */
export function useExclusion(
  { timeOutHours, exclusionMonths }: Pick<AvailableLimitsAnswer, 'timeOutHours' | 'exclusionMonths'>,
  loadedReturn: PlayerReturn | null,
) {
  const app = useApp()
  const [machine] = useState(() => exclusionOf(app))
  const actor = useActorRef(machine, {
    input: { timeOutHours, exclusionMonths, comeback: loadedReturn },
  })
  const { wish, failure, comeback } = useSelector(actor, ({ context }) => context)
  const isBusy = useSelector(actor, (state) => state.hasTag('busy'))

  useEffect(() => {
    const subscription = actor.on('break.begun', () =>
      shellPort.tellSession({ type: 'session.ended', because: 'choice', isHere: true }),
    )
    return () => subscription.unsubscribe()
  }, [actor])

  useEffect(() => {
    if (failure) shellPort.notify({ id: 'limits', kind: 'error', text: failure.code, params: failure.params })
  }, [failure])

  return { wish, comeback, isBusy, send: actor.send }
}

/** A break that is being taken. */
export type Exclusion = ReturnType<typeof useExclusion>
