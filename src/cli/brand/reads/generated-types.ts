import type ts from 'typescript'
import { say } from '../../command-text.ts'
import { GENERATED_TYPES, pathOf, type SourceProgram } from './program.ts'

/** The types that the schemas give. */
export interface GeneratedTypes {
  readonly names: readonly string[]
  /** @throws Error when there is none of that name */
  readonly named: (name: string) => ts.Type
}

/** Finds the types that the schemas give, by their names. */
export function generatedTypes({ compiler, program }: SourceProgram): GeneratedTypes {
  const checker = program.getTypeChecker()
  const source = program.getSourceFiles().find((file) => pathOf(file) === GENERATED_TYPES)
  if (!source) throw new Error(say('brand.types_absent', { file: GENERATED_TYPES }))
  const types = new Map<string, ts.Type>()
  compiler.forEachChild(source, (node) => {
    if (compiler.isInterfaceDeclaration(node) || compiler.isTypeAliasDeclaration(node))
      types.set(node.name.text, checker.getTypeAtLocation(node.name))
  })
  return {
    names: [...types.keys()],
    named(name) {
      const type = types.get(name)
      if (type === undefined) throw new Error(say('brand.type_absent', { type: name }))
      return type
    },
  }
}

/** Gives every property inside a type, at any depth, with its JSON Pointer: `*` is any entry of a map or a list. */
export function walkProperties(
  { compiler, program }: SourceProgram,
  root: ts.Type,
  found: (property: ts.Symbol, pointer: string) => void,
): void {
  const checker = program.getTypeChecker()

  function walk(type: ts.Type, pointer: string, inside: readonly ts.Type[]): void {
    if (inside.includes(type)) return
    const within = [...inside, type]
    if (type.isUnionOrIntersection()) for (const part of type.types) walk(part, pointer, within)
    else if ((type.flags & compiler.TypeFlags.Object) !== 0) walkObject(type, pointer, within)
  }

  function walkObject(type: ts.Type, pointer: string, within: readonly ts.Type[]): void {
    const item = checker.isArrayLikeType(type) ? checker.getIndexTypeOfType(type, compiler.IndexKind.Number) : undefined
    if (item !== undefined) {
      walk(item, `${pointer}/*`, within)
      return
    }
    const entry = checker.getIndexTypeOfType(type, compiler.IndexKind.String)
    if (entry !== undefined) walk(entry, `${pointer}/*`, within)
    for (const property of checker.getPropertiesOfType(type)) {
      const below = `${pointer}/${property.name}`
      found(property, below)
      walk(checker.getTypeOfSymbol(property), below, within)
    }
  }

  walk(root, '', [])
}
