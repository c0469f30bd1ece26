import { prefixLink } from '#machines/site/language.rules.ts'
import { isPathOf, isRouteOffered } from '#machines/site/routes.ts'
import type { PageNode, RouteId } from '#schemas'
import type { App } from './app-context.ts'
import { isClosedHere, offerFor } from './paths.ts'

/** The nodes of a page with links that lead somewhere: a path of the site gets the language, and one whose route the brand
 *  or this build does not have becomes plain text. Audience does not count: a guest may read of the office and sign in. */
export function withLiveLinks(
  app: Pick<App, 'site' | 'state' | 'screens' | 'visitor'>,
  nodes: readonly PageNode[],
): PageNode[] {
  const { isSignedIn: _isSignedIn, ...offer } = offerFor(app)
  const routes = (Object.keys(app.screens) as RouteId[]).filter(
    (id) => isRouteOffered(id, offer) && !isClosedHere(app, id),
  )
  const isLive = (path: string) => routes.some((id) => isPathOf(id, path))
  const revise = (node: PageNode): PageNode[] => {
    if (typeof node === 'string') return [node]
    const children = (node.children ?? []).flatMap(revise)
    if (node.tag !== 'a' || !node.href?.startsWith('/')) return [{ ...node, children }]
    if (!isLive(node.href)) return children
    return [{ ...node, href: prefixLink(node.href, app.state.visitor.language), children }]
  }
  return nodes.flatMap(revise)
}
