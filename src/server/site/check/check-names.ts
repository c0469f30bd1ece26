import { CURRENCY_TABLE } from '#machines/money/currency-table.ts'
import { pointerStep } from '#machines/site/merge-patch.rules.ts'
import { nearest } from '#machines/site/nearest.rules.ts'
import { countryIdOf } from '#machines/site/tables/country-table.ts'
import { isSport } from '#machines/site/tables/sports.ts'
import { isTimeZone } from '#machines/site/tables/time-zone.rules.ts'
import type { BrandProblem, GlobalConfig } from '#schemas'
import { BASE_ID } from '../brands/brand-files.ts'
import { type BrandLevel, locateFault, type ResolvedDocument, sectionPath, writerOf } from '../brands/brand-level.ts'
import { type BrandSchemas, sectionSchema } from '../brands/brand-schemas.ts'
import { type SchemaNode, visitDocument } from '../brands/schema-walk.ts'
import { listed, quoted } from '../faults/problem-words.ts'
import type { DocumentFault } from '../faults/value-faults.ts'
import { zoneNames } from './known-names.ts'
import { checkSprite, iconsOf } from './sprite-icons.ts'

type NameKind = 'zone' | 'country' | 'country-id' | 'currency' | 'language' | 'sport' | 'icon'

/** A value of the configuration that names something of the world or of the brand: a country, an icon. */
interface WrittenName {
  readonly kind: NameKind
  readonly name: string
  readonly pointer: string
}

/** Names that mean nothing: time zones, countries, currencies and sports that nobody knows, icons that the sprite lacks, and countries,
 *  currencies and languages that this brand does not have. What the engine's own folder names and a brand has taken away is no fault. */
export function checkNames(level: BrandLevel, schemas: BrandSchemas): readonly BrandProblem[] {
  const global = level.documents.get(sectionPath('global'))?.value as GlobalConfig | undefined
  if (!global) return []
  const names = [...level.documents].flatMap(([path, document]) =>
    namesOf(document, schemas).flatMap((name) => {
      const fault = nameFault(level, global, name)
      if (!fault || isInherited(level, path, name, fault)) return []
      return locateFault(level, path, { pointer: name.pointer, ...fault })
    }),
  )
  return [...names, ...checkSprite(level)]
}

/** Whether a brand without something is only without what the engine's own folder says of it. */
function isInherited(level: BrandLevel, path: string, { pointer }: WrittenName, { level: rank }: NameFault): boolean {
  return rank === 'warning' && writerOf(level, path, pointer)?.layer.id === BASE_ID
}

type NameFault = Omit<DocumentFault, 'pointer'>

function nameFault(level: BrandLevel, global: GlobalConfig, { kind, name, pointer }: WrittenName): NameFault | null {
  switch (kind) {
    case 'zone':
      return isTimeZone(name) ? null : unknown(pointer, name, 'time zone', nearest(name, zoneNames()), 'Europe/Berlin')
    case 'sport':
      return isSport(Number(name)) ? null : unknownSport(pointer, name)
    case 'icon': {
      const icons = iconsOf(level)
      return icons === null || icons.includes(name) ? null : unknownIcon(pointer, name, icons)
    }
    case 'country':
      // One that the engine's table lacks is reported by checkTables.
      return countryIdOf(name) === undefined || isOwnList(pointer)
        ? null
        : notHere(pointer, name, 'country', Object.keys(global.countries))
    case 'country-id': {
      const ids = Object.values(global.countries).map(({ id }) => String(id))
      return notHere(pointer, name, 'country of the number', ids)
    }
    case 'currency': {
      if (Object.hasOwn(global.currencies, name)) return null
      const known = Object.keys(global.currencies)
      return CURRENCY_TABLE.has(name) ? notHere(pointer, name, 'currency', known) : null
    }
    case 'language':
      return notHere(pointer, name, 'language', Object.keys(global.languages))
  }
}

/** The brand's own list of countries says what it has; and games are played in countries whose people never come to the site. */
function isOwnList(pointer: string): boolean {
  return /^\/countries\/[^/]+$|\/games\/countries\//.test(pointer)
}

function unknown(pointer: string, name: string, what: string, suggestion: string | null, example: string): NameFault {
  const expected = suggestion ?? `a ${what} such as ${example}`
  const fix = suggestion === null ? `Write ${expected}.` : `Did you mean ${quoted(suggestion)}?`
  const message = `${pointer} names the ${what} ${quoted(name)}, which does not exist. ${fix}`
  return { found: quoted(name), expected, suggestion, message }
}

function unknownSport(pointer: string, name: string): NameFault {
  const expected = 'the number of a sport: 1 to 197, or 4001 to 4106 for video games'
  const message = `${pointer} names the sport ${name}, which does not exist, so it changes nothing. Write ${expected}.`
  return { found: name, expected, suggestion: null, message }
}

