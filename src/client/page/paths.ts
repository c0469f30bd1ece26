import { isRouteClosed } from '#machines/site/routes/offered-section.rules.ts'
import { isRouteOffered, type RouteOffer, routesAt, tryPath } from '#machines/site/routes/routes.ts'
import { siteAddress } from '#machines/site/routes/site-address.rules.ts'
import { isShownTo, type Showing } from '#machines/site/showing.rules.ts'
import type { RouteId } from '#schemas'
import type { App } from './app-context.ts'

/** A link as the configuration writes it: a route with its parameters, or an address. */
export interface ConfiguredLink {
  readonly routeId?: RouteId
  readonly params?: Readonly<Record<string, string>>
  readonly href?: string
}

/** The part of the app by which routes are offered. */
type Visited = Pick<App, 'site' | 'state' | 'screens' | 'visitor' | 'warn'>

/** Whether a screen is closed to this visitor for what neither its route nor its audience says: by the brand, or the registration
 *  where they may not register (REG-29). */
export function isClosedHere({ site, visitor }: Pick<App, 'site' | 'visitor'>, routeId: RouteId): boolean {
  return isRouteClosed(site.config, routeId) || (routeId === 'registration' && !visitor.isRegistrationOffered)
}

/** What decides which routes this visitor is offered. */
export function offerFor({ site, state, screens }: Pick<App, 'site' | 'state' | 'screens'>): RouteOffer {
  return {
    routes: site.config.application.routes,
    screens,
    flags: site.config.boolean,
    language: state.visitor.language,
    country: state.visitor.country,
    isSignedIn: state.visitor.player !== null,
  }
}

/** The path of a route for this visitor, or null when it is not offered to them: by the brand, for who they are, or,
 *  for a registration, because nobody may register where they are. A path that cannot be built is null too, and is
 *  reported once (OPS-24). */
export function offeredPath(
  app: Visited,
  routeId: RouteId,
  params: Readonly<Record<string, string>> = {},
): string | null {
  if (isClosedHere(app, routeId) || !isRouteOffered(routeId, offerFor(app))) return null
  const { path, fault } = tryPath(routeId, params, app.state.visitor.language)
  if (fault) app.warn('link.left_out', { routeId, parameter: fault.name, reason: fault.kind })
  return path
}

/** Where the player deposits, and comes back from to a place of the site; null where they cannot (PAY-17). From the office it leads to
 *  the deposit alone: nobody was in the middle of anything there.
 *  @param amount what is to be paid in, such as `'12.50'` */
export function depositPath(app: Visited, back: string, amount?: string): string | null {
  const path = offeredPath(app, 'office_recharge')
  const office = offeredPath(app, 'office')
  if (path === null) return null
  const isInOffice = office !== null && back.startsWith(office)
  const query = new URLSearchParams({ ...(amount ? { amount } : {}), ...(isInOffice ? {} : { back }) })
  return query.size > 0 ? `${path}?${query}` : path
}

/** Where a configured link leads for this visitor, or null when it leads nowhere: its route is off, or it names none. */
export function linkTarget(app: Visited, link: ConfiguredLink): string | null {
  if (link.routeId) return offeredPath(app, link.routeId, link.params)
  return link.href === undefined ? null : livePath(app, link.href)
}

/** An address as a page writes it, with the language of the page where it names none; null for a path of the site that leads to no
 *  screen of the brand and this build. Audience does not count: a guest may read of the office and sign in. */
export function livePath(app: Omit<Visited, 'warn'>, href: string): string | null {
  const address = siteAddress(href, Object.keys(app.site.config.global.languages))
  if (!address) return href
  const { isSignedIn: _isSignedIn, ...offer } = offerFor(app)
  const isLive = routesAt(address.path).some((id) => isRouteOffered(id, offer) && !isClosedHere(app, id))
  if (!isLive || address.isReserved) return null
  return address.language === null ? `/${app.state.visitor.language}${href === '/' ? '' : href}` : href
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

/** Whether an entry of the configuration is shown to this visitor.
 *  @param atMs when the page was made, where it keeps that itself */
export function isShown(
  { state: { visitor }, nowMs }: Pick<App, 'state' | 'nowMs'>,
  entry: Showing,
  atMs: number = nowMs(),
): boolean {
  return isShownTo(entry, { isPlayer: visitor.player !== null, country: visitor.country, nowMs: atMs })
}
