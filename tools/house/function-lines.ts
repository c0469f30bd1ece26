import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseSync, Visitor } from 'oxc-parser'
import { ROOT, sourceFiles } from './import-graph.ts'

/** A function, method or closure with how many lines it has, from its first to its last. */
export interface LongFunction {
  readonly file: string
  /** Counted from 1. */
  readonly line: number
  readonly name: string
  readonly lines: number
}

/** Set-up of tests, which is read once from top to bottom. */
const OF_TESTS = /^tests\/|\.test-support\.tsx?$|^stories\//

/** Functions of a source text with more lines than `most`; those inside another count by themselves and within it.
 *  @example longFunctions('a.ts', 'export const f = () => {\n  g()\n}', 2) → [{ file: 'a.ts', line: 1, name: 'f', lines: 3 }] */
export function longFunctions(file: string, text: string, most: number): readonly LongFunction[] {
  const { program } = parseSync(file, text)
  const lineAt = (offset: number) => text.slice(0, offset).split('\n').length
  const names = new Map<number, string>()
  const found: LongFunction[] = []
  const nameOf = (value: { readonly start: number } | null, name: string) => value && names.set(value.start, name)
  const measure = ({ start, end, id }: { start: number; end: number; id?: { readonly name: string } | null }) => {
    const lines = text.slice(start, end).split('\n').length
    if (lines > most)
      found.push({ file, line: lineAt(start), name: id?.name ?? names.get(start) ?? 'a closure', lines })
  }
  new Visitor({
    VariableDeclarator: ({ id, init }) => (id.type === 'Identifier' ? nameOf(init, id.name) : undefined),
    Property: ({ key, value }) => (key.type === 'Identifier' ? nameOf(value, key.name) : undefined),
    MethodDefinition: ({ key, value }) => (key.type === 'Identifier' ? nameOf(value, key.name) : undefined),
    FunctionDeclaration: measure,
    FunctionExpression: measure,
    ArrowFunctionExpression: measure,
  }).visit(program)
  return found
}

/** Functions of the product, the scenario tool and the tools with more lines than `most`, the longest first. */
export function longFunctionsOf(root = ROOT, most = 80): readonly LongFunction[] {
  return sourceFiles(root)
    .filter((file) => !OF_TESTS.test(file))
    .flatMap((file) => longFunctions(file, readFileSync(join(root, file), 'utf8'), most))
    .sort((one, other) => other.lines - one.lines)
}
