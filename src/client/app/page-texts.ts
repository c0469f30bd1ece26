import i18next, { type i18n } from 'i18next'
import type { Translate } from '#renderers/site/texts.tsx'
import type { DictionaryContent } from '#schemas'

/** Texts by dictionary key. */
export type TextMap = Readonly<Record<string, string>>

/** The texts of a page: looked up by key, dictionaries added as screens ask for them. */
export interface PageTexts {
  readonly t: Translate
  /** Makes sure that the dictionaries are there; what is loaded already costs nothing. */
  readonly need: (dictionaries: readonly string[]) => Promise<void>
}

const NAMESPACE = 'texts'

/** An i18next instance over flat keys: no separators, no markup escaping (React escapes). */
export function createTranslator(language: string, texts: TextMap, onMissing?: (key: string) => void): i18n {
  const instance = i18next.createInstance()
  void instance.init({
    lng: language,
    fallbackLng: false,
    ns: [NAMESPACE],
    defaultNS: NAMESPACE,
    resources: { [language]: { [NAMESPACE]: { ...texts } } },
    keySeparator: false,
    nsSeparator: false,
    initAsync: false,
    returnNull: false,
    interpolation: { escapeValue: false },
    saveMissing: Boolean(onMissing),
    missingKeyHandler: (_languages, _namespace, key) => onMissing?.(key),
  })
  return instance
}

/** What a text holds when it is more than itself: a place for a value, or another text. */
const NOT_PLAIN = /\{\{|\$t\(/

/** The texts of a translator. Most are asked for without values and are plain: those are read where they lie. */
function translateWith(translator: i18n, language: string): Translate {
  return (key, params) => {
    const text: unknown = params ? undefined : translator.getResource(language, NAMESPACE, key)
    return typeof text === 'string' && !NOT_PLAIN.test(text) ? text : translator.t(key, params ?? {})
  }
}

/** Texts that are all there from the start, as on the server. */
export function fixedTexts(translator: i18n, language: string): PageTexts {
  return { t: translateWith(translator, language), need: () => Promise.resolve() }
}

/** Texts whose dictionaries are fetched once each from their immutable files (I18N-8, I18N-12).
 *  @param files dictionary id → address of its file
 *  @param report takes a dictionary that could not be had: the page goes on without it (I18N-17) */
export function loadedTexts(
  translator: i18n,
  language: string,
  files: Readonly<Record<string, string>>,
  report: (error: unknown, dictionary: string) => void,
): PageTexts {
  const loading = new Map<string, Promise<void>>()
  const load = async (dictionary: string): Promise<void> => {
    try {
      const file = files[dictionary]
      if (!file) throw new Error(`the page names no file for the dictionary "${dictionary}"`)
      const answer = await fetch(file)
      if (!answer.ok) throw new Error(`${file} answered ${answer.status}`)
      const { content } = (await answer.json()) as DictionaryContent
      translator.addResources(language, NAMESPACE, content)
    } catch (error) {
      loading.delete(dictionary)
      report(error, dictionary)
    }
  }
  return {
    t: translateWith(translator, language),
    need: async (dictionaries) => {
      await Promise.all(
        dictionaries.map((dictionary) => {
          const promise = loading.get(dictionary) ?? load(dictionary)
          loading.set(dictionary, promise)
          return promise
        }),
      )
    },
  }
}
