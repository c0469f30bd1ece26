import type ts from 'typescript'
import type { KeyGraph } from './key-graph.ts'
import type { Compiler } from './program.ts'

/** How deep two types are compared: an entry in a map in an answer in a callback. */
const DEPTH = 6

/** What the functions of `createTypeFlows` share. */
interface TypeFlowsParts {
  readonly GENERIC: number
  readonly checker: ts.TypeChecker
  readonly HOLDERS: number
  readonly Union: number
  readonly seen: Map<ts.Type, Set<ts.Type>>
  readonly graph: KeyGraph
  readonly compiler: Compiler
  readonly OBJECT: number
}

/** Follows values from one type into another: `byOrder(entries)` reads `order` of a type that only has the same property, and
 *  the entries' own `order` is read by it.
 *  @returns a function that is given the type of an expression and the type that its place asks for */
export function createTypeFlows(
  compiler: Compiler,
  checker: ts.TypeChecker,
  graph: KeyGraph,
): (from: ts.Type, to: ts.Type) => void {
  const seen = new Map<ts.Type, Set<ts.Type>>()
  const { Object: OBJECT, Intersection, TypeParameter, IndexedAccess, Union } = compiler.TypeFlags
  /** Types that can have properties. */
  const HOLDERS = OBJECT | Intersection
  const GENERIC = TypeParameter | IndexedAccess
  const flows: TypeFlowsParts = { GENERIC, checker, HOLDERS, Union, seen, graph, compiler, OBJECT }

  return (from, to) => relate(flows, from, to, 0)
}

function relate(flows: TypeFlowsParts, from: ts.Type, to: ts.Type, depth: number): void {
  const { GENERIC, checker } = flows
  if (from === to || depth > DEPTH || !canHold(flows, from) || !canHold(flows, to) || isSeen(flows, from, to)) return
  if (to.flags & GENERIC) {
    const constraint = checker.getBaseConstraintOfType(to)
    if (constraint) relate(flows, from, constraint, depth)
    return
  }
  if (from.flags & GENERIC) {
    const constraint = checker.getBaseConstraintOfType(from)
    if (constraint) relate(flows, constraint, to, depth)
    return
  }
  if (from.isUnion()) for (const part of from.types) relate(flows, part, to, depth)
  else if (to.isUnion()) for (const part of fittingParts(flows, from, to)) relate(flows, from, part, depth)
  else relateObjects(flows, from, to, depth)
}

function canHold({ HOLDERS, GENERIC, Union }: TypeFlowsParts, type: ts.Type): boolean {
  return (type.flags & (HOLDERS | GENERIC | Union)) !== 0
}

/** Of a union the parts that the value can be, so that a block of one kind is not taken for all others. */
function fittingParts({ HOLDERS, checker }: TypeFlowsParts, from: ts.Type, to: ts.UnionType): readonly ts.Type[] {
  const parts = to.types.filter((part) => (part.flags & HOLDERS) !== 0)
  if (parts.length < 2) return parts
  const fitting = parts.filter((part) => checker.isTypeAssignableTo(from, part))
  return fitting.length > 0 ? fitting : parts
}

function isSeen({ seen }: TypeFlowsParts, from: ts.Type, to: ts.Type): boolean {
  const known = seen.get(from)
  if (known?.has(to)) return true
  if (known) known.add(to)
  else seen.set(from, new Set([to]))
  return false
}

function relateObjects(flows: TypeFlowsParts, from: ts.Type, to: ts.Type, depth: number): void {
  const { HOLDERS, checker, graph } = flows
  if ((from.flags & HOLDERS) === 0 || (to.flags & HOLDERS) === 0) return
  relateIndexes(flows, from, to, depth)
  relateSignatures(flows, from, to, depth)
  if (relateArguments(flows, from, to, depth)) return
  for (const target of checker.getPropertiesOfType(to)) {
    const source = checker.getPropertyOfType(from, target.name)
    if (source === undefined) continue
    const own = checker.getTypeOfSymbol(source)
    const asked = checker.getTypeOfSymbol(target)
    if (isPlain(flows, own) && !checker.isTypeAssignableTo(own, asked)) continue
    for (const one of source.declarations ?? []) {
      // A property that a mapped type makes up has no declaration to follow.
      if (target.declarations === undefined) graph.use(one)
      for (const other of target.declarations ?? []) graph.flow(one, other)
    }
    relate(flows, own, asked, depth + 1)
  }
}

function isPlain({ HOLDERS }: TypeFlowsParts, type: ts.Type): boolean {
  return (type.isUnion() ? type.types : [type]).every((part) => (part.flags & HOLDERS) === 0)
}

/** Types of a library, such as arrays, maps and promises, are compared by what they hold. */
function relateArguments(flows: TypeFlowsParts, from: ts.Type, to: ts.Type, depth: number): boolean {
  const own = argumentsOf(flows, from)
  const asked = argumentsOf(flows, to)
  if (own === null || asked === null) return false
  for (const [index, type] of own.entries()) {
    const other = asked[Math.min(index, asked.length - 1)]
    if (other !== undefined) relate(flows, type, other, depth + 1)
  }
  return true
}

function argumentsOf({ OBJECT, compiler, checker }: TypeFlowsParts, type: ts.Type): readonly ts.Type[] | null {
  const isReference =
    (type.flags & OBJECT) !== 0 && ((type as ts.ObjectType).objectFlags & compiler.ObjectFlags.Reference) !== 0
  if (!isReference) return null
  const reference = type as ts.TypeReference
  const isOfLibrary = reference.symbol?.declarations?.some((node) => node.getSourceFile().isDeclarationFile) ?? true
  return isOfLibrary ? checker.getTypeArguments(reference) : null
}

function relateIndexes(flows: TypeFlowsParts, from: ts.Type, to: ts.Type, depth: number): void {
  const { checker, compiler } = flows
  const asked = checker.getIndexTypeOfType(to, compiler.IndexKind.String)
  if (asked === undefined) return
  const own = checker.getIndexTypeOfType(from, compiler.IndexKind.String)
  if (own !== undefined) relate(flows, own, asked, depth + 1)
  else
    for (const property of checker.getPropertiesOfType(from))
      relate(flows, checker.getTypeOfSymbol(property), asked, depth + 1)
}

/** What a place gives to a function flows into the function's parameters, and its result back. */
function relateSignatures(flows: TypeFlowsParts, from: ts.Type, to: ts.Type, depth: number): void {
  const { checker, compiler } = flows
  const [asked] = checker.getSignaturesOfType(to, compiler.SignatureKind.Call)
  const [own] = checker.getSignaturesOfType(from, compiler.SignatureKind.Call)
  if (asked === undefined || own === undefined) return
  for (const [index, parameter] of own.parameters.entries()) {
    const given = asked.parameters[index]
    if (given) relate(flows, checker.getTypeOfSymbol(given), checker.getTypeOfSymbol(parameter), depth + 1)
  }
  relate(flows, checker.getReturnTypeOfSignature(own), checker.getReturnTypeOfSignature(asked), depth + 1)
}
