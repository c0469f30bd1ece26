import { htmlParts } from './html-tags.ts'

/** What a page leads to and shows, as far as its HTML says. */
export interface PageFacts {
  /** Addresses of the same site, as they are written: `/en/rules#payout`. */
  readonly links: readonly string[]
  /** Pictures, styles and scripts of the same site. */
  readonly parts: readonly string[]
  /** Ids that an address may end with. */
  readonly anchors: ReadonlySet<string>
  /** What is read on it and by screen readers. */
  readonly words: string
}

/** Attributes that are read to people. */
const READ_ATTRIBUTES = ['alt', 'aria-label', 'content', 'placeholder', 'title']
const LINKS = ['a', 'area']
/** A `<link>` that names another page rather than a part of this one. */
const OTHER_PAGE = /\b(?:alternate|canonical|next|prev|preconnect|dns-prefetch)\b/i

/** Reads a page as it was served, without running it. */
export function pageFacts(html: string): PageFacts {
  const { tags, text } = htmlParts(html)
  const [links, parts, read]: [string[], string[], string[]] = [[], [], []]
  const anchors = new Set<string>()
  for (const { name, attributes } of tags) {
    const id = attributes.get('id')
    if (id) anchors.add(id)
    for (const attribute of READ_ATTRIBUTES) read.push(attributes.get(attribute) ?? '')
    const isLink = LINKS.includes(name)
    const address = attributes.get(isLink || name === 'link' ? 'href' : 'src') ?? ''
    if (isLink && /^(?:#.|\/(?!\/))/.test(address)) links.push(address)
    if (!isLink && /^\/(?!\/)/.test(address) && !OTHER_PAGE.test(attributes.get('rel') ?? '')) parts.push(address)
  }
  return { links, parts, anchors, words: `${read.join(' ')} ${text}` }
}

/** Keys of texts that are shown in place of the texts.
 *  @param isKey whether the brand has a text of this key in any language */
export function shownKeys(words: string, isKey: (key: string) => boolean): readonly string[] {
  const found = words.match(/\b[a-z][a-z-]*\.[a-z0-9_]+\b/g) ?? []
  return [...new Set(found)].filter(isKey)
}
