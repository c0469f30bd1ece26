import type { PageNode } from '#schemas'
import type { App } from './app-context.ts'
import { livePath } from './paths.ts'

/** The nodes of a page with links that lead somewhere: a path of the site gets the language, and one whose route the brand
 *  or this build does not have becomes plain text. */
export function withLiveLinks(
  app: Pick<App, 'site' | 'state' | 'screens' | 'visitor'>,
  nodes: readonly PageNode[],
): PageNode[] {
  const revise = (node: PageNode): PageNode[] => {
    if (typeof node === 'string') return [node]
    const children = (node.children ?? []).flatMap(revise)
    if (node.tag !== 'a' || !node.href?.startsWith('/')) return [{ ...node, children }]
    const href = livePath(app, node.href)
    return href === null ? children : [{ ...node, href, children }]
  }
  return nodes.flatMap(revise)
}
