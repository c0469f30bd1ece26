import { isJsonObject } from '#machines/site/merge-patch.rules.ts'

/** Keys whose text names an entry best, the best first. */
const NAMING = ['labelKey', 'titleKey', 'nameKey', 'title', 'name', 'textKey', 'kind', 'type', 'routeId', 'href']

/** What an entry of a map is, in a few words: the English text of its label, or whatever else names it; empty when nothing does.
 *  @param texts key → English text */
export function entrySummary(entry: unknown, texts: Readonly<Record<string, string>> = {}): string {
  if (typeof entry === 'string' || typeof entry === 'number') return texts[entry] ?? String(entry)
  if (!isJsonObject(entry)) return ''
  for (const key of NAMING) {
    const value = entry[key]
    if (typeof value === 'string' && value !== '') return texts[value] ?? value
  }
  return ''
}

/** How many entries an object or a list holds. */
export function entryCount(value: unknown): number {
  return isJsonObject(value) || Array.isArray(value)
    ? Object.keys(value).filter((key) => !key.startsWith('$')).length
    : 0
}
