import { splitLanguage } from '#machines/site/language.rules.ts'
import { nearest } from '#machines/site/nearest.rules.ts'
import { BUILT_ROUTES } from '#machines/site/routes/built-routes.ts'
import { isRouteClosed } from '#machines/site/routes/offered-section.rules.ts'
import { patternParams } from '#machines/site/routes/route-pattern.rules.ts'
import { isRouteOffered, ROUTES, routesAt, tryPath } from '#machines/site/routes/routes.ts'
import { type SiteAddress, siteAddress } from '#machines/site/routes/site-address.rules.ts'
import type {
  ApplicationConfig,
  AuthConfig,
  BettingConfig,
  BooleanConfig,
  BrandProblem,
  BringAFriendConfig,
  GlobalConfig,
  InformationConfig,
  LicenceConfig,
  PromoConfig,
  RouteId,
  SupportConfig,
} from '#schemas'
import { type BrandLevel, sectionPath } from '../brands/brand-level.ts'
import { offeredCodes } from '../check/language-coverage.ts'
import { listed, quoted } from './problem-words.ts'
import type { DocumentFault } from './value-faults.ts'

/** What is wrong with a link, before it is known where it is written. */
export type LinkFault = Omit<DocumentFault, 'pointer' | 'missingKey'> & {
  /** The parameter that is at fault, when it is one that is written. */
  readonly parameter?: string
}

/** What decides where links of a brand lead; null when one of its sections is broken, which is reported elsewhere. */
export interface LinkGround {
  readonly application: ApplicationConfig
  readonly boolean: BooleanConfig
  readonly betting: BettingConfig
  readonly support: SupportConfig
  readonly auth: AuthConfig
  readonly global: GlobalConfig
  readonly 'bring-a-friend': BringAFriendConfig
  readonly promo: PromoConfig
  readonly licence: LicenceConfig
  readonly information: InformationConfig
  /** Codes of the languages that the brand offers. */
  readonly languages: readonly string[]
}

const SECTIONS = [
  'application',
  'boolean',
  'betting',
  'support',
  'auth',
  'global',
  'bring-a-friend',
  'promo',
  'licence',
  'information',
] as const

/** The sections by which a brand's links are judged. */
export function linkGround(level: BrandLevel): LinkGround | null {
  const values = SECTIONS.map((section) => [section, level.documents.get(sectionPath(section))?.value] as const)
  if (values.some(([, value]) => value === undefined)) return null
  const ground = Object.fromEntries(values) as unknown as Omit<LinkGround, 'languages'>
  return { ...ground, languages: offeredCodes(level) }
}

/** What is wrong with a link to a route: parameters with which it has no address (OPS-24), or a page that this brand does not show.
 *  @param takesParams whether parameters can be written beside it */
export function routeFault(
  ground: LinkGround,
  link: { readonly routeId: RouteId; readonly params: Readonly<Record<string, string>>; readonly takesParams: boolean },
): LinkFault | null {
  const { routeId, params, takesParams } = link
  const { path: pattern } = ROUTES[routeId]
  const known = patternParams(pattern)
  const { fault } = tryPath(routeId, params, ground.global.defaultLanguage)
  const names = known.map(({ name }) => name)
  const slip = Object.keys(params).find((name) => !names.includes(name) && nearest(name, names) !== null)
  if (slip !== undefined) {
    const suggestion = nearest(slip, names)
    const message = `${quoted(slip)} is no part of the address of ${quoted(routeId)} (/${pattern}). Did you mean ${quoted(suggestion ?? '')}?`
    return { found: quoted(slip), expected: listed(names), suggestion, message, parameter: slip }
  }
  if (fault?.kind === 'missing') {
    const needed = known.filter(({ isOptional }) => !isOptional).map(({ name }) => name)
    const example = JSON.stringify(Object.fromEntries(needed.map((name) => [name, EXAMPLES[name] ?? '1'])))
    const fix = takesParams ? `Add "params": ${example}.` : 'Here no parameters can be given: name a page without them.'
    const message = `The page ${quoted(routeId)} has the address /${pattern}, which needs ${needed.map(quoted).join(', ')}; without ${quoted(fault.name)} the link leads nowhere. ${fix}`
    return { found: `no ${quoted(fault.name)}`, expected: `params with ${listed(needed)}`, suggestion: null, message }
  }
  if (fault) {
    const example = EXAMPLES[fault.name] ?? '1'
    const message = `${quoted(fault.value)} cannot be the ${quoted(fault.name)} of the address /${pattern}. Write for example ${quoted(example)}.`
    const expected = `a value such as ${quoted(example)}`
    return { found: quoted(fault.value), expected, suggestion: null, message, parameter: fault.name }
  }
  return notShown(ground, routeId)
}

