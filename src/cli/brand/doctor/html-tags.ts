/** An opening tag of a page. */
export interface HtmlTag {
  /** In lower case. */
  readonly name: string
  /** By their names in lower case. */
  readonly attributes: ReadonlyMap<string, string>
}

/** A page as it was served, taken apart without running it. */
export interface HtmlParts {
  readonly tags: readonly HtmlTag[]
  /** What is between the tags, without scripts and styles. */
  readonly text: string
}

const ENTITIES: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', '#x27': "'", '#39': "'" }
const RAW = ['script', 'style']

/** Takes a page apart, in time that grows with its length whatever it is made of. */
export function htmlParts(html: string): HtmlParts {
  const tags: HtmlTag[] = []
  const texts: string[] = []
  let at = 0
  while (at < html.length) {
    const start = html.indexOf('<', at)
    texts.push(html.slice(at, start < 0 ? undefined : start))
    if (start < 0) break
    const name = /^[a-z][a-z0-9-]*/i.exec(html.slice(start + 1, start + 32))?.[0].toLowerCase()
    if (name === undefined) {
      at = afterMark(html, start)
      continue
    }
    const { attributes, end } = readAttributes(html, start + 1 + name.length)
    tags.push({ name, attributes })
    at = RAW.includes(name) ? indexFrom(html, `</${name}`, end) : end
  }
  return { tags, text: decoded(texts.join(' ')) }
}

/** The end of what is no opening tag: a closing tag, a comment, or a bare `<`. */
function afterMark(html: string, start: number): number {
  if (html.startsWith('<!--', start)) return indexFrom(html, '-->', start) + '-->'.length
  return /[/!?]/.test(html[start + 1] ?? '') ? indexFrom(html, '>', start) + 1 : start + 1
}

function indexFrom(html: string, what: string, from: number): number {
  const found = html.indexOf(what, from)
  return found < 0 ? html.length : found
}

function readAttributes(
  html: string,
  from: number,
): { readonly attributes: Map<string, string>; readonly end: number } {
  const attribute = /([^\s"'<>/=]+)(?:\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'<>]+)))?/y
  const attributes = new Map<string, string>()
  let at = from
  while (at < html.length && html[at] !== '>') {
    attribute.lastIndex = at
    const [whole = '', name = '', ...values] = attribute.exec(html) ?? []
    if (name !== '') attributes.set(name.toLowerCase(), decoded(values.find(Boolean) ?? ''))
    at += whole.length || 1
  }
  return { attributes, end: at + 1 }
}

function decoded(text: string): string {
  return text.replaceAll(/&(#?\w{1,8});/g, (whole, name: string) => ENTITIES[name.toLowerCase()] ?? whole)
}
