import { CURRENCY_TABLE } from '#machines/money/currency-table.ts'
import { isJsonObject, pointerStep } from '#machines/site/merge-patch.rules.ts'
import { nearest } from '#machines/site/nearest.rules.ts'
import { COUNTRY_CODES, countryCodes, countryIdOf } from '#machines/site/tables/country-table.ts'
import type { BrandProblem, GlobalConfig } from '#schemas'
import { type BrandLevel, locateFault, type ResolvedDocument, sectionPath } from '../brands/brand-level.ts'
import { type BrandSchemas, sectionSchema } from '../brands/brand-schemas.ts'
import { type SchemaNode, schemaNodesAt, visitDocument } from '../brands/schema-walk.ts'
import { quoted } from '../faults/problem-words.ts'

type Kind = 'country' | 'place' | 'currency'

/** A code that a document writes, as a value or as a key of a map. */
interface Code {
  readonly kind: Kind
  readonly code: string
  readonly pointer: string
}

/** Codes of two letters that are no countries of ISO 3166-1 but are written for one, and former countries are those of today that
 *  the Unicode locale data tells. */
const SLIPS: Readonly<Record<string, string>> = { el: 'gr', en: 'gb', ja: 'jp', sw: 'se' }

/** What a brand says of countries and currencies and the tables of the engine do not: codes that they do not have, wherever a
 *  country or a currency is named, and ids and exponents that are another's (TABLE-6, TABLE-7). */
export function checkTables(level: BrandLevel, schemas: BrandSchemas): readonly BrandProblem[] {
  const unknown = [...level.documents].flatMap(([path, document]) =>
    codesOf(document, schemas).flatMap((code) => (isKnown(code) ? [] : unknownProblem(level, path, code))),
  )
  return [...unknown, ...factProblems(level)]
}

function isKnown({ kind, code }: Code): boolean {
  if (kind === 'currency') return CURRENCY_TABLE.has(code)
  return countryIdOf(code) !== undefined
}

const found = new WeakMap<ResolvedDocument, readonly Code[]>()

/** The codes of a document; looked up once for all brands that share it. */
function codesOf(document: ResolvedDocument, schemas: BrandSchemas): readonly Code[] {
  const known = found.get(document)
  if (known) return known
  const kinds = patternKinds(schemas)
  const codes: Code[] = []
  visitDocument(schemas.get(document.schema).node, document.value, ({ value, pointer, nodes }) => {
    for (const node of nodes) {
      const kind = typeof value === 'string' ? kinds.get(node.pattern) : undefined
      if (kind) codes.push({ kind, code: value as string, pointer })
      const ofKeys = isJsonObject(value)
        ? kinds.get((node.propertyNames as SchemaNode | undefined)?.pattern)
        : undefined
      if (ofKeys)
        for (const code of Object.keys(value as object))
          codes.push({ kind: ofKeys, code, pointer: `${pointer}/${pointerStep(code)}` })
    }
  })
  found.set(document, codes)
  return codes
}

/** Values of one form are codes of one kind, as in {@link GlobalConfig}. */
function patternKinds(schemas: BrandSchemas): ReadonlyMap<unknown, Kind> {
  const { properties } = schemas.get(sectionSchema('global')).node as { properties: Record<string, SchemaNode> }
  const betting = schemas.get(sectionSchema('betting')).node
  const sections = { furtherSections: { any: { games: { countries: ['gb'] } } } }
  const [place] = schemaNodesAt(betting, sections, '/furtherSections/any/games/countries/0')
  if (!place) throw new Error('sections of games do not name countries any more')
  return new Map<unknown, Kind>([
    [properties.defaultCountry?.pattern, 'country'],
    [properties.defaultCurrency?.pattern, 'currency'],
    [place.pattern, 'place'],
  ])
}

function unknownProblem(level: BrandLevel, path: string, { kind, code, pointer }: Code): readonly BrandProblem[] {
  const suggestion = kind === 'currency' ? nearest(code, CURRENCY_TABLE.keys()) : meantCountry(code, kind)
  const expected = EXPECTED[kind]
  const fix = suggestion === null ? `Use ${expected}.` : `Did you mean ${quoted(suggestion)}?`
  const message = `${pointer} names ${quoted(code)}, which is not in the engine's table. ${fix}`
  return locateFault(level, path, { pointer, found: quoted(code), expected, suggestion, message })
}

const EXPECTED: Readonly<Record<Kind, string>> = {
  country: 'a country of ISO 3166-1 by its two letters, such as "gb"',
  place: 'a country or region of docs/tables/countries.md, such as "gb" or "gb-eng"',
  currency: 'a currency of docs/tables/currencies.md, such as "EUR"',
}

/** The country that a code stands for which the table does not have: `'uk'` → `'gb'`, `'su'` → `'ru'`. */
function meantCountry(code: string, kind: Kind): string | null {
  if (kind === 'place' && code.length > 2) return nearest(code, COUNTRY_CODES.values())
  const today = SLIPS[code] ?? new Intl.Locale('und', { region: code }).region?.toLowerCase() ?? ''
  return countryCodes().includes(today) ? today : null
}

/** Ids and exponents that differ from those of the tables. */
function factProblems(level: BrandLevel): readonly BrandProblem[] {
  const path = sectionPath('global')
  const site = level.documents.get(path)?.value as GlobalConfig | undefined
  if (!site) return []
  const countries = Object.entries(site.countries).flatMap(([code, { id }]) => {
    const known = countryIdOf(code)
    return known === undefined || known === id ? [] : [{ pointer: `/countries/${code}/id`, value: id, known, code }]
  })
  const currencies = Object.entries(site.currencies).flatMap(([code, entry]) => {
    const known = CURRENCY_TABLE.get(code)
    return (['id', 'exponent'] as const).flatMap((key) =>
      !known || known[key] === entry[key]
        ? []
        : [{ pointer: `/currencies/${code}/${key}`, value: entry[key], known: known[key], code }],
    )
  })
  return [...countries, ...currencies].flatMap(({ pointer, value, known, code }) => {
    const message = `${pointer} is ${value}, but that of ${quoted(code)} is ${known} in the engine's table. Write ${known}, or leave it out.`
    const fault = { pointer, found: String(value), expected: String(known), suggestion: String(known), message }
    return locateFault(level, path, fault)
  })
}
