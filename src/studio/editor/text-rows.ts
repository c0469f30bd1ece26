/** A text of a dictionary beside its English. */
export interface TextRow {
  readonly key: string
  readonly english: string
  readonly text: string
}

const PLURAL = /_(?:zero|one|two|few|many|other)$/
/** From this share of the English on a text may no longer fit. */
const LONG_SHARE = 1.5
/** Below this many letters a share says nothing. */
const SHORT = 12

/** The texts of a dictionary beside their English, by key. English forms of a plural that the language does not have are no texts
 *  of it: those that it has come instead.
 *  @param language BCP 47 tag; its rules say which plural forms there are */
export function textRows(
  english: Readonly<Record<string, unknown>>,
  own: Readonly<Record<string, unknown>>,
  language: string,
): readonly TextRow[] {
  const forms = pluralForms(language)
  const keys = Object.keys(english).flatMap((key) => {
    const base = key.replace(PLURAL, '')
    const isPlural = base !== key && `${base}_other` in english
    return isPlural ? forms.map((form) => `${base}_${form}`) : [key]
  })
  const all = [...new Set([...keys, ...Object.keys(own)])].filter((key) => key !== '$schema').sort()
  return all.map((key) => {
    const other = `${key.replace(PLURAL, '')}_other`
    return { key, english: textOf(english[key] ?? english[other]), text: textOf(own[key]) }
  })
}

function pluralForms(language: string): readonly string[] {
  try {
    return new Intl.PluralRules(language).resolvedOptions().pluralCategories
  } catch {
    // A language that is no tag of the standard is written like English.
    return ['one', 'other']
  }
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : ''
}

/** How long a text is beside its English, in percent; null while it is likely to fit. */
export function lengthPercent({ english, text }: TextRow): number | null {
  if (english.length < SHORT) return null
  const share = text.length / english.length
  return share > LONG_SHARE ? Math.round(share * 100) : null
}

/** Places such as `{{count}}` that the English has and the text lacks. A plural form may leave its number out. */
export function missingPlaces({ key, english, text }: TextRow): readonly string[] {
  if (text === '' || PLURAL.test(key)) return []
  const places = [...english.matchAll(/\{\{\s*(\w+)[^}]*\}\}/g)].map(([, name = '']) => name)
  const own = new Set([...text.matchAll(/\{\{\s*(\w+)[^}]*\}\}/g)].map(([, name = '']) => name))
  return [...new Set(places)].filter((name) => !own.has(name)).map((name) => `{{${name}}}`)
}
