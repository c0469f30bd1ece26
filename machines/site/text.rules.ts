import { createInstance, type InitOptions, type i18n } from 'i18next'
import type { TextKey } from '#schemas/generated/text-keys.ts'
import { waitWriter } from './wait.rules.ts'

/** Values for the `{{name}}` places of a text; `count` also chooses the plural form. */
export type TextValues = Readonly<Record<string, string | number>>

/** A key that may be looked up: one that is written in code must be a key of the engine's dictionaries; one that comes from
 *  configuration or an answer is any text. */
export type KnownKey<Key extends string> = string extends Key ? Key : Key extends TextKey ? Key : TextKey

/** Gives the visible text of a dictionary's key, e.g. `t('shell.unread_messages', { count: 3 })`; the key itself when there
 *  is none. */
export type TextWriter = <Key extends string>(key: Key & KnownKey<Key>, values?: TextValues) => string

/** Texts by dictionary key, in the form of i18next v4: `{{name}}` places, plural forms `_zero` to `_other`. `{{seconds, wait}}` is a
 *  wait in words, `in 14 minutes`. */
export type TextMap = Readonly<Record<string, string>>

/** A value as a text of any direction may hold it: a name in Latin letters does not turn the Arabic words around it (UAX 9, FSI). */
export function isolated(value: string): string {
  return value === '' ? '' : `\u2068${value}\u2069`
}

/** Reports a key that no dictionary has. */
export type ReportMissing = (key: string) => void

/** The texts of a language, and the fallbacks for those that it lacks (OPS-25). */
export interface TextSource {
  readonly texts: TextMap
  /** Texts of another language; its own rules choose among their plural forms. */
  readonly fallback: { readonly language: string; readonly texts: TextMap } | null
}

/** Reads a dictionary, such as `app` or `betting`, from where it is kept. */
export type ReadDictionary = (dictionary: string) => Promise<TextSource>

/** The texts of one language, whose dictionaries are read when they are first needed. */
export interface TextStore {
  readonly write: TextWriter
  /** Reads a dictionary, again if it is there already. A dictionary that cannot be read leaves the texts as they were.
   *  Two reads of one dictionary at a time are one. @throws what the reader throws */
  readonly load: (dictionary: string) => Promise<void>
}

/** The one namespace of texts that are all there from the start. */
const ALL = 'texts'

/** An instance of i18next for flat keys. Values are put in as they are, since React escapes, and a value that looks like a
 *  reference to another text (`$t(…)`) is not followed. A place without a value stays, so that the fault is seen. */
function createTranslator(language: string, onMissing: ReportMissing): i18n {
  const translator = createInstance({
    lng: language,
    fallbackLng: false,
    load: 'currentOnly',
    ns: [],
    keySeparator: false,
    nsSeparator: false,
    initAsync: false,
    returnEmptyString: true,
    interpolation: { escapeValue: false },
    missingInterpolationHandler: (_text: string, [place]: RegExpExecArray) => place,
    saveMissing: true,
    saveMissingPlurals: false,
    missingKeyHandler: (_languages, _namespace, key) => onMissing(key),
  })
  return translator
}

/** Sets a translator going, with the formats that texts may name. */
function start(translator: i18n, options: InitOptions = {}): void {
  void translator.init(options)
  translator.services.formatter?.addCached('wait', (language = 'en') => waitWriter(language))
}

/** Where a writer looks a key up: in these dictionaries in this order, then in the same of a fallback language. */
interface Lookup {
  readonly ns: readonly string[]
  readonly fallbackLng: string | false
}

/** Writes by i18next. Texts without values are written once: a page asks for the same ones at every render. */
function writerOf(translator: i18n, lookup: Lookup, written: Map<string, string>): TextWriter {
  return (key: string, values?: TextValues) => {
    const options = { ...lookup, nest: false } as const
    if (values) return translator.t(key, { ...options, replace: values, ...countOf(values) })
    const known = written.get(key)
    if (known !== undefined) return known
    const text = translator.t(key, options)
    if (translator.exists(key, options)) written.set(key, text)
    return text
  }
}

function countOf({ count }: TextValues): { count?: number } {
  return typeof count === 'number' ? { count } : {}
}

const writers = new WeakMap<TextSource, Map<string, TextWriter>>()

/** The writer of texts that are all there: `('site.items', { count: 2 })` gives `'2 items'` from
 *  `"site.items_other": "{{count}} items"`. One i18next instance for each language and source, however often it is asked for.
 *  @param language BCP 47 tag; its CLDR rules choose the plural form */
export function textWriter(language: string, source: TextSource): TextWriter {
  const known = writers.get(source)
  const writer = known?.get(language)
  if (writer) return writer
  const { texts, fallback } = source
  const translator = createTranslator(language, () => undefined)
  const lent = fallback && fallback.language !== language ? { [fallback.language]: { [ALL]: fallback.texts } } : {}
  start(translator, { resources: { [language]: { [ALL]: texts }, ...lent } })
  const made = writerOf(translator, { ns: [ALL], fallbackLng: fallback?.language ?? false }, new Map())
  writers.set(source, (known ?? new Map<string, TextWriter>()).set(language, made))
  return made
}

/** Texts whose dictionaries i18next reads by a backend: the dictionary calls in a page (I18N-6 to I18N-8).
 *  @param language BCP 47 tag
 *  @param onMissing called with each key that none of the dictionaries read so far has */
export function createTextStore(language: string, read: ReadDictionary, onMissing: ReportMissing): TextStore {
  const translator = createTranslator(language, onMissing)
  const lookup: { readonly ns: string[]; fallbackLng: string | false } = { ns: [], fallbackLng: false }
  const failures = new Map<string, unknown>()
  const written = new Map<string, string>()
  const readTexts = async (dictionary: string): Promise<TextMap> => {
    failures.delete(dictionary)
    try {
      const { texts, fallback } = await read(dictionary)
      if (fallback) {
        translator.addResourceBundle(fallback.language, dictionary, fallback.texts)
        lookup.fallbackLng = fallback.language
      }
      return texts
    } catch (error) {
      failures.set(dictionary, error)
      throw error
    }
  }
  translator.use({ type: 'backend', callbackApi: false, read: (_language: string, name: string) => readTexts(name) })
  start(translator)
  return {
    write: writerOf(translator, lookup, written),
    load: async (dictionary) => {
      // i18next reports a failure to everything that loads at the time, so each dictionary's own is kept here.
      await translator.reloadResources([language], [dictionary])
      if (failures.has(dictionary)) throw failures.get(dictionary)
      if (!lookup.ns.includes(dictionary)) lookup.ns.push(dictionary)
      written.clear()
    },
  }
}
