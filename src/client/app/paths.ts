import { offeredSection } from '#machines/feed/game-section.rules.ts'
import { sectionOfRoute } from '#machines/feed/section-routes.ts'
import { buildPath, isRouteOffered, type RouteOffer } from '#machines/site/routes.ts'
import type { RouteId } from '#schemas'
import type { App } from './app-context.ts'

/** A link as the configuration writes it: a route with its parameters, or an address. */
export interface ConfiguredLink {
  readonly routeId?: RouteId
  readonly params?: Readonly<Record<string, string>>
  readonly href?: string
}

/** The part of the app by which routes are offered. */
type Visited = Pick<App, 'site' | 'state' | 'screens' | 'visitor'>

/** Whether a screen is closed to this visitor for what neither its route nor its audience says: the registration where they
 *  may not register, by the brand or their country (REG-29); the secret question where the brand has none (decision 63);
 *  appeals where it names no address of its support; the pages of a section whose games it has not named (SPORT-12). */
export function isClosedHere({ site, visitor }: Pick<App, 'site' | 'visitor'>, routeId: RouteId): boolean {
  if (routeId === 'block_appeal') return !site.config.support.email
  if (routeId === 'office_security_question') return site.config.auth.secretQuestion === 'off'
  const section = sectionOfRoute(routeId)
  if (section !== null) return offeredSection(site.config.betting, section) === null
  return routeId === 'registration' && !visitor.isRegistrationOffered
}

/** What decides which routes this visitor is offered. */
export function offerFor({ site, state, screens }: Visited): RouteOffer {
  return {
    routes: site.config.application.routes,
    screens,
    flags: site.config.boolean,
    language: state.visitor.language,
    country: state.visitor.country,
    isSignedIn: state.visitor.player !== null,
  }
}

/** The path of a route for this visitor, or null when it is not offered to them: by the brand, for who they are, or, for a
 *  registration, because nobody may register where they are. */
export function offeredPath(
  app: Visited,
  routeId: RouteId,
  params: Readonly<Record<string, string>> = {},
): string | null {
  if (isClosedHere(app, routeId)) return null
  return isRouteOffered(routeId, offerFor(app)) ? buildPath(routeId, params, app.state.visitor.language) : null
}

/** Where a configured link leads for this visitor, or null when it leads nowhere: its route is off, or it names none. */
export function linkTarget(app: Visited, link: ConfiguredLink): string | null {
  if (link.routeId) return offeredPath(app, link.routeId, link.params)
  return link.href ?? null
}

const ordered = new WeakMap<object, readonly unknown[]>()

/** Entries of a configured map in their order. Configuration never changes in place, so a map is put in order once. */
export function inOrder<Entry extends { readonly order: number }>(
  map: Readonly<Record<string, Entry>>,
): readonly (Entry & { readonly id: string })[] {
  const known = ordered.get(map)
  if (known) return known as readonly (Entry & { readonly id: string })[]
  const entries = Object.entries(map)
    .map(([id, entry]) => ({ ...entry, id }))
    .sort((left, right) => left.order - right.order || (left.id < right.id ? -1 : 1))
  ordered.set(map, entries)
  return entries
}

/** Whether something meant for `audience` is shown to this visitor. */
export function isVisibleFor({ state }: Pick<App, 'state'>, audience: 'all' | 'guests' | 'players' = 'all'): boolean {
  return audience === 'all' || (audience === 'players') === (state.visitor.player !== null)
}
