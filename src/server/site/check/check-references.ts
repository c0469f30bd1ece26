import { nearest } from '#machines/site/nearest.rules.ts'
import type { BannerWidgetsConfig, BrandProblem, PromoConfig } from '#schemas'
import { type BrandLevel, locateFault, type ResolvedDocument, sectionPath } from '../brands/brand-level.ts'
import { type BrandSchemas, DICTIONARY, sectionSchema } from '../brands/brand-schemas.ts'
import { type SchemaNode, schemaNodesAt, visitDocument } from '../brands/schema-walk.ts'
import { listed, quoted } from '../faults/problem-words.ts'
import { layerTexts, stemOf } from '../text-index.ts'

type ReferenceKind = 'text' | 'asset' | 'page' | 'widget' | 'dialog'

interface Reference {
  readonly kind: ReferenceKind
  readonly name: string
  readonly pointer: string
}

const WORDS: Readonly<Record<ReferenceKind, { readonly what: string; readonly where: string }>> = {
  text: {
    what: 'text',
    where: 'no dictionary of the brand or its parents has it. Add it to locales/<language>/<noun>.json',
  },
  asset: { what: 'asset', where: 'neither the brand nor a parent has that file. Put it into assets/' },
  page: { what: 'page', where: 'no pages/<language>/ folder has it. Add pages/<language>/<page>.md' },
  widget: { what: 'banner widget', where: 'the section banner-widgets has none of that id. Add it there' },
  dialog: { what: 'dialog', where: 'promo.modals has none of that name. Add it there' },
}

/** What the resolved documents name and nothing provides: texts, assets, pages, banner widgets and dialogs. */
export function checkReferences(level: BrandLevel, schemas: BrandSchemas): readonly BrandProblem[] {
  const names = providedNames(level)
  const problems: BrandProblem[] = []
  for (const [path, document] of level.documents) {
    for (const { kind, name, pointer } of referencesOf(document, schemas)) {
      if (names[kind].has(name)) continue
      const suggestion = nearest(name, names[kind])
      const { what, where } = WORDS[kind]
      const fix = suggestion === null ? '' : `, or did you mean ${quoted(suggestion)}?`
      const message = `${pointer} names the ${what} ${quoted(name)}, but ${where}${fix || '.'}`
      const expected =
        suggestion ?? `a ${what} that is there${kind === 'widget' ? `: ${listed([...names.widget])}` : ''}`
      problems.push(...locateFault(level, path, { pointer, found: quoted(name), expected, suggestion, message }))
    }
  }
  return problems
}

/** Keys of all texts that a brand's documents name. */
export function textNames(level: BrandLevel, schemas: BrandSchemas): readonly string[] {
  return [...level.documents.values()].flatMap((document) =>
    referencesOf(document, schemas).flatMap(({ kind, name }) => (kind === 'text' ? [name] : [])),
  )
}

/** The oldest level that has the same texts and names the same ones: what is said of them there holds for the brand. */
export function textHome(level: BrandLevel, schemas: BrandSchemas): BrandLevel {
  const { layer, parent, documents } = level
  const namesOf = (document: ResolvedDocument | undefined) =>
    document ? referencesOf(document, schemas).flatMap(({ kind, name }) => (kind === 'text' ? [name] : [])) : []
  if (!parent || layerTexts(layer).size > 0 || parent.documents.size !== documents.size) return level
  for (const [path, document] of documents) {
    const above = parent.documents.get(path)
    if (document !== above && [...namesOf(document), ...namesOf(above)].length > 0) return level
  }
  return textHome(parent, schemas)
}

const found = new WeakMap<ResolvedDocument, readonly Reference[]>()

/** What a document names; looked up once for all brands that share it. */
function referencesOf(document: ResolvedDocument, schemas: BrandSchemas): readonly Reference[] {
  const known = found.get(document)
  if (known) return known
  const references: Reference[] = []
  const kinds = patternKinds(schemas)
  const { node } = schemas.get(document.schema)
  if (mayName(node, kinds))
    visitDocument(node, document.value, ({ value, pointer, nodes }) => {
      if (typeof value !== 'string') return
      const kind =
        KEYS[pointer.slice(pointer.lastIndexOf('/') + 1)] ??
        nodes.map(({ pattern }) => kinds.get(pattern)).find((own) => own)
      if (kind) references.push({ kind, name: value, pointer })
    })
  found.set(document, references)
  return references
}

