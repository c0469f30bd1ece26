import { textWriter } from '#machines/site/text.rules.ts'
import type { TextLookup } from './error-answer.ts'

/** Looks texts up as a page does: `{{name}}` places, plural forms of the language. */
export function lookupText(language: string, texts: Readonly<Record<string, string>>): TextLookup {
  return textWriter(language, (key) => (Object.hasOwn(texts, key) ? texts[key] : undefined))
}
