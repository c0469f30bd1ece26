import { decodeNamedCharacterReference } from 'decode-named-character-reference'
import type { PageElement, PageNode } from '#schemas'

/** Nodes and depth at most; what is beyond is left out. */
const MOST_NODES = 2000
const MOST_DEPTH = 20
const SAFE_LINK = /^(?:https:\/\/|mailto:|tel:|\/(?!\/)|#)/i
/** Elements whose text is no text of the page. */
const UNREAD = new Set(
  'script style template textarea title iframe noembed noframes noscript object svg math select'.split(' '),
)
/** What each element of HTML becomes; the content of all others is kept without them. */
const TAGS: Readonly<Record<string, PageElement['tag']>> = {
  ...{ p: 'p', h1: 'h2', h2: 'h2', h3: 'h3', h4: 'h4', h5: 'h4', h6: 'h4', ul: 'ul', ol: 'ol', li: 'li', a: 'a' },
  ...{ strong: 'strong', b: 'strong', em: 'em', i: 'em', blockquote: 'blockquote', code: 'code', pre: 'code' },
  ...{ br: 'br', hr: 'hr', div: 'p', section: 'p', article: 'p', td: 'p', th: 'p', dt: 'p', dd: 'p' },
}
const VOID = new Set(['br', 'hr'])
/** Within these nothing but words and what marks them. */
const HOLDS_WORDS = new Set(['p', 'h2', 'h3', 'h4', 'a', 'strong', 'em', 'code'])
const BLOCKS = new Set(['p', 'h2', 'h3', 'h4', 'ul', 'ol', 'li', 'hr', 'blockquote'])

interface OpenElement {
  /** Name in the HTML. */
  readonly name: string
  readonly tag: PageElement['tag']
  readonly href?: string
  readonly children: PageNode[]
}

/** Reads HTML of a stranger into the closed tree of a page (SEO-18, SEC-9). Since the tree holds texts, fourteen elements and links to
 *  safe places and is never written as HTML text, whatever is misread looks odd at worst: nothing of it runs, loads or covers the page. */
export function nodesOfHtml(html: string): PageNode[] {
  const root: PageNode[] = []
  const open: OpenElement[] = []
  let count = 0
  const put = (node: PageNode) => {
    count += 1
    if (count <= MOST_NODES) (open.at(-1)?.children ?? root).push(node)
  }
  const closeTo = (depth: number) => {
    while (open.length > depth) {
      const { tag, href, children } = open.pop() as OpenElement
      const isEmpty = children.length === 0 && tag !== 'li'
      if (!isEmpty) put({ tag, ...(href !== undefined && { href }), children })
    }
  }
  for (const mark of marksOf(html)) {
    if (mark.kind === 'text') {
      const text = mark.text.replaceAll(/\s+/g, ' ')
      if (text.trim() !== '' || (open.length > 0 && HOLDS_WORDS.has(open.at(-1)?.tag ?? ''))) put(text)
    } else if (mark.kind === 'end') {
      const depth = open.findLastIndex(({ name }) => name === mark.name)
      if (depth >= 0) closeTo(depth)
    } else {
      const tag = Object.hasOwn(TAGS, mark.name) ? TAGS[mark.name] : undefined
      if (tag === undefined) continue
      if (BLOCKS.has(tag)) closeTo(depthFor(open, tag))
      const href = tag === 'a' ? safeHref(mark.attributes.href) : undefined
      if (tag === 'a' && href === undefined) continue
      if (VOID.has(tag)) put({ tag })
      else if (open.length < MOST_DEPTH)
        open.push({ name: mark.name, tag, ...(href !== undefined && { href }), children: [] })
    }
  }
  closeTo(0)
  return inParagraphs(root)
}

/** How much stays open where a block begins: no block is inside words, and an item ends the one before it. */
function depthFor(open: readonly OpenElement[], tag: string): number {
  const words = open.findIndex((one) => HOLDS_WORDS.has(one.tag))
  const before = words < 0 ? open.length : words
  if (tag !== 'li') return before
  const list = open.findLastIndex((one) => one.tag === 'ul' || one.tag === 'ol')
  const item = open.findIndex((one, index) => index > list && one.tag === 'li')
  return item < 0 ? before : Math.min(before, item)
}

/** Words that are in no block become paragraphs. */
function inParagraphs(nodes: readonly PageNode[]): PageNode[] {
  const result: PageNode[] = []
  let words: PageNode[] = []
  const end = () => {
    if (words.length > 0) result.push({ tag: 'p', children: words })
    words = []
  }
  for (const node of nodes) {
    if (typeof node !== 'string' && BLOCKS.has(node.tag)) {
      end()
      result.push(node)
    } else words.push(node)
  }
  end()
  return result
}

function safeHref(address: string | undefined): string | undefined {
  // Browsers read addresses without the line breaks and tabs in them.
  const read = address?.replaceAll(/[\p{Cc}\s]/gu, '')
  return read !== undefined && SAFE_LINK.test(read) && !read.includes('\\') ? read : undefined
}

type HtmlMark =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'start'; readonly name: string; readonly attributes: Readonly<Record<string, string>> }
  | { readonly kind: 'end'; readonly name: string }

