import i18next from 'i18next'
import type { TextLookup } from './error-answer.ts'

type TextMap = Readonly<Record<string, string>>

const lookups = new WeakMap<TextMap, TextLookup>()

/** Looks texts up as a page does: `{{name}}` places, plural forms of the language. Kept for each text map. */
export function lookupText(language: string, texts: TextMap): TextLookup {
  const known = lookups.get(texts)
  if (known) return known
  const instance = i18next.createInstance()
  void instance.init({
    lng: language,
    fallbackLng: false,
    resources: { [language]: { texts: { ...texts } } },
    ns: ['texts'],
    defaultNS: 'texts',
    keySeparator: false,
    nsSeparator: false,
    initAsync: false,
    interpolation: { escapeValue: false },
  })
  const lookup: TextLookup = (key, params) => instance.t(key, params)
  lookups.set(texts, lookup)
  return lookup
}
