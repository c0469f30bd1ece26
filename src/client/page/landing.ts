import { type Landing, type LandingFacts, landingAfter } from '#machines/registration/landing.rules.ts'
import type { RouteId } from '#schemas'
import type { App } from './app-context.ts'
import { offeredPath } from './paths.ts'

/** Nobody in particular: enough to ask which screens a player is offered. */
const SOMEBODY = { userId: 1, balanceMinor: 0, currency: '' }

/** The path where a new player lands, who is signed in by then (REG-40). A choice that is no screen of the brand leaves them
 *  where they are. */
export function landingPath(app: App, facts: LandingFacts = {}): string {
  const chosen = pathOf(app, landingAfter(app.site.config.registration.afterRegistration, facts))
  return chosen ?? pathOf(app, landingAfter('stay', facts)) ?? '/'
}

function pathOf(app: App, landing: Landing): string | null {
  if ('path' in landing) return landing.path
  const { routeId, onward } = landing
  return playerPath(app, routeId, onward === undefined ? {} : { [app.site.config.other.returnUrlParameter]: onward })
}

/** The path of a screen for a player who is signed in by the time it is opened; null when players are not offered it.
 *  */
export function playerPath(app: App, routeId: RouteId, params: Readonly<Record<string, string>> = {}): string | null {
  const { visitor } = app.state
  return offeredPath({ ...app, state: { ...app.state, visitor: { ...visitor, player: SOMEBODY } } }, routeId, params)
}