/** Texts and tags in their order, as the tokenizer of the HTML standard has them; comments, declarations and raw text are left out. */
function* marksOf(html: string): Generator<HtmlMark> {
  let at = 0
  while (at < html.length) {
    const start = html.indexOf('<', at)
    const text = html.slice(at, start < 0 ? html.length : start)
    if (text) yield { kind: 'text', text: decoded(text) }
    if (start < 0) return
    const [head, slash = '', tag = ''] = /^<(\/?)([a-zA-Z][^\s/>]*)/.exec(html.slice(start, start + 200)) ?? []
    if (head === undefined) {
      at = endOfOddity(html, start)
      if (at === start + 1) yield { kind: 'text', text: '<' }
      continue
    }
    const name = tag.toLowerCase()
    const { attributes, end } = attributesAt(html, start + head.length)
    at = slash === '' && UNREAD.has(name) ? endOfElement(html, end, name) : end
    if (slash) yield { kind: 'end', name }
    else if (!UNREAD.has(name)) yield { kind: 'start', name, attributes }
  }
}

/** The end of a comment or a declaration; of a single `<` the place behind it. */
function endOfOddity(html: string, start: number): number {
  const isComment = html.startsWith('<!--', start)
  if (!isComment && !/^<[!?/]/.test(html.slice(start, start + 2))) return start + 1
  const close = html.indexOf(isComment ? '-->' : '>', start + (isComment ? 4 : 2))
  return close < 0 ? html.length : close + (isComment ? 3 : 1)
}

function attributesAt(html: string, from: number) {
  const attributes: Record<string, string> = {}
  const pattern = /[\s/]*(?:(>)|([^\s/>=]+)(?:\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s>]*)))?)/y
  pattern.lastIndex = from
  for (let found = pattern.exec(html); found; found = pattern.exec(html)) {
    const [, close, name = '', quoted, apostrophed, bare] = found
    if (close) return { attributes, end: pattern.lastIndex }
    if (name.toLowerCase() === 'href') attributes.href ??= decoded(quoted ?? apostrophed ?? bare ?? '')
  }
  return { attributes, end: html.length }
}

function endOfElement(html: string, from: number, name: string): number {
  const rest = html.slice(from).search(new RegExp(`</${name}[\\s/>]`, 'i'))
  return rest < 0 ? html.length : from + rest
}

/** A text with its character references decoded. */
function decoded(text: string): string {
  return text.replaceAll(
    /&(?:#x([0-9a-f]{1,6})|#(\d{1,7})|([a-zA-Z][a-zA-Z0-9]{1,31}));/gi,
    (whole, hex, decimal, name) => {
      if (name !== undefined) return decodeNamedCharacterReference(name) || whole
      const code = hex === undefined ? Number(decimal) : Number.parseInt(hex, 16)
      const isCharacter = code > 0 && code <= 0x10ffff && (code < 0xd800 || code > 0xdfff)
      return isCharacter ? String.fromCodePoint(code) : '\ufffd'
    },
  )
}
