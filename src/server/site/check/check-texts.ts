import { isJsonObject, pointerStep } from '#machines/site/merge-patch.rules.ts'
import { nearest } from '#machines/site/nearest.rules.ts'
import type { BrandProblem, CyberConfig } from '#schemas'
import { BASE_ID } from '../brands/brand-files.ts'
import { type BrandLevel, levelsOf, sectionPath } from '../brands/brand-level.ts'
import { type BrandSchemas, DICTIONARY } from '../brands/brand-schemas.ts'
import { quoted } from '../faults/problem-words.ts'
import type { DocumentFault } from '../faults/value-faults.ts'
import { findText, homeOf, PLURAL, REFERENCE_LANGUAGE, stemOf, textsIn } from '../text-index.ts'
import { problemAt } from './check-layer.ts'
import { textNames } from './check-references.ts'
import { placesOf, singleBraces } from './text-places.ts'

/** Texts that nothing shows, that are written twice, or whose places nothing fills. Only the folder on top is looked at: its parents are
 *  when they are looked at themselves. */
export function checkTexts(level: BrandLevel, schemas: BrandSchemas): readonly BrandProblem[] {
  const { layer } = level
  if (![...layer.files.values()].some(({ role }) => role.kind === 'json' && role.schema === DICTIONARY)) return []
  const named = new Set(textNames(level, schemas))
  const seen = new Map<string, string>()
  return [...layer.files].flatMap(([path, file]) => {
    const { role, entry, source, problems } = file
    if (role.kind !== 'json' || role.schema !== DICTIONARY || !source || !isJsonObject(source.value)) return []
    const [, language = ''] = path.split('/')
    const wrong = new Set(problems.map((problem) => problem.path))
    return Object.entries(source.value).flatMap(([key, text]) => {
      const pointer = `/${pointerStep(key)}`
      if (key === '$schema' || wrong.has(pointer)) return []
      const fault =
        twiceFault(seen, language, key, path) ??
        unknownFault(level, named, key) ??
        (typeof text === 'string' ? placeFault(level, named, { language, key, text }) : null)
      return fault ? [problemAt({ brand: layer.id, entry, source }, { ...fault, pointer })] : []
    })
  })
}

type TextFault = Omit<DocumentFault, 'pointer'>

function twiceFault(seen: Map<string, string>, language: string, key: string, path: string): TextFault | null {
  const name = `${language}\0${key}`
  const first = seen.get(name)
  seen.set(name, path)
  if (first === undefined) return null
  const message = `${quoted(key)} is in ${first} too, and only one of them could be shown. Keep one.`
  return { found: `${quoted(key)} again`, expected: 'a text once for each language', suggestion: null, message }
}

/** Beginnings of keys that the engine makes from what a provider or the configuration names. */
const FAMILIES = [
  ...['board.section_', 'profile.document_', 'sport.', 'feed.market_', 'feed.outcome_', 'feed.column_', 'feed.group_'],
  ...['feed.period_', 'feed.statistic_'],
]

/** A key that neither the engine has nor the configuration names; a brand may have nouns of its own for its children. */
function unknownFault(level: BrandLevel, named: ReadonlySet<string>, key: string): TextFault | null {
  if (!level.parent || named.has(key) || named.has(stemOf(key)) || homeOf(level.parent, key) !== undefined) return null
  const cyber = level.documents.get(sectionPath('cyber'))?.value as CyberConfig | undefined
  if ([...FAMILIES, cyber?.labelPrefix ?? 'site.cyber_'].some((family) => key.startsWith(family))) return null
  const known = knownKeys(level)
  const noun = key.split('.')[0] ?? ''
  if (!known.nouns.has(noun)) return null
  const suggestion = nearest(key, [...known.keys, ...named])
  const fix =
    suggestion === null ? 'Take it out, or name it in the configuration.' : `Did you mean ${quoted(suggestion)}?`
  const message = `Nothing shows the text ${quoted(key)}: neither the engine nor the configuration of the brand has that key. ${fix}`
  return { found: `unknown key ${quoted(key)}`, expected: 'the key of a text that is shown', suggestion, message }
}

