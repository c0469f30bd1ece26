import { createHash } from 'node:crypto'
import type { TextSource } from '#machines/site/text.rules.ts'
import type { Dictionary, DictionaryContent } from '#schemas'
import { madeOf } from './brands/made-of.ts'
import type { ResolvedSite } from './resolved-site.ts'
import type { SiteDictionary } from './site-texts.ts'

/** A dictionary as pages load it: texts of one or more nouns under one immutable address. */
interface PageDictionary {
  readonly id: string
  /** `<id>.<hash>.json` */
  readonly file: string
  readonly content: DictionaryContent
}

/** Nouns whose texts every page needs; together they are the dictionary `app`. */
const APP_UNITS = ['site', 'shell', 'brand', 'errors']
/** Nouns whose texts never reach a page. */
const SERVER_UNITS = ['delivery', 'hosted', 'status']
const FOLDER = '/genfiles/web-app-v2'
const HASH_LENGTH = 16

/** More languages than a brand is written in. */
const MOST_LANGUAGES = 200

const pageDictionaries = madeOf<ResolvedSite, ReadonlyMap<string, PageDictionary>>(MOST_LANGUAGES)
const allTexts = madeOf<ResolvedSite, TextSource>(MOST_LANGUAGES)

/** Address of each dictionary of a language: id → `/genfiles/web-app-v2/en/app.<hash>.json`. */
export function dictionaryFiles(site: ResolvedSite, language: string): Record<string, string> {
  return Object.fromEntries(
    [...dictionaries(site, language).values()].map(({ id, file }) => [id, `${FOLDER}/${language}/${file}`]),
  )
}

/** The content of a dictionary by its file name, whatever its hash: a page that is older than an edit still gets texts.
 *  @returns null when there is no such dictionary */
export function dictionaryContent(
  site: ResolvedSite,
  language: string,
  file: string,
): { content: DictionaryContent; isCurrent: boolean } | null {
  const found = dictionaries(site, language).get(file.split('.')[0] ?? '')
  return found ? { content: found.content, isCurrent: found.file === file } : null
}

/** All texts of a language, the server's own too; the same object as long as the brand is the same. */
export function pageTexts(site: ResolvedSite, language: string): TextSource {
  return allTexts(site, language, () => merged(site, language, site.units(language)))
}

function dictionaries(site: ResolvedSite, language: string): ReadonlyMap<string, PageDictionary> {
  return pageDictionaries(site, language, () => {
    const units = site.units(language)
    const single = units.filter((unit) => !APP_UNITS.includes(unit) && !SERVER_UNITS.includes(unit))
    const groups = [
      ['app', units.filter((unit) => APP_UNITS.includes(unit))] as const,
      ...single.map((unit) => [unit, [unit]] as const),
    ]
    return new Map(groups.map(([id, members]) => [id, pageDictionary(site, language, id, members)]))
  })
}

/** More groups of nouns than one noun is a part of. */
const MOST_GROUPS = 8
const madeDictionaries = madeOf<SiteDictionary, PageDictionary>(MOST_GROUPS)

/** Made once of the same dictionaries, also for sites that share them, such as the states of a draft. */
function pageDictionary(site: ResolvedSite, language: string, id: string, units: readonly string[]): PageDictionary {
  const parts = units.flatMap((unit) => site.dictionary(language, unit) ?? [])
  const make = () => newPageDictionary(site, language, id, units)
  const [first] = parts
  return first ? madeDictionaries(first, [id, ...parts.map(({ hash }) => hash)].join(' '), make) : make()
}

function newPageDictionary(site: ResolvedSite, language: string, id: string, units: readonly string[]): PageDictionary {
  const { texts: content, fallback } = merged(site, language, units)
  const lent = fallback ? { fallback: { language: fallback.language, content: fallback.texts } } : {}
  const text = JSON.stringify([content, lent])
  const version = createHash('sha256').update(text).digest('hex').slice(0, HASH_LENGTH)
  return { id, file: `${id}.${version}.json`, content: { version, language, content, ...lent } }
}

interface MergedTexts extends TextSource {
  readonly texts: Dictionary
}

function merged(site: ResolvedSite, language: string, units: readonly string[]): MergedTexts {
  const dictionaries = units.flatMap((unit) => site.dictionary(language, unit) ?? [])
  const lent = dictionaries.flatMap(({ fallback }) => fallback ?? [])
  return {
    texts: Object.assign({}, ...dictionaries.map(({ texts }) => texts)) as Dictionary,
    fallback: lent[0]
      ? { language: lent[0].language, texts: Object.assign({}, ...lent.map(({ texts }) => texts)) as Dictionary }
      : null,
  }
}
