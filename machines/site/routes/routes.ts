import type { ApplicationConfig, BooleanConfig, RouteId } from '#schemas'
import { splitLanguage } from '../language.rules.ts'
import { fillPattern, matchPattern, patternParams, type RouteParams } from './route-pattern.rules.ts'
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

/** Why the address of a route cannot be built. */
export type PathFault =
  | { readonly kind: 'missing'; readonly name: string }
  | { readonly kind: 'wrong'; readonly name: string; readonly value: string }

/** The address of a route, or what is wrong with its parameters: `('game', { kind: 'live' }, 'ru')` →
 *  `{ path: null, fault: { kind: 'missing', name: 'sport' } }`. Page and check build every link of a configuration by it. */
export function tryPath(
  routeId: RouteId,
  params: RouteParams,
  language: string,
): { readonly path: string; readonly fault: null } | { readonly path: null; readonly fault: PathFault } {
  const rule = ROUTES[routeId]
  if (hasOwnPath(rule.path) && Object.keys(params).length === 0)
    return { path: below(language, rule.path), fault: null }
  const fault = pathFault(rule, params)
  if (fault) return { path: null, fault }
  const { path, rest } = fillPattern(rule.path, params)
  const query = rest.map(([name, value]) => `${encodeURIComponent(name)}=${encodeURIComponent(value)}`).join('&')
  return { path: `${below(language, path)}${query === '' ? '' : `?${query}`}`, fault: null }
}

function pathFault({ path, params: forms = {} }: RouteRule, params: RouteParams): PathFault | null {
  const missing = patternParams(path).find(({ name, isOptional }) => !isOptional && (params[name] ?? '') === '')
  if (missing) return { kind: 'missing', name: missing.name }
  const wrong = Object.entries(forms).find(([name, form]) => name in params && !form.test(String(params[name])))
  return wrong ? { kind: 'wrong', name: wrong[0], value: String(params[wrong[0]]) } : null
}

/** The address of a route: `('game', { kind: 'live', sport: '1', … }, 'ru')` → `'/ru/live/1/…'`. Parameters that the path
 *  does not name become its query, in their order. For what a configuration names, see {@link tryPath}.
 *  @throws Error when a parameter of the path is missing or is not of its form */
export function buildPath(routeId: RouteId, params: RouteParams, language: string): string {
  const { path, fault } = tryPath(routeId, params, language)
  if (path !== null) return path
  if (fault.kind === 'missing')
    throw new Error(`route pattern ${ROUTES[routeId].path}: parameter ${fault.name} is missing`)
  throw new Error(`route ${routeId}: parameter ${fault.name} cannot be ${JSON.stringify(fault.value)}`)
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

/** Whether the brand has a route in this language and country, for any visitor. */
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

/** The routes to which a path without its language leads: `'/live/1-football'` → `['sport_filter']`. None: the 404 page. */
export function routesAt(path: string): readonly RouteId[] {
  const first = path.split(/[?#]/, 1)[0]?.split('/').find(Boolean) ?? ''
  return ROUTE_IDS.filter((id) => (STARTS[id] === '' || STARTS[id] === first) && isPathOf(id, path))
}

const ROUTE_IDS = Object.keys(ROUTES) as RouteId[]
/** The word that a route's path begins with; empty for the home page and where it begins with a parameter. */
const STARTS = Object.fromEntries(
  ROUTE_IDS.map((id) => [id, /^[^/:*?]+(?=\/|$)/.exec(ROUTES[id].path)?.[0] ?? '']),
) as Readonly<Record<RouteId, string>>

/** Throws `access denied` for a guest (ROLE-6); otherwise runs the action and gives what it gives. */
export function asAuthorized<Result>(isSignedIn: boolean, action: () => Result): Result {
  if (!isSignedIn) throw new Error('access denied')
  return action()
}
