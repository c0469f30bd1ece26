import { parseSync } from 'oxc-parser'

/** A finding in a source text. */
export interface LintFault {
  /** Counted from 1. */
  readonly line: number
  readonly message: string
}

type Node = Readonly<Record<string, unknown>> & { readonly type: string; readonly start: number }

/** The names by which code reaches a clock, chance, the network, a page or the process. */
const OUTSIDE = new Set([
  ...['Date', 'performance', 'Temporal', 'crypto', 'fetch', 'XMLHttpRequest', 'WebSocket', 'EventSource', 'Worker'],
  ...['setTimeout', 'setInterval', 'setImmediate', 'clearTimeout', 'clearInterval', 'queueMicrotask'],
  ...['requestAnimationFrame', 'requestIdleCallback', 'window', 'document', 'self', 'globalThis', 'navigator'],
  ...[
    'localStorage',
    'sessionStorage',
    'indexedDB',
    'caches',
    'location',
    'history',
    'BroadcastChannel',
    'cookieStore',
  ],
  ...[
    'process',
    'Buffer',
    'require',
    'console',
    'alert',
    'eval',
    'Function',
    'WeakRef',
    'SharedArrayBuffer',
    'Atomics',
  ],
])

/** What machines may import besides files of the project. */
const PACKAGES = new Set(['xstate'])

/**
 * Where a source text reaches outside: a clock, chance, timers, the network, the page, the process, or a package that does.
 * A name that the text itself declares around the place is its own.
 */
export function outsideNames(file: string, text: string): readonly LintFault[] {
  const { program, module, errors } = parseSync(file, text)
  const faults: LintFault[] = []
  const report = (start: number, message: string) =>
    faults.push({ line: text.slice(0, start).split('\n').length, message })
  for (const { message } of errors) report(0, `cannot be read: ${message}`)
  for (const { moduleRequest } of module.staticImports) {
    const { value, start } = moduleRequest
    if (!/^[.#]/.test(value) && !PACKAGES.has(value)) report(start, `imports ${value}`)
  }
  for (const { start } of module.dynamicImports) report(start, 'imports while it runs')
  visit(program as unknown as Node, new Set(), report)
  return faults
}

type Report = (start: number, message: string) => void

function visit(node: Node, above: ReadonlySet<string>, report: Report): void {
  const names = new Set([...above, ...declaredIn(node)])
  if (node.type === 'Identifier' && OUTSIDE.has(String(node.name)) && !above.has(String(node.name))) {
    report(node.start, `reaches outside by ${String(node.name)}`)
  }
  if (isRandom(node, names)) report(node.start, 'reaches outside by Math.random')
  for (const [key, child] of Object.entries(node)) {
    if (isName(node, key)) continue
    for (const inner of Array.isArray(child) ? child : [child]) if (isNode(inner)) visit(inner, names, report)
  }
}

function isNode(value: unknown): value is Node {
  return typeof value === 'object' && value !== null && 'type' in value && isRunning(String(value.type))
}

/** Types are no part of what runs; `x as T` and the like are, for the sake of x. */
function isRunning(type: string): boolean {
  return !type.startsWith('TS') || type.endsWith('Expression') || type === 'TSTypeAssertion'
}

/** `a.Date`, `{ Date: 1 }` and the like name a property. In `{ Date }` the value refers, and is visited on its own. */
function isName(node: Node, key: string): boolean {
  if (node.computed === true) return false
  return (node.type === 'MemberExpression' && key === 'property') || (isKeyed(node) && key === 'key')
}

function isKeyed({ type }: Node): boolean {
  return type === 'Property' || type === 'PropertyDefinition' || type === 'MethodDefinition'
}

function isRandom({ type, object, property }: Node, names: ReadonlySet<string>): boolean {
  if (type !== 'MemberExpression' || names.has('Math')) return false
  const [owner, member] = [object, property] as [Node, Node]
  return owner.name === 'Math' && (member.name === 'random' || member.value === 'random')
}

/** The names that a node declares for what is inside it. */
function declaredIn(node: Node): readonly string[] {
  if (node.type === 'Program' || node.type === 'BlockStatement' || node.type === 'FunctionBody') {
    return (node.body as Node[]).flatMap(declaredBy)
  }
  if (Array.isArray(node.params)) return (node.params as Node[]).flatMap(boundBy)
  if (node.type === 'CatchClause') return isNode(node.param) ? boundBy(node.param) : []
  if (!node.type.startsWith('For')) return []
  const head = [node.init, node.left].filter(isNode)
  return head.flatMap((child) => (child.type === 'VariableDeclaration' ? declaredBy(child) : []))
}

function declaredBy(statement: Node): readonly string[] {
  if (isNode(statement.declaration)) return declaredBy(statement.declaration)
  if (statement.type === 'VariableDeclaration') {
    return (statement.declarations as Node[]).flatMap(({ id }) => boundBy(id as Node))
  }
  if (statement.type === 'ImportDeclaration')
    return (statement.specifiers as Node[]).flatMap(({ local }) => boundBy(local as Node))
  return isNode(statement.id) ? boundBy(statement.id) : []
}

/** The names of a pattern: `{ a, b: [c], ...d } = {}` → a, c, d. */
function boundBy(pattern: Node): readonly string[] {
  switch (pattern.type) {
    case 'Identifier':
      return [String(pattern.name)]
    case 'ObjectPattern':
      return (pattern.properties as Node[]).flatMap((property) =>
        boundBy((property.value ?? property.argument) as Node),
      )
    case 'ArrayPattern':
      return (pattern.elements as (Node | null)[]).flatMap((element) => (element ? boundBy(element) : []))
    case 'AssignmentPattern':
      return boundBy(pattern.left as Node)
    case 'RestElement':
      return boundBy(pattern.argument as Node)
    default:
      return []
  }
}
