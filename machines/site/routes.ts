import type { ApplicationConfig, BooleanConfig, RouteId } from '#schemas'
import { splitLanguage } from './language.rules.ts'
import { fillPattern, matchPattern, type RouteParams } from './route-pattern.rules.ts'
import { ROUTE_TABLE, type RouteRule } from './route-table.ts'

/** The route table: identifier → path below the language prefix, audience and kind (CFG-33). */
export const ROUTES: Readonly<Record<RouteId, RouteRule>> = ROUTE_TABLE

/** Name of the query parameter with the address to return to, where the configuration is not at hand (`other.returnUrlParameter`). */
export const RETURN_URL_PARAMETER = 'returnUrl'

/** What is known when it is asked whether a route is offered; what is left out is not judged. */
export interface RouteOffer {
  /** The brand's list of available routes. */
  readonly routes: ApplicationConfig['routes']
  /** The screens of this build, by route. */
  readonly screens?: Readonly<Partial<Record<RouteId, unknown>>>
  readonly flags?: BooleanConfig
  readonly language?: string
  /** Visitor's country, alpha-2 in lower case. */
  readonly country?: string
  readonly isSignedIn?: boolean
}

/** What is known of a visitor who opens a route. */
export interface RouteRequest extends Omit<RouteOffer, 'routes' | 'language' | 'isSignedIn'> {
  readonly routes?: ApplicationConfig['routes']
  readonly language: string
  readonly isSignedIn: boolean
  /** The path and query asked for: `'/ru/office/history?page=2'`. */
  readonly requested: string
  readonly returnUrlParameter?: string
}

/** What to do with a visitor who opens a route. */
export type RouteDecision = 'show' | 'not-found' | { readonly redirect: string }

/** The address of a route: `('game', { kind: 'live', sport: '1', … }, 'ru')` → `'/ru/live/1/…'`. Parameters that the path
 *  does not name become its query, in their order.
 *  @throws Error when a parameter of the path is missing or is not of its form */
export function buildPath(routeId: RouteId, params: RouteParams, language: string): string {
  const rule = ROUTES[routeId]
  if (hasOwnPath(rule.path) && Object.keys(params).length === 0) return below(language, rule.path)
  const { path, rest } = fillPattern(rule.path, params)
  const faulty = Object.entries(rule.params ?? {}).find(
    ([name, form]) => name in params && !form.test(String(params[name])),
  )
  if (faulty) throw new Error(`route ${routeId}: parameter ${faulty[0]} cannot be ${JSON.stringify(params[faulty[0]])}`)
  const query = rest.map(([name, value]) => `${encodeURIComponent(name)}=${encodeURIComponent(value)}`).join('&')
  return `${below(language, path)}${query === '' ? '' : `?${query}`}`
}

/** Whether a pattern is a path as it stands. */
function hasOwnPath(pattern: string): boolean {
  return !pattern.includes(':') && !pattern.includes('*')
}

function below(language: string, path: string): string {
  return path === '' ? `/${language}` : `/${language}/${path}`
}

/** Whether a route is offered to a visitor (CFG-32, ROLE-2 to ROLE-5): the brand has it, the build has its screen, and
 *  neither language, country, flag nor audience speaks against it. */
export function isRouteOffered(routeId: RouteId, offer: RouteOffer): boolean {
  const { access } = ROUTES[routeId]
  if (offer.screens && !Object.hasOwn(offer.screens, routeId)) return false
  if (offer.isSignedIn === true && access === 'guests') return false
  if (offer.isSignedIn === false && access === 'authorized') return false
  return isRouteAvailable(routeId, offer)
}

/** Whether the brand has a route in this language and country, whoever asks. */
function isRouteAvailable(routeId: RouteId, offer: Omit<RouteOffer, 'screens' | 'isSignedIn'>): boolean {
  const rule = ROUTES[routeId]
  const entry = Object.hasOwn(offer.routes, routeId) ? offer.routes[routeId] : undefined
  if (!entry?.isAvailable) return false
  if (rule.flag && offer.flags && !offer.flags[rule.flag]) return false
  const restricted = [...(rule.restrictedLanguages ?? []), ...(entry.hiddenLanguages ?? [])]
  if (offer.language !== undefined && restricted.includes(offer.language)) return false
  return offer.country === undefined || !(entry.hiddenCountries ?? []).includes(offer.country)
}

/** What a visitor gets who opens a route (decision 54): the screen; the 404 page when it is not available or its
 *  parameters name nothing; sign-in with the way back for a guest on a player's route; home for a player on a guest's. */
export function routeAccess(routeId: RouteId, request: RouteRequest): RouteDecision {
  const { routes } = request
  if (routes && !isRouteAvailable(routeId, { ...request, routes })) return 'not-found'
  if (!fitsPath(routeId, request.requested)) return 'not-found'
  const { access } = ROUTES[routeId]
  if (access === 'guests' && request.isSignedIn) return { redirect: buildPath('home', {}, request.language) }
  if (access !== 'authorized' || request.isSignedIn) return 'show'
  if (routes && !isRouteAvailable('login', { ...request, routes })) return 'not-found'
  const parameter = request.returnUrlParameter ?? RETURN_URL_PARAMETER
  return { redirect: buildPath('login', { [parameter]: request.requested }, request.language) }
}

/** Whether a path is one of the route's and its parameters have their forms: `/ru/nonsense` is not a `:kind`. */
function fitsPath(routeId: RouteId, requested: string): boolean {
  return !ROUTES[routeId].params || isPathOf(routeId, splitLanguage(requested).rest)
}

/** Whether a path below the language is one of the route's, its parameters in their forms: `/live/1` is a `main_section`,
 *  `/office/1` is not. */
export function isPathOf(routeId: RouteId, path: string): boolean {
  const rule = ROUTES[routeId]
  const found = matchPattern(rule.path, path)
  if (found === null) return false
  return Object.entries(rule.params ?? {}).every(([name, form]) => found[name] === undefined || form.test(found[name]))
}

/** Throws `access denied` for a guest (ROLE-6); otherwise runs the action and gives what it gives. */
export function asAuthorized<Result>(isSignedIn: boolean, action: () => Result): Result {
  if (!isSignedIn) throw new Error('access denied')
  return action()
}
