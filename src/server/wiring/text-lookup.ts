import { sourceWriter, type TextSource } from '#machines/site/text.rules.ts'
import type { TextLookup } from './error-answer.ts'

/** Looks texts up as a page does: `{{name}}` places, plural forms of the language, and what stands in for a missing text. */
export function lookupText(language: string, source: TextSource): TextLookup {
  return sourceWriter(language, source)
}
