import { useEffect, useState } from 'react'
import { fromPromise } from 'xstate'
import { type SocialStartPurpose, socialStartActors } from '#calls/actors/social-start.actors.ts'
import { socialStartMachine } from '#machines/social/social-start.machine.ts'
import type { SocialPort } from '#renderers/forms/social-types/social-port.ts'
import { useMachine } from '#renderers/shell/run-machine.ts'
import { type App, useApp } from '../page/app-context.ts'

/** What for a provider is opened, and how the last try ended. */
export interface SocialStartOptions extends SocialStartPurpose {
  readonly failureCode: string | null
}

/** Opens social providers: the page is left for the one that is pressed. */
export function useSocialStart(options: SocialStartOptions): Pick<SocialPort, 'startingId' | 'failure' | 'start'> {
  const app = useApp()
  const [machine] = useState(() => machineFor(app, options))
  const [state, send, actor] = useMachine(machine, {
    input: options.failureCode === null ? {} : { failureCode: options.failureCode },
  })

  useEffect(() => {
    const subscription = actor.on('leaving', ({ location }) => leaveFor(location))
    // A page that the browser kept comes back as it was left.
    const comeBack = (event: PageTransitionEvent) => {
      if (event.persisted) send({ type: 'page.returned' })
    }
    window.addEventListener('pageshow', comeBack)
    return () => {
      subscription.unsubscribe()
      window.removeEventListener('pageshow', comeBack)
    }
  }, [actor, send])

  const { providerId, failure } = state.context
  return { startingId: providerId, failure, start: (id) => send({ type: 'provider.pressed', providerId: id }) }
}

function machineFor({ call }: App, purpose: SocialStartPurpose) {
  return socialStartMachine.provide({
    actors: {
      startSocial: fromPromise(({ input }) => socialStartActors.startSocial(call, input, purpose)),
    },
  })
}

/** @throws Error for an address that is no web address: it would run in this page */
function leaveFor(location: string): void {
  if (!/^https?:$/.test(new URL(location).protocol)) throw new Error('a social provider is not at a web address')
  window.location.assign(location)
}
