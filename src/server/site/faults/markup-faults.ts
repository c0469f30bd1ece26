import { placeAt } from '../brands/json-source.ts'
import type { TextFault } from '../check/text-fault.ts'
import { quoted } from './problem-words.ts'

/** Comments, texts, instructions and document types, then tags with their attributes. */
const TOKEN =
  /<!--[\s\S]*?-->|<!\[CDATA\[[\s\S]*?\]\]>|<\?[\s\S]*?\?>|<!(?!--|\[)[^>]*>|<(\/?)([A-Za-z_][\w:.-]*)((?:\s+[\w:.-]+\s*=\s*(?:"[^"<]*"|'[^'<]*'))*)\s*(\/?)>/g

/** Why a browser would draw nothing of an SVG: tags that do not close each other, or that are not tags. A picture
 *  that is a file of its own is read as XML, which forgives nothing; the first fault is reported. */
export function markupFaults(text: string): readonly TextFault[] {
  const open: { readonly name: string; readonly offset: number }[] = []
  let after = 0
  for (const match of text.matchAll(TOKEN)) {
    const stray = strayIn(text, after, match.index)
    if (stray) return [stray]
    after = match.index + match[0].length
    const [, slash, name, , selfClosing] = match
    if (name === undefined || selfClosing) continue
    if (!slash) open.push({ name, offset: match.index })
    else if (open.pop()?.name !== name)
      return [faultAt(text, match.index, `the end of <${name}>, which is not open here`)]
  }
  const stray = strayIn(text, after, text.length)
  if (stray) return [stray]
  const left = open.at(-1)
  return left ? [faultAt(text, left.offset, `<${left.name}> without its end`)] : []
}

/** A `<` that begins no tag, or an `&` that begins no character, between two tags. */
function strayIn(text: string, from: number, to: number): TextFault | null {
  const part = text.slice(from, to)
  const at = part.search(/<|&(?!(?:#\d+|#x[0-9a-f]+|amp|lt|gt|quot|apos);)/i)
  return at < 0 ? null : faultAt(text, from + at, quoted(part.slice(at, at + 20)))
}

function faultAt(text: string, offset: number, found: string): TextFault {
  const expected = 'tags that close each other, with their attributes in quotes'
  const message = `Browsers would draw nothing of this picture: it has ${found} here. Expected: ${expected}. Export the picture again as plain SVG.`
  return { place: placeAt(text, offset), found, expected, message }
}
