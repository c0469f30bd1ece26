import type { PhrasingContent, RootContent } from 'mdast'
import { fromMarkdown } from 'mdast-util-from-markdown'
import type { PageElement, PageNode } from '#schemas'
import { headingIds, pageParts, plainText } from '#server/site/page-outline.ts'

/** A page taken apart: its first heading, its first paragraph as plain text, and the rest as nodes. */
export interface ParsedPage {
  readonly title: string
  readonly description: string
  readonly nodes: readonly PageNode[]
}

const DESCRIPTION_LENGTH = 200
const SAFE_LINK = /^(?:https:\/\/|mailto:|tel:|\/(?!\/)|#)/i

/** Parses Markdown (CommonMark) into the closed tree of a page. HTML in the text is dropped, as are images and links to
 *  anything but https, mail, telephone and paths of the site (SEC-9). */
export function parsePage(markdown: string): ParsedPage {
  const { children } = fromMarkdown(markdown)
  const { title, body } = pageParts(children)
  const ids = headingIds(body)
  const lead = body.find(({ type }) => type === 'paragraph')
  return {
    title: title ? plainText(title) : '',
    description: lead ? cut(plainText(lead)) : '',
    nodes: body.flatMap((node) => toNode(node).map((drawn) => withId(drawn, ids.get(node)))),
  }
}

function withId(node: PageNode, id: string | undefined): PageNode {
  return id === undefined || typeof node === 'string' ? node : { ...node, id }
}

const HEADINGS = ['h2', 'h2', 'h3', 'h4', 'h4', 'h4'] as const

function toNode(node: RootContent | PhrasingContent): PageNode[] {
  switch (node.type) {
    case 'text':
      return [node.value]
    case 'heading':
      return [element(HEADINGS[node.depth - 1] ?? 'h4', node.children)]
    case 'paragraph':
      return [element('p', node.children)]
    case 'strong':
      return [element('strong', node.children)]
    case 'emphasis':
      return [element('em', node.children)]
    case 'blockquote':
      return [element('blockquote', node.children)]
    case 'list':
      return [element(node.ordered ? 'ol' : 'ul', node.children)]
    case 'listItem':
      return [element('li', node.spread ? node.children : tight(node.children))]
    case 'inlineCode':
    case 'code':
      return [{ tag: 'code', children: [node.value] }]
    case 'break':
      return [{ tag: 'br' }]
    case 'thematicBreak':
      return [{ tag: 'hr' }]
    case 'link':
      return SAFE_LINK.test(node.url)
        ? [{ ...element('a', node.children), href: node.url }]
        : node.children.flatMap(toNode)
    default:
      return []
  }
}

function element(tag: PageElement['tag'], children: readonly (RootContent | PhrasingContent)[]): PageElement {
  return { tag, children: children.flatMap(toNode) }
}

/** In a tight list an item's paragraph is no paragraph of its own. */
function tight(children: readonly RootContent[]): (RootContent | PhrasingContent)[] {
  return children.flatMap((child): (RootContent | PhrasingContent)[] =>
    child.type === 'paragraph' ? child.children : [child],
  )
}

function cut(text: string): string {
  const flat = text.replaceAll(/\s+/g, ' ').trim()
  return flat.length <= DESCRIPTION_LENGTH ? flat : `${flat.slice(0, DESCRIPTION_LENGTH - 1).trimEnd()}…`
}
