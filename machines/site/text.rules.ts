/** Values for the `{{name}}` places of a text; `count` also chooses the plural form. */
export type TextValues = Readonly<Record<string, string | number>>

/** Gives the visible text of a dictionary's key; the key itself when there is none. */
export type TextWriter = (key: string, values?: TextValues) => string

/** Texts of another language that stand in for those that a language lacks. */
export interface FallbackTexts {
  /** BCP 47 tag; it chooses among their plural forms. */
  readonly language: string
  readonly texts: Readonly<Record<string, string>>
}

/** The texts of a language, and what stands in for those that it lacks. */
export interface TextSource {
  readonly texts: Readonly<Record<string, string>>
  readonly fallback: FallbackTexts | null
}

/** A place for a value. A third brace before it makes it no place. */
const PLACE = /(?<!\{)\{\{\s*(\w+)\s*\}\}/g

const plurals = new Map<string, Intl.PluralRules>()

/** Writes the texts of a language: `('site.items', { count: 2 })` gives `'2 items'` from `"site.items_other": "{{count}} items"`.
 *  With a number as `count` the forms of a key are asked for in the order of i18next v4: `_zero` for 0, the form of the
 *  language (CLDR), the bare key, `_other`.
 *  @param language BCP 47 tag
 *  @param find the text of a key as the dictionary has it; dictionaries may come later
 *  @param onMissing told of a key that has no text
 *  @param lend what stands in for a missing text (OPS-25): its own language chooses the plural form */
export function textWriter(
  language: string,
  find: (key: string) => string | undefined,
  onMissing: (key: string) => void = () => undefined,
  lend?: { readonly language: () => string; readonly find: (key: string) => string | undefined },
): TextWriter {
  return (key, values) => {
    const text = textOf(language, find, key, values) ?? (lend && textOf(lend.language(), lend.find, key, values))
    if (text !== undefined) return values ? withValues(text, values) : text
    onMissing(key)
    return key
  }
}

/** Writes texts that are all there from the start, as on the server. */
export function sourceWriter(language: string, { texts, fallback }: TextSource): TextWriter {
  const own = (key: string) => (Object.hasOwn(texts, key) ? texts[key] : undefined)
  if (!fallback) return textWriter(language, own)
  const { language: lender, texts: lent } = fallback
  const find = (key: string) => (Object.hasOwn(lent, key) ? lent[key] : undefined)
  return textWriter(language, own, undefined, { language: () => lender, find })
}

function textOf(
  language: string,
  find: (key: string) => string | undefined,
  key: string,
  values: TextValues | undefined,
): string | undefined {
  const keys = typeof values?.count === 'number' ? pluralKeys(language, key, values.count) : [key]
  for (const candidate of keys) {
    const text = find(candidate)
    if (text !== undefined) return text
  }
  return undefined
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
