import type ts from 'typescript'
import { generatedTypes, walkProperties } from './generated-types.ts'
import type { SourceProgram } from './program.ts'

/** A key of the configuration, and where a brand writes it. */
export interface KeyPlace {
  /** File inside the brand's folder, such as `config/auth.json`. */
  readonly file: string
  /** JSON Pointer inside that file; `*` is the id of an entry, or any place of a list. */
  readonly pointer: string
  /** The declarations of the generated types that mean the key: one that pages see has two. */
  readonly declarations: Set<ts.Node>
}

/** Generated type → the file that it describes, beside the sections of the site configuration. */
const FILES: Readonly<Record<string, string>> = {
  BrandManifest: 'brand.json',
  FieldCatalogue: 'registration/fields.json',
  RegistrationTypeDefinition: 'registration/<type>.json',
  RegistrationDataFile: 'registration/data.json',
  WelcomeBonusesFile: 'registration/welcome-bonuses.json',
}
/** Keys that say something to editors alone. */
const FOR_EDITORS = new Set(['$schema'])

/** Every key that a file of a brand may have, by the generated types. A key of a shape that several places share is one key, named
 *  by its first place. Theme tokens and texts are free maps, whose names no type knows. */
export function keyPlaces(sources: SourceProgram): readonly KeyPlace[] {
  const types = generatedTypes(sources)
  const checker = sources.program.getTypeChecker()
  const places = new Map<string, KeyPlace>()
  const byDeclaration = new Map<ts.Node, KeyPlace>()

  function note(property: ts.Symbol, file: string, pointer: string): void {
    if (FOR_EDITORS.has(property.name)) return
    const declarations = property.declarations ?? []
    const shared = declarations.map((node) => byDeclaration.get(node)).find((known) => known !== undefined)
    const place = places.get(`${file}${pointer}`) ?? shared ?? { file, pointer, declarations: new Set<ts.Node>() }
    places.set(`${file}${pointer}`, place)
    for (const declaration of declarations) {
      place.declarations.add(declaration)
      byDeclaration.set(declaration, place)
    }
  }

  function noteAll(type: ts.Type, file: string): void {
    walkProperties(sources, type, (property, pointer) => note(property, file, pointer))
  }

  for (const root of ['SiteConfig', 'PublicConfig'])
    for (const section of checker.getPropertiesOfType(types.named(root)))
      noteAll(checker.getTypeOfSymbol(section), `config/${section.name}.json`)
  for (const [name, file] of Object.entries(FILES)) noteAll(types.named(name), file)
  return [...new Set(places.values())]
}

/** The declarations of all that answers of calls hold: other programs than these sources read them. */
export function answeredDeclarations(sources: SourceProgram): ReadonlySet<ts.Node> {
  const answered = new Set<ts.Node>()
  const types = generatedTypes(sources)
  for (const name of types.names.filter((one) => /Answer(?:New|Old)?$/.test(one)))
    walkProperties(sources, types.named(name), (property) => {
      for (const declaration of property.declarations ?? []) answered.add(declaration)
    })
  return answered
}