/** Keys that name a thing whatever form its name has. */
const KEYS: Readonly<Record<string, ReferenceKind>> = { widget: 'widget', agentPopup: 'dialog' }

const naming = new WeakMap<SchemaNode, boolean>()

/** Whether documents of a schema can name anything: themes cannot. */
function mayName(node: SchemaNode, kinds: ReadonlyMap<unknown, ReferenceKind>): boolean {
  const known = naming.get(node)
  if (known !== undefined) return known
  const text = JSON.stringify(node)
  const may = [...Object.keys(KEYS), ...kinds.keys()].some((name) => text.includes(JSON.stringify(name)))
  naming.set(node, may)
  return may
}

const kindsOf = new WeakMap<BrandSchemas, ReadonlyMap<unknown, ReferenceKind>>()

/** Values of one form name things of one kind: keys of dictionaries, paths of assets, names of pages. */
function patternKinds(schemas: BrandSchemas): ReadonlyMap<unknown, ReferenceKind> {
  const known = kindsOf.get(schemas)
  if (known) return known
  const property = (schema: string, name: string) =>
    (schemas.get(schema).node.properties as Record<string, SchemaNode>)[name]?.pattern
  const rules = { rules: { any: { page: '' } } }
  const [page] = schemaNodesAt(schemas.get(sectionSchema('information')).node, rules, '/rules/any/page')
  const kinds = new Map<unknown, ReferenceKind>([
    [(schemas.get(DICTIONARY).node.propertyNames as SchemaNode).pattern, 'text'],
    [property(sectionSchema('customize'), 'logo'), 'asset'],
    [page?.pattern, 'page'],
  ])
  kindsOf.set(schemas, kinds)
  return kinds
}

type Names = Readonly<Record<ReferenceKind, ReadonlySet<string>>>

const provided = new WeakMap<BrandLevel, Names>()

/** What a brand and its parents have to name; a folder that adds nothing has what its parent has. */
function providedNames(level: BrandLevel): Names {
  const known = provided.get(level)
  if (known) return known
  const { layer, parent } = level
  const inherited = parent && providedNames(parent)
  const paths = [sectionPath('banner-widgets'), sectionPath('promo')]
  const isAdding = [...layer.files.values()].some(({ role }) => role.kind !== 'json' || role.schema === DICTIONARY)
  const isSame =
    inherited && !isAdding && paths.every((path) => level.documents.get(path) === parent.documents.get(path))
  const names = isSame ? inherited : ownNames(level, inherited)
  provided.set(level, names)
  return names
}

function ownNames({ layer, documents }: BrandLevel, inherited: Names | null): Names {
  const names = { text: new Set(inherited?.text), asset: new Set(inherited?.asset), page: new Set(inherited?.page) }
  for (const [path, { role, source }] of layer.files) {
    if (role.kind === 'asset') names.asset.add(path.slice('assets/'.length))
    if (role.kind === 'page') names.page.add(path.split('/')[2]?.slice(0, -'.md'.length) ?? '')
    if (role.kind === 'json' && role.schema === DICTIONARY) addTexts(names.text, source?.value)
  }
  const widgets = documents.get(sectionPath('banner-widgets'))?.value as BannerWidgetsConfig | undefined
  const promo = documents.get(sectionPath('promo'))?.value as PromoConfig | undefined
  const dialog = new Set(Object.keys(promo?.modals ?? {}))
  return { ...names, dialog, widget: new Set(Object.keys(widgets?.widgets ?? {})) }
}

function addTexts(names: Set<string>, dictionary: unknown): void {
  for (const [key, text] of Object.entries((dictionary ?? {}) as Record<string, unknown>)) {
    if (text === null) continue
    names.add(key)
    names.add(stemOf(key))
  }
}
