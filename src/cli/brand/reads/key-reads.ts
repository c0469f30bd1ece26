import type ts from 'typescript'
import { createKeyGraph, type KeyGraph } from './key-graph.ts'
import { GENERATED_TYPES, pathOf, type SourceProgram } from './program.ts'
import { createTypeFlows } from './type-flows.ts'

/** Where requests and answers are described. */
const CALLS = 'src/calls/'

/** What the functions of `findReads` share. */
interface ReadSearch {
  readonly source: SourceProgram
  readonly checker: ts.TypeChecker
  readonly byName: ReturnType<typeof createNamedReads>
  readonly graph: KeyGraph
  readonly relate: ReturnType<typeof createTypeFlows>
}

/** Finds the properties that the sources read, by their types and not by their names. A value that only becomes the value of
 *  another property counts as read where that one is. */
export function findReads(source: SourceProgram): KeyGraph {
  const { compiler, program, readers } = source
  const checker = program.getTypeChecker()
  const isKey = (node: ts.Node) => isConfiguration(compiler, node)
  const graph = createKeyGraph((node) => isOutside(node) && !isKey(node), isKey)
  const relate = createTypeFlows(compiler, checker, graph)
  const byName = createNamedReads(compiler, checker, graph)
  const reading: ReadSearch = { source, checker, byName, graph, relate }

  for (const file of readers) visit(reading, file)
  byName.settle()
  return graph
}

function visit(reading: ReadSearch, node: ts.Node): void {
  const { checker, byName } = reading
  const { compiler } = reading.source
  if (compiler.isTypeNode(node)) return
  if (compiler.isPropertyAccessExpression(node)) read(reading, checker.getSymbolAtLocation(node.name), node)
  else if (compiler.isElementAccessExpression(node)) readElement(reading, node)
  else if (compiler.isObjectBindingPattern(node)) readPattern(reading, node)
  else if (compiler.isStringLiteral(node)) byName.literal(node)
  else if (compiler.isCallExpression(node) || compiler.isNewExpression(node)) passArguments(reading, node)
  if (compiler.isCallExpression(node)) readEntries(reading, node)
  if (compiler.isExpression(node)) passToPlace(reading, node)
  compiler.forEachChild(node, (child) => visit(reading, child))
}

function read(reading: ReadSearch, symbol: ts.Symbol | undefined, at: ts.Node): void {
  const { graph } = reading
  if (symbol?.declarations === undefined || isWritten(reading, at)) return
  const targets = targetsOf(reading, at)
  for (const declaration of symbol.declarations) {
    if (targets === null) graph.use(declaration)
    else for (const target of targets) graph.flow(declaration, target)
  }
}

function readElement(reading: ReadSearch, node: ts.ElementAccessExpression): void {
  const { checker, byName } = reading
  const { compiler } = reading.source
  const index = node.argumentExpression
  const type = checker.getTypeAtLocation(node.expression)
  if (compiler.isStringLiteralLike(index))
    read(reading, checker.getPropertyOfType(checker.getApparentType(type), index.text), node)
  else byName.index(type, checker.getTypeAtLocation(index))
}

function readPattern({ checker, source: { compiler }, graph }: ReadSearch, pattern: ts.ObjectBindingPattern): void {
  const type = checker.getApparentType(checker.getTypeAtLocation(pattern))
  for (const element of pattern.elements) {
    const name = element.propertyName ?? element.name
    if (element.dotDotDotToken || !(compiler.isIdentifier(name) || compiler.isStringLiteral(name))) continue
    for (const declaration of checker.getPropertyOfType(type, name.text)?.declarations ?? []) graph.use(declaration)
  }
}

/** `Object.entries(windows)` and `Object.values(windows)` read all that a shape has; a whole section is never read so. */
function readEntries({ checker, graph }: ReadSearch, { expression, arguments: [given] }: ts.CallExpression): void {
  if (given === undefined || !/^Object\.(?:entries|values)$/.test(expression.getText())) return
  const type = checker.getNonNullableType(checker.getTypeAtLocation(given))
  if (/Config$/.test(type.symbol?.name ?? '')) return
  for (const property of checker.getPropertiesOfType(type))
    for (const declaration of property.declarations ?? []) graph.use(declaration)
}

function isWritten({ source: { compiler } }: ReadSearch, node: ts.Node): boolean {
  const { parent } = node
  return (
    compiler.isBinaryExpression(parent) &&
    parent.left === node &&
    parent.operatorToken.kind === compiler.SyntaxKind.EqualsToken
  )
}

/** The properties into whose value an expression goes; null where it goes anywhere else. */
function targetsOf(reading: ReadSearch, node: ts.Node): readonly ts.Node[] | null {
  const { compiler } = reading.source
  for (let at = node; ; at = at.parent) {
    const { parent } = at
    if (parent === undefined || compiler.isFunctionLike(parent) || compiler.isStatement(parent)) return null
    const isValue = compiler.isPropertyAssignment(parent) && parent.initializer === at
    if (isValue && compiler.isObjectLiteralExpression(parent.parent))
      return literalTargets(reading, parent, parent.parent)
    if (compiler.isJsxAttribute(parent)) return jsxTargets(reading, parent)
  }
}

