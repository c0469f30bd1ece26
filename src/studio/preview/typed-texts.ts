import { pointerKeys } from '#machines/site/merge-patch.rules.ts'
import type { StudioEdit } from '#schemas'
import type { TypedTexts } from './preview-messages.ts'

/** The texts among edits, by language and key: pages show them before the server has them. What resets a text says none. */
export function typedTexts(edits: readonly StudioEdit[]): TypedTexts {
  const texts: Record<string, Record<string, string>> = {}
  for (const { path, pointer, value } of edits) {
    const language = /^locales\/([^/]+)\//.exec(path)?.[1]
    const [key, ...below] = pointerKeys(pointer)
    if (language === undefined || key === undefined || below.length > 0 || typeof value !== 'string') continue
    texts[language] = { ...texts[language], [key]: value }
  }
  return texts
}
