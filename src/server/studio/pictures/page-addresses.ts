import { BUILT_ROUTES } from '#machines/site/routes/built-routes.ts'
import { isRouteClosed } from '#machines/site/routes/offered-section.rules.ts'
import { isRouteOffered, ROUTES, tryPath } from '#machines/site/routes/routes.ts'
import type { RouteId } from '#schemas'
import type { ResolvedSite } from '../../site/resolved-site.ts'

/** The pages of a brand that can be opened by their address alone, in every language: its routes without parameters, for guests and, by way
 *  of the sign-in, for players. */
export function seedPaths({ config, languages }: Pick<ResolvedSite, 'config' | 'languages'>): readonly string[] {
  const { routes } = config.application
  const built = Object.keys(ROUTES).filter(
    (id) =>
      Object.hasOwn(BUILT_ROUTES, id) &&
      !isRouteClosed(config, id as RouteId) &&
      // Search texts have addresses of the brand's own choice, and their common part is no page.
      ROUTES[id as RouteId].kind !== 'seo',
  ) as RouteId[]
  const paths = languages.flatMap((language) => [
    `/${language}`,
    ...built.flatMap((id) => {
      if (!isRouteOffered(id, { routes, flags: config.boolean, language })) return []
      return tryPath(id, {}, language).path ?? []
    }),
  ])
  return [...new Set(paths)]
}
