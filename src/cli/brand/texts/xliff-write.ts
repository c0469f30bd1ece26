import type { BrandTextRow } from '#schemas'
import { PLURAL, pluralForms, REFERENCE_LANGUAGE } from '#server/site/text-index.ts'
import { say } from '../../command-text.ts'
import type { Translation } from './translation.ts'

export const XLIFF_NAMESPACE = 'urn:oasis:names:tc:xliff:document:2.0'
/** Numbers among which the examples of a plural form are looked for. */
const MOST_COUNTED = 200
const EXAMPLES = 4

/** Texts as XLIFF 2.1: a `file` for each dictionary, a `unit` for each text, each `{{place}}` an inline code that a translator moves
 *  but does not write. */
export function writeXliff({ brand, language, rows }: Translation): string {
  const files = [...Map.groupBy(rows, ({ file }) => file)].map(([file, own]) => {
    const noun = file.slice(file.lastIndexOf('/') + 1, -'.json'.length)
    const units = own.map((row) => unitOf(row, language)).join('')
    return `  <file id="${attribute(noun)}" original="${attribute(`${brand}/${file}`)}">\n${units}  </file>\n`
  })
  const head = `<xliff xmlns="${XLIFF_NAMESPACE}" version="2.1" srcLang="${REFERENCE_LANGUAGE}" trgLang="${attribute(language)}">`
  return `<?xml version="1.0" encoding="UTF-8"?>\n${head}\n${files.join('')}</xliff>\n`
}

function unitOf({ key, source, target }: BrandTextRow, language: string): string {
  const places = [...new Set([...placesIn(source), ...placesIn(target)])]
  const data = places.map((place, index) => `        <data id="d${index + 1}">${content(place)}</data>\n`).join('')
  const lines = [
    `    <unit id="${attribute(key)}" xml:space="preserve">\n`,
    notesOf(key, language),
    data === '' ? '' : `      <originalData>\n${data}      </originalData>\n`,
    `      <segment state="${target === '' ? 'initial' : 'translated'}">\n`,
    `        <source>${inline(source, places)}</source>\n`,
    target === '' ? '' : `        <target>${inline(target, places)}</target>\n`,
    '      </segment>\n    </unit>\n',
  ]
  return lines.join('')
}

/** For which numbers a plural form is: a translator need not know the rules of CLDR. */
function notesOf(key: string, language: string): string {
  const form = PLURAL.exec(key)?.[1]
  if (form === undefined || !pluralForms(language).includes(form)) return ''
  const rules = new Intl.PluralRules(language)
  const counts = Array.from({ length: MOST_COUNTED }, (_, count) => count).filter(
    (count) => rules.select(count) === form,
  )
  const numbers = counts.slice(0, EXAMPLES).join(', ')
  const note = numbers === '' ? say('brand.plural_rare', { form }) : say('brand.plural_note', { form, numbers })
  return `      <notes>\n        <note>${content(note)}</note>\n      </notes>\n`
}

const PLACE = /\{\{[^{}]*\}\}/g

function placesIn(text: string): readonly string[] {
  return text.match(PLACE) ?? []
}

/** A text with its placeholders as codes; each occurrence of a repeated placeholder has an id of its own, as XLIFF
 *  requires. */
function inline(text: string, places: readonly string[]): string {
  const seen = new Map<string, number>()
  return text
    .split(/(\{\{[^{}]*\}\})/)
    .map((part) => {
      const index = places.indexOf(part)
      if (index < 0) return content(part)
      const times = (seen.get(part) ?? 0) + 1
      seen.set(part, times)
      const id = times === 1 ? `p${index + 1}` : `p${index + 1}.${times}`
      return `<ph id="${id}" dataRef="d${index + 1}" disp="${attribute(part)}"/>`
    })
    .join('')
}

/** What XML cannot say is an element of its own; a carriage return would be read as a line feed. */
function content(text: string): string {
  return escaped(text).replaceAll(
    /[^\t\n\r\u0020-\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]/gu,
    (sign) => `<cp hex="${sign.codePointAt(0)?.toString(16).toUpperCase().padStart(4, '0')}"/>`,
  )
}

function attribute(text: string): string {
  return escaped(text).replaceAll('"', '&quot;').replaceAll('\n', '&#10;').replaceAll('\t', '&#9;')
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('\r', '&#13;')
}
