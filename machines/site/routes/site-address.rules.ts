import { splitLanguage } from '../language.rules.ts'
import { isReservedPath, STATUS_PATH } from './reserved-segments.ts'

/** An address of the site taken apart. */
export interface SiteAddress {
  /** The language that it names; null when it is that of the page on which it stands. */
  readonly language: string | null
  /** The path below the language, without query and fragment: `/information/rules`. */
  readonly path: string
  readonly query: string
  /** The heading that it leads to, decoded; null without a fragment. */
  readonly heading: string | null
  /** Whether it belongs to calls, assets or probes rather than to pages. */
  readonly isReserved: boolean
}

/** Takes a path of the site apart: `('/en/about#team', ['en'])` → language `en`, path `/about`, heading `team`.
 *  @param languages codes of the languages that the site offers
 *  @returns null for an address that leaves the site's pages, the status page too, or is a place on the same page */
export function siteAddress(href: string, languages: readonly string[]): SiteAddress | null {
  if (!href.startsWith('/') || href.startsWith('//') || href === STATUS_PATH) return null
  const [, before = '', query = '', fragment] = /^([^?#]*)(\?[^#]*)?(?:#(.*))?$/s.exec(href) ?? []
  const { language, rest } = splitLanguage(before)
  const isPrefixed = languages.includes(language)
  return {
    language: isPrefixed ? language : null,
    path: isPrefixed ? rest : before,
    query,
    heading: fragment === undefined ? null : decoded(fragment),
    isReserved: isReservedPath(before),
  }
}

function decoded(fragment: string): string {
  try {
    return decodeURIComponent(fragment)
  } catch {
    return fragment
  }
}

/** The id of a heading of a written page, by which links reach it: `'What we ask of you'` → `'what-we-ask-of-you'`. Letters and
 *  digits of any script stay. The second of two equal ones ends in `-2`.
 *  @param taken ids of the page so far; the new one is added */
export function headingId(text: string, taken: Set<string>): string {
  const words = text
    .normalize('NFC')
    .toLowerCase()
    .match(/[\p{L}\p{M}\p{N}]+/gu) ?? ['section']
  const plain = words.join('-')
  let id = plain
  for (let count = 2; taken.has(id); count += 1) id = `${plain}-${count}`
  taken.add(id)
  return id
}
