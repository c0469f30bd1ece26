import type { LeavingReason, LeavingTarget } from '#machines/account/sessions/session-guard.machine.ts'
import type { App } from './app-context.ts'
import { endEpoch } from './auth-epoch.ts'
import { offeredPath } from './paths.ts'
import { wipePlayerData } from './player-data.ts'

/** Query parameter that tells the sign-in page why somebody is there. */
export const END_PARAMETER = 'ended'

/** Leaves the page of a player whose session is over: the browser's data about the player is wiped, and another
 *  document follows with no trace of them (SEC-12). */
export function leavePlayerPage(
  app: App,
  { because, to }: { readonly because: LeavingReason; readonly to: LeavingTarget },
): void {
  wipePlayerData()
  endEpoch()
  const { pathname, search } = window.location
  const returnUrl = { [app.site.config.other.returnUrlParameter]: pathname + search, [END_PARAMETER]: because }
  const guest = guestOf(app)
  const target = {
    home: offeredPath(guest, 'home') ?? '/',
    'sign-in': offeredPath(guest, 'login', returnUrl),
    again: null,
  }
  const address = target[to]
  if (address === null) window.location.reload()
  else window.location.assign(address)
}

/** The same page for somebody who has not signed in. */
export function guestOf(app: App): App {
  return { ...app, state: { ...app.state, visitor: { ...app.state.visitor, player: null } } }
}
