import type { Heading, Nodes, Root, RootContent } from 'mdast'
import { headingId } from '#machines/site/routes/site-address.rules.ts'
import type { TextPlace } from './brands/json-source.ts'

/** What other files may ask of a Markdown page: where its links lead, and which headings can be reached. */
export interface PageOutline {
  readonly links: readonly { readonly url: string; readonly place: TextPlace }[]
  /** Ids of its headings, in order. */
  readonly headings: readonly string[]
}

/** A page's title, which is its first heading, and what follows. */
export function pageParts(children: readonly RootContent[]): {
  readonly title: Heading | null
  readonly body: readonly RootContent[]
} {
  const [first, ...rest] = children
  return first?.type === 'heading' && first.depth === 1 ? { title: first, body: rest } : { title: null, body: children }
}

/** The ids of the headings of a page's body: the same for the page that is drawn and for the check of its links. */
export function headingIds(body: readonly RootContent[]): ReadonlyMap<RootContent, string> {
  const taken = new Set<string>()
  return new Map(body.flatMap((node) => (node.type === 'heading' ? [[node, headingId(plainText(node), taken)]] : [])))
}

/** The text of a node without its marks. */
export function plainText(node: Nodes): string {
  if ('value' in node) return node.type === 'html' ? '' : node.value
  return 'children' in node ? node.children.map(plainText).join('') : ''
}

/** The outline of a Markdown page. */
export function pageOutline(page: Root): PageOutline {
  const links: { url: string; place: TextPlace }[] = []
  visitNodes(page, (node) => {
    if (node.type === 'link') links.push({ url: node.url, place: placeOfNode(node) })
  })
  return { links, headings: [...headingIds(pageParts(page.children).body).values()] }
}

/** Calls `see` for a node and all in it, parents first. */
export function visitNodes(node: Nodes, see: (node: Nodes) => void): void {
  see(node)
  if ('children' in node) for (const child of node.children) visitNodes(child, see)
}

/** Where a node begins. */
export function placeOfNode(node: Nodes): TextPlace {
  return { line: node.position?.start.line ?? 1, column: node.position?.start.column ?? 1 }
}
