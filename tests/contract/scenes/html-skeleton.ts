/** One thing that a parser sees in a document: an element's start with the names of its attributes, an end, a comment. */
export interface Mark {
  readonly kind: 'start' | 'end' | 'comment'
  readonly name: string
  readonly attributes: Readonly<Record<string, string>>
}

const RAW_TEXT = new Set(['script', 'style', 'title', 'textarea'])

/** The tags of a document in their order, read as the HTML standard's tokenizer reads them: attributes quoted or not, and
 *  raw text that ends at its own end tag and nowhere else. Text is left out. */
export function htmlMarks(html: string): readonly Mark[] {
  const marks: Mark[] = []
  let at = 0
  while (at < html.length) {
    const open = html.indexOf('<', at)
    if (open < 0) break
    const { mark, end } = markAt(html, open)
    if (mark) marks.push(mark)
    at = mark?.kind === 'start' && RAW_TEXT.has(mark.name) ? endOfRawText(html, end, mark.name) : end
  }
  return marks
}

/** The shape of a document: its tags with the names of their attributes, without any value. */
export function htmlSkeleton(html: string): readonly string[] {
  return htmlMarks(html).map(({ kind, name, attributes }) => [kind, name, ...Object.keys(attributes)].join(' '))
}

function markAt(html: string, open: number): { readonly mark: Mark | null; readonly end: number } {
  if (html.startsWith('<!--', open)) {
    const close = html.indexOf('-->', open + 4)
    return { mark: { kind: 'comment', name: '', attributes: {} }, end: close < 0 ? html.length : close + 3 }
  }
  const [head, slash = '', tag = ''] = /^<(\/?)([a-zA-Z][^\s/>]*)/.exec(html.slice(open, open + 200)) ?? []
  if (head === undefined) return { mark: null, end: open + 1 }
  const { attributes, end } = attributesAt(html, open + head.length)
  return { mark: { kind: slash ? 'end' : 'start', name: tag.toLowerCase(), attributes }, end }
}

function attributesAt(html: string, from: number) {
  const attributes: Record<string, string> = {}
  const pattern = /[\s/]*(?:(>)|([^\s/>=]+)(?:\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s>]*)))?)/y
  pattern.lastIndex = from
  for (let found = pattern.exec(html); found; found = pattern.exec(html)) {
    const [, close, name = '', quoted, apostrophed, bare] = found
    if (close) return { attributes, end: pattern.lastIndex }
    attributes[name.toLowerCase()] = quoted ?? apostrophed ?? bare ?? ''
  }
  return { attributes, end: html.length }
}

function endOfRawText(html: string, from: number, name: string): number {
  const rest = html.slice(from).search(new RegExp(`</${name}[\\s/>]`, 'i'))
  return rest < 0 ? html.length : from + rest
}