/** Values by which a message shows what a parameter is. */
const EXAMPLES: Readonly<Record<string, string>> = {
  kind: 'live',
  sport: '1',
  championship: '1',
  game: '1',
  section: 'shooters',
  article: 'cup_draw',
  promotion: 'welcome',
  id: 'welcome',
}

/** A page that this brand does not show to anybody: nothing is broken, the link is left out. */
function notShown(ground: LinkGround, routeId: RouteId): LinkFault | null {
  const why = whyNotShown(ground, routeId)
  if (why === null) return null
  const message = `The page ${quoted(routeId)} ${why}, so the link is left out.`
  return {
    found: quoted(routeId),
    expected: 'a page that the brand shows',
    suggestion: null,
    message,
    level: 'warning',
  }
}

function whyNotShown(ground: LinkGround, routeId: RouteId): string | null {
  const { flag } = ROUTES[routeId]
  if (!Object.hasOwn(BUILT_ROUTES, routeId)) return 'is not there in this version of the engine'
  if (!isRouteOffered(routeId, { routes: ground.application.routes }))
    return 'is switched off for this brand (application.routes)'
  if (flag && !ground.boolean[flag]) return `is switched off for this brand (boolean.${flag})`
  return isRouteClosed(ground, routeId) ? 'is switched off for this brand: what it shows is not configured' : null
}

/** An address that leads to a page of the site. */
export interface FoundPage {
  readonly address: SiteAddress
  readonly routes: readonly RouteId[]
}

/** Where an address of a brand leads: `null` away from the site or to the same page; a fault when it leads to no page that the
 *  brand shows.
 *  @param level how bad it is when the page exists and is not shown: where such a link is left out, a warning is enough */
export function addressFault(
  ground: LinkGround,
  href: string,
  level: BrandProblem['level'],
): LinkFault | FoundPage | null {
  const address = siteAddress(href, ground.languages)
  if (!address) return null
  const routes = address.isReserved ? [] : routesAt(address.path)
  if (routes.length === 0) return noPage(ground, href, address)
  const reasons = routes.map((routeId) => whyNotShown(ground, routeId))
  if (reasons.includes(null)) return { address, routes }
  const fix =
    level === 'warning' ? 'Only the words of the link are shown.' : 'Name another page, or take the link away.'
  const message = `${quoted(href)} leads to a page that ${reasons[0]}. ${fix}`
  return { found: quoted(href), expected: 'a page that the brand shows', suggestion: null, message, level }
}

function noPage({ global, languages }: LinkGround, href: string, { path, isReserved }: SiteAddress): LinkFault {
  const { language, rest } = splitLanguage(path)
  if (isReserved) {
    const message = `${quoted(href)} belongs to the engine itself and is no page. Name a page of the site.`
    return { found: quoted(href), expected: 'a page of the site', suggestion: null, message }
  }
  if (Object.hasOwn(global.languages, language) || (/^[a-z]{2}$/.test(language) && routesAt(rest).length > 0)) {
    const message = `${quoted(href)} names the language ${quoted(language)}, which the brand does not offer. Leave the language out: links lead to the visitor's own.`
    return { found: quoted(href), expected: `one of ${listed(languages)}`, suggestion: rest, message }
  }
  const paths = Object.values(ROUTES).flatMap(({ path: pattern }) => (/[:*]/.test(pattern) ? [] : [`/${pattern}`]))
  const near = nearest(path, paths)
  const fix = near === null ? 'Name a page of the site, or an https address.' : `Did you mean ${quoted(near)}?`
  const message = `${quoted(href)} leads to no page of the site: visitors would read that it is missing. ${fix}`
  return { found: quoted(href), expected: 'a page of the site', suggestion: near, message }
}
