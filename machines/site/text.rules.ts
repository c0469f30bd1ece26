/** Values for the `{{name}}` places of a text; `count` also chooses the plural form. */
export type TextValues = Readonly<Record<string, string | number>>

/** Gives the visible text of a dictionary's key; the key itself when there is none. */
export type TextWriter = (key: string, values?: TextValues) => string

/** A place for a value. A third brace before it makes it no place. */
const PLACE = /(?<!\{)\{\{\s*(\w+)\s*\}\}/g

const plurals = new Map<string, Intl.PluralRules>()

/** Writes the texts of a language: `('site.items', { count: 2 })` gives `'2 items'` from `"site.items_other": "{{count}} items"`.
 *  With a number as `count` the forms of a key are asked for in the order of i18next v4: `_zero` for 0, the form of the
 *  language (CLDR), the bare key, `_other`.
 *  @param language BCP 47 tag
 *  @param find the text of a key as the dictionary has it; dictionaries may come later
 *  @param onMissing told of a key that has no text */
export function textWriter(
  language: string,
  find: (key: string) => string | undefined,
  onMissing: (key: string) => void = () => undefined,
): TextWriter {
  return (key, values) => {
    const keys = typeof values?.count === 'number' ? pluralKeys(language, key, values.count) : [key]
    const written = keys.find((candidate) => find(candidate) !== undefined)
    const text = written === undefined ? undefined : find(written)
    if (text !== undefined) return values ? withValues(text, values) : text
    onMissing(key)
    return key
  }
}

function pluralKeys(language: string, key: string, count: number): readonly string[] {
  const rules = plurals.get(language) ?? new Intl.PluralRules(language)
  plurals.set(language, rules)
  const forms = [`${key}_${rules.select(count)}`, key, `${key}_other`]
  return count === 0 ? [`${key}_zero`, ...forms] : forms
}

/** A place without a value stays as it is, so that it is seen. */
function withValues(text: string, values: TextValues): string {
  if (!text.includes('{{')) return text
  return text.replace(PLACE, (place, name: string) => (Object.hasOwn(values, name) ? String(values[name]) : place))
}