interface KnownKeys {
  readonly keys: readonly string[]
  readonly nouns: ReadonlySet<string>
}

const knownOfRoot = new WeakMap<BrandLevel, KnownKeys>()

/** The engine's own keys, and the nouns that they begin with. */
function knownKeys(level: BrandLevel): KnownKeys {
  const root = levelsOf(level)[0] ?? level
  const known = knownOfRoot.get(root)
  if (known) return known
  const keys = [...textsIn(root, REFERENCE_LANGUAGE).keys()]
  const found = { keys, nouns: new Set(keys.map((key) => key.split('.')[0] ?? '')) }
  knownOfRoot.set(root, found)
  return found
}

interface OwnText {
  readonly language: string
  readonly key: string
  readonly text: string
}

/** Places that the engine does not fill, or that a translation has lost. */
function placeFault(level: BrandLevel, named: ReadonlySet<string>, { language, key, text }: OwnText): TextFault | null {
  if (level.layer.id === BASE_ID && language === REFERENCE_LANGUAGE) return null
  const form = PLURAL.exec(key)?.[1]
  const origin = level.parent ?? level
  const find = (name: string) => findText(origin, REFERENCE_LANGUAGE, name)
  const original = find(key) ?? (form && find(key.replace(PLURAL, '_other')))
  // What the configuration alone names is shown as it is; what a form names may have the places of its rule.
  if (original === undefined && !(named.has(key) && homeOf(origin, key) === undefined)) return null
  const fault = original === undefined ? ownPlaceFault(level, key, text) : strayPlace(text, original, form)
  if (!fault) return null
  const { wanted, own, stray } = fault
  const suggestion = stray === undefined ? null : nearest(stray, wanted)
  const meant = suggestion !== null ? `; did you mean {{${suggestion}}}?` : '.'
  const message = `${quoted(key)} has ${words(own)}, but the engine gives this text ${placeWords(wanted)}${meant} Other places would stay empty or be shown as they are.`
  return { found: words(own), expected: placeWords(wanted), suggestion, message }
}

/** What is wrong with the places of a text. */
export interface PlaceFault {
  readonly wanted: ReadonlySet<string>
  /** Places as they are written. */
  readonly own: readonly string[]
  /** A name that nothing fills. */
  readonly stray: string | undefined
}

/** How the places of a translation differ from those of the original; a plural form may leave its number out.
 *  @param form the plural form of the text, such as `few` */
export function strayPlace(text: string, original: string, form: string | undefined): PlaceFault | null {
  const wanted = placesOf(original)
  const own = placesOf(text)
  const usual = singleBraces(original)
  const single = singleBraces(text).filter((name) => !usual.includes(name))
  const unknown = [...own].filter((name) => !wanted.has(name))
  const missing = [...wanted].filter((name) => !own.has(name) && !(form && name === 'count'))
  if (unknown.length + missing.length + single.length === 0) return null
  return { wanted, own: written(own, single), stray: unknown[0] ?? single[0] }
}

/** A brand's own text: nothing fills it, except for texts of registration forms. */
function ownPlaceFault(level: BrandLevel, key: string, text: string): PlaceFault | null {
  const own = placesOf(text)
  if (own.size === 0 || isOfForm(level, key)) return null
  return { wanted: new Set(), own: written(own, []), stray: [...own][0] }
}

function isOfForm(level: BrandLevel, key: string): boolean {
  return [...level.documents].some(
    ([path, { value }]) => path.startsWith('registration/') && JSON.stringify(value).includes(`"${key}"`),
  )
}

function written(double: Iterable<string>, single: readonly string[]): readonly string[] {
  return [...[...double].map((name) => `{{${name}}}`), ...single.map((name) => `{${name}}`)]
}

function words(places: readonly string[]): string {
  return places.join(', ') || 'no placeholders'
}

/** Names of places in words: `{{count}}, {{name}}`. */
export function placeWords(names: Iterable<string>): string {
  return words(written(names, []))
}
