import { createHash } from 'node:crypto'

const BEGINS = ' style="'
const ESCAPED: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', '#x27': "'" }

/** The sources by which a policy allows the style attributes of a page and no others: `'sha256-…'`, each once. The page's script sets
 *  styles through the object model, which needs no leave; an attribute that somebody slips into a page has no effect. Text of a page
 *  cannot look like an attribute, since its quotation marks are written as entities, and those of JSON with a backslash.
 *  @param html a page as it was rendered */
export function styleSources(html: Buffer): readonly string[] {
  const sources = new Set<string>()
  for (let at = html.indexOf(BEGINS); at >= 0; at = html.indexOf(BEGINS, at)) {
    const from = at + BEGINS.length
    at = html.indexOf('"', from)
    if (at < 0) break
    const style = html
      .toString('utf8', from, at)
      .replace(/&(amp|lt|gt|quot|#x27);/g, (_, name: string) => ESCAPED[name] ?? '')
    sources.add(`'sha256-${createHash('sha256').update(style).digest('base64')}'`)
  }
  return [...sources].sort()
}