function literalTargets(
  reading: ReadSearch,
  property: ts.PropertyAssignment,
  literal: ts.ObjectLiteralExpression,
): readonly ts.Node[] | null {
  const { checker } = reading
  if (isGivenAway(reading, literal)) return null
  const place = checker.getContextualType(literal)
  const own = checker.getSymbolAtLocation(property.name)?.declarations ?? [property]
  if (place === undefined) return own
  const name = checker.getSymbolAtLocation(property.name)?.name
  const wanted = name === undefined ? undefined : checker.getPropertyOfType(place, name)
  return wanted?.declarations === undefined ? null : [...own, ...wanted.declarations]
}

function jsxTargets({ checker }: ReadSearch, attribute: ts.JsxAttribute): readonly ts.Node[] | null {
  const place = checker.getContextualType(attribute.parent)
  const wanted = place && checker.getPropertyOfType(place, attribute.name.getText())
  return wanted?.declarations === undefined ? null : wanted.declarations
}

/** Whether a literal is an argument of a function that is not of these sources, or of any value. */
function isGivenAway({ source: { compiler }, checker }: ReadSearch, literal: ts.Node): boolean {
  for (let at = literal; compiler.isExpression(at) || compiler.isPropertyAssignment(at); at = at.parent) {
    const { parent } = at
    if (compiler.isCallExpression(parent) && parent.expression !== at) {
      const declaration = checker.getResolvedSignature(parent)?.declaration
      return declaration === undefined || declaration.getSourceFile().isDeclarationFile
    }
  }
  return false
}

/** An argument flows into its parameter as that was declared: `ordered<T extends Ordered>` reads what `Ordered` has. */
function passArguments(reading: ReadSearch, node: ts.CallExpression | ts.NewExpression): void {
  const { checker, relate } = reading
  const { compiler } = reading.source
  const declaration = checker.getResolvedSignature(node)?.declaration
  if (declaration === undefined || declaration.getSourceFile().isDeclarationFile) return
  for (const [index, argument] of (node.arguments ?? []).entries()) {
    const parameter = declaration.parameters[Math.min(index, declaration.parameters.length - 1)]
    if (parameter === undefined || !compiler.isParameter(parameter)) continue
    const asked = checker.getTypeAtLocation(parameter)
    relate(checker.getTypeAtLocation(argument), parameter.dotDotDotToken ? elementOf(reading, asked) : asked)
  }
}

function elementOf({ checker, source: { compiler } }: ReadSearch, type: ts.Type): ts.Type {
  return checker.getIndexTypeOfType(type, compiler.IndexKind.Number) ?? type
}

function passToPlace({ source: { compiler }, checker, relate }: ReadSearch, node: ts.Expression): void {
  const isName =
    compiler.isIdentifier(node) && compiler.isPropertyAccessExpression(node.parent) && node.parent.name === node
  if (isName) return
  const place = checker.getContextualType(node)
  if (place !== undefined) relate(checker.getTypeAtLocation(node), place)
}

/** Whether a property is of a library, or of an answer or request, which programs outside these sources read. */
function isOutside(node: ts.Node): boolean {
  const file = node.getSourceFile()
  return file.isDeclarationFile || pathOf(file) === GENERATED_TYPES || pathOf(file).startsWith(CALLS)
}

/** Whether a property is of a generated type of the configuration, whose values are read in these sources and nowhere else. */
function isConfiguration(compiler: SourceProgram['compiler'], node: ts.Node): boolean {
  for (let at = node; at !== undefined; at = at.parent)
    if (compiler.isInterfaceDeclaration(at)) return /Config$/.test(at.name.text)
  return false
}

/** Reads by a name that is computed: `flags[name]`. Where the name can be only some of the keys, all of those are read; where it
 *  can be any, those that the sources name in a text of that type. */
function createNamedReads(compiler: SourceProgram['compiler'], checker: ts.TypeChecker, graph: KeyGraph) {
  const open: { readonly type: ts.Type; readonly names: ts.Type }[] = []
  /** Text → the texts that its placeholders can be filled with. */
  const literals = new Map<string, (readonly string[])[]>()

  const namesOf = (type: ts.Type): readonly string[] =>
    (type.isUnion() ? type.types : [type]).flatMap((part) => (part.isStringLiteral() ? [part.value] : []))
  const use = (type: ts.Type, name: string) => {
    for (const declaration of checker.getPropertyOfType(type, name)?.declarations ?? []) graph.use(declaration)
  }
  return {
    literal(node: ts.StringLiteral): void {
      const place = checker.getContextualType(node)
      if (place === undefined) return
      const known = literals.get(node.text) ?? []
      literals.set(node.text, [...known, namesOf(place)])
    },
    index(of: ts.Type, by: ts.Type): void {
      const type = checker.getApparentType(of)
      const names = checker.getNonNullableType(checker.getBaseConstraintOfType(by) ?? by)
      if ((names.flags & compiler.TypeFlags.Union) === 0 && !names.isStringLiteral()) return
      open.push({ type, names })
    },
    /** To be called when all sources are read. */
    settle(): void {
      for (const { type, names } of open) {
        const all = checker.getPropertiesOfType(type)
        const asked = namesOf(names)
        const isAny = asked.length === all.length && all.length > 1
        const isSaid = (name: string) =>
          literals.get(name)?.some((could) => could.length > 0 && could.every((one) => asked.includes(one)))
        for (const name of asked) if (!isAny || isSaid(name)) use(type, name)
      }
    },
  }
}
