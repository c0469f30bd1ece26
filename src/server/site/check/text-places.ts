import { nearest } from '#machines/site/nearest.rules.ts'

/** The names of the `{{name}}` places of a text. */
export function placesOf(text: string): ReadonlySet<string> {
  return new Set([...text.matchAll(/\{\{-?\s*([^{},\s]+)[^{}]*\}\}/g)].map((match) => match[1] ?? ''))
}

/** What looks like a place and is filled by nothing, as written: `{{nmae}}`, and `{name}` with single braces, which is taken for a
 *  slip when a name of that kind exists.
 *  @param known names that are filled */
export function strayPlaces(text: string, known: ReadonlySet<string>): readonly string[] {
  const double = [...placesOf(text)].filter((name) => !known.has(name)).map((name) => `{{${name}}}`)
  return [
    ...double,
    ...singleBraces(text)
      .filter((name) => isMeant(name, known))
      .map((name) => `{${name}}`),
  ]
}

/** Words in single braces. */
export function singleBraces(text: string): readonly string[] {
  return [...text.matchAll(/(?<!\{)\{\s*([A-Za-z_]\w*)\s*\}(?!\})/g)].map((match) => match[1] ?? '')
}

function isMeant(name: string, known: ReadonlySet<string>): boolean {
  return known.has(name) || nearest(name, known) !== null
}
