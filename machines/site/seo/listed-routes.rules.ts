import type { PublicConfig, RouteId } from '#schemas'
import { isRouteClosed } from '../routes/offered-section.rules.ts'
import { patternParams } from '../routes/route-pattern.rules.ts'
import { isRouteOffered, ROUTES, type RouteOffer } from '../routes/routes.ts'

/** Kinds of pages that anybody may find by a search engine. */
const LISTED_KINDS: ReadonlySet<(typeof ROUTES)[RouteId]['kind']> = new Set([
  'betting',
  'statistics',
  'games',
  'promo',
  'information',
  'app',
])

/** Pages that are each visitor's own, or the same as another one. */
const OWN_PAGES: ReadonlySet<RouteId> = new Set([
  'favorites',
  'recommendation',
  'multi_live',
  'events_search',
  'champions_favorites',
  'cricket_favorites',
  'cricket_search',
  'top_events_favorites',
  'block_appeal',
  'confirm_terms',
])

/** The part of a brand's configuration by which its pages are listed. */
export type ListingConfig = Pick<
  PublicConfig,
  | 'application'
  | 'boolean'
  | 'betting'
  | 'support'
  | 'auth'
  | 'bring-a-friend'
  | 'promo'
  | 'seo'
  | 'licence'
  | 'information'
>

/** The pages without parameters that a brand offers to guests and lets search engines list (SEO-17). A feed has two: those of
 *  `line` and of `live` are listed by their boards. */
export function listedRoutes(
  config: ListingConfig,
  language: string,
  screens: NonNullable<RouteOffer['screens']>,
): readonly RouteId[] {
  const offer = { routes: config.application.routes, flags: config.boolean, screens, language, isSignedIn: false }
  const pages: Readonly<Partial<Record<string, { readonly isIndexed?: boolean }>>> = config.seo.pages
  return (Object.keys(ROUTES) as RouteId[]).filter(
    (id) =>
      LISTED_KINDS.has(ROUTES[id].kind) &&
      !OWN_PAGES.has(id) &&
      patternParams(ROUTES[id].path).length === 0 &&
      !ROUTES[id].path.includes('*') &&
      isRouteOffered(id, offer) &&
      !isRouteClosed(config as Parameters<typeof isRouteClosed>[0], id) &&
      pages[id]?.isIndexed !== false,
  )
}