function unknownIcon(pointer: string, name: string, icons: readonly string[]): NameFault {
  const suggestion = nearest(name, icons)
  const fix = suggestion === null ? `Icons: ${listed(icons.toSorted(), 200)}.` : `Did you mean ${quoted(suggestion)}?`
  const message = `${pointer} names the icon ${quoted(name)}, which the icons of the brand do not have, so its place stays empty. ${fix}`
  return { found: quoted(name), expected: suggestion ?? 'an icon of the brand', suggestion, message }
}

/** Something that there is, and that this brand does not have. */
function notHere(pointer: string, name: string, what: string, known: readonly string[]): NameFault | null {
  if (known.includes(name)) return null
  const isNumber = /^\d/.test(name)
  const written = isNumber ? name : quoted(name)
  const message = `${pointer} names the ${what} ${written}, which this brand does not have (config/global.json), so it has no effect. Take it away, or add it there.`
  const expected = `one of ${listed(known)}`
  return { found: written, expected, suggestion: isNumber ? null : nearest(name, known), message, level: 'warning' }
}

const found = new WeakMap<ResolvedDocument, readonly WrittenName[]>()

/** The names of a document; looked up once for all brands that share it. */
function namesOf(document: ResolvedDocument, schemas: BrandSchemas): readonly WrittenName[] {
  const known = found.get(document)
  if (known) return known
  const kinds = formKinds(schemas)
  const names: WrittenName[] = []
  visitDocument(schemas.get(document.schema).node, document.value, ({ value, pointer, nodes }) => {
    const kind = kindOf(pointer, nodes, kinds)
    if (kind && (typeof value === 'string' || typeof value === 'number'))
      names.push({ kind, name: String(value), pointer })
    const keyKind = isCheckedElsewhere(document.schema, pointer) ? null : kindOfKeys(pointer, nodes, kinds)
    if (keyKind === null || typeof value !== 'object' || value === null) return
    for (const key of Object.keys(value))
      names.push({ kind: keyKind, name: key, pointer: `${pointer}/${pointerStep(key)}` })
  })
  found.set(document, names)
  return names
}

/** Languages and currencies of the brand are what the others are compared with; these and the countries of telephone numbers have checks
 *  of their own. */
function isCheckedElsewhere(schema: string, pointer: string): boolean {
  if (schema === sectionSchema('registration')) return pointer === '/phoneNumbers'
  return schema === sectionSchema('global') && ['/languages', '/currencies'].includes(pointer)
}

/** The icon of an entry; the icon of the site, which is a picture, is at the top of its section. */
const ICON = /.\/icon$/
const SPORT = /\/(?:disallowed(?:Line|Live)Sports|games\/sports)\/\d+$/
const SPORT_KEYS = /\/liveBetDelayMsBySport$/
const COUNTRY_ID = /\/(?:googleAlternativeCountryIds|noMaskCountryIds)\/\d+$|^\/phoneRules\/[^/]+\/countryId$/

function kindOf(pointer: string, nodes: readonly SchemaNode[], kinds: ReadonlyMap<unknown, NameKind>): NameKind | null {
  if (SPORT.test(pointer)) return 'sport'
  if (COUNTRY_ID.test(pointer)) return 'country-id'
  if (ICON.test(pointer)) return 'icon'
  if (isChoice(pointer)) return null
  return nodes.map(({ pattern }) => kinds.get(pattern)).find((own) => own !== undefined) ?? null
}

/** `/defaultCountry`, `/countries/de/currency`: a value that names an entry of another map of the same file is
 *  checked with the settings. */
function isChoice(pointer: string): boolean {
  return /^\/(?:default[A-Z]\w*|fallbackLanguage|countries\/[^/]+\/\w+)$/.test(pointer)
}

function kindOfKeys(
  pointer: string,
  nodes: readonly SchemaNode[],
  kinds: ReadonlyMap<unknown, NameKind>,
): NameKind | null {
  if (SPORT_KEYS.test(pointer)) return 'sport'
  const names = nodes.map(({ propertyNames }) => propertyNames as SchemaNode | undefined)
  return names.map((own) => kinds.get(own?.pattern)).find((own) => own !== undefined) ?? null
}

/** Values of one form name things of one kind. */
function formKinds(schemas: BrandSchemas): ReadonlyMap<unknown, NameKind> {
  const global = schemas.get(sectionSchema('global')).node.properties as Record<string, SchemaNode>
  return new Map<unknown, NameKind>([
    [global.timeZone?.pattern, 'zone'],
    [global.defaultCountry?.pattern, 'country'],
    [global.defaultCurrency?.pattern, 'currency'],
    [global.defaultLanguage?.pattern, 'language'],
  ])
}
