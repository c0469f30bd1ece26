/** What tests, scenarios and stories say of requirements: which ids their titles name, and which they only mention. */
import { parseSync } from 'oxc-parser'

/** Where a requirement is named, from the strongest: in a title of the quick suite, in one of the long suite, or only in the text of
 *  a test, as in a comment or a table. */
export type Claim = 'quick' | 'long' | 'mentioned'

const ID = /\b[A-Z][A-Z0-9]{1,8}-\d{1,3}\b/g
/** A story's name alone says what it proves. */
const STORY_NAME = /^ {2}name: .*$/gm
/** A test that only long runs play, in a file of both suites. */
const LONG_TEST = /\.(?:skipIf|runIf)\([^)]*\b(?:isLong|LIVERY_LONG)\b/
const NEVER_RUN = /^\w+\.(?:skip|todo)\b/

/**
 * Reads what one file claims.
 * @param path from the root; its ending says whether it is a test, a scenario or stories
 * @param isLong whether the file runs in the long suite only
 * @returns id → its strongest claim in the file
 */
export function claimsOf(path: string, text: string, isLong: boolean): ReadonlyMap<string, Claim> {
  const suite: Claim = isLong ? 'long' : 'quick'
  const claims = new Map<string, Claim>()
  const add = (claim: Claim, words: string) => {
    for (const [id] of words.matchAll(ID)) claims.set(id, strongest(claim, claims.get(id)))
  }
  if (path.endsWith('.scn.json')) {
    const { title = '', req = [] } = JSON.parse(text) as { title?: string; req?: readonly string[] }
    add(suite, [title, ...req].join(' '))
  } else if (path.includes('.stories.')) {
    for (const [name] of text.matchAll(STORY_NAME)) add(suite, name)
  } else {
    for (const { title, isLongTest } of titlesOf(path, text)) add(isLongTest ? 'long' : suite, title)
    add('mentioned', text)
  }
  return claims
}

const ORDER: readonly Claim[] = ['quick', 'long', 'mentioned']

/** The stronger of two claims. */
export function strongest(one: Claim, other: Claim | undefined): Claim {
  return other === undefined || ORDER.indexOf(one) < ORDER.indexOf(other) ? one : other
}

interface Title {
  readonly title: string
  readonly isLongTest: boolean
}

/** The titles of the tests and groups of a file; those of a table with what its rows put into them. */
function titlesOf(path: string, text: string): Title[] {
  const { program } = parseSync(path, text)
  const titles: Title[] = []
  const visit = (value: unknown): void => {
    if (Array.isArray(value)) for (const item of value) visit(item)
    if (!isNode(value)) return
    if (
      value.type === 'CallExpression' &&
      isNode(value.callee) &&
      /^(?:test|it|describe\w*)$/.test(rootOf(value.callee))
    ) {
      const callee = text.slice(value.callee.start, value.callee.end)
      const title = wordsOf((value.arguments as unknown[])[0])
      if (!NEVER_RUN.test(callee)) {
        titles.push({ title: [title, ...cellsOf(value.callee, title)].join(' '), isLongTest: LONG_TEST.test(callee) })
      }
    }
    for (const child of Object.values(value)) visit(child)
  }
  visit(program)
  return titles
}

type Node = Readonly<Record<string, unknown>> & { readonly type: string; readonly start: number; readonly end: number }

function isNode(value: unknown): value is Node {
  return typeof value === 'object' && value !== null && 'type' in value
}

/** The name that a call begins with: `test` of `test.each(table)`. */
function rootOf(callee: Node): string {
  if (callee.type === 'Identifier') return String(callee.name)
  const inner = callee.type === 'MemberExpression' ? callee.object : callee.callee
  return isNode(inner) ? rootOf(inner) : ''
}

/** What the rows of a table that is written out put into a title: the cells at the places of its `%s`. */
function cellsOf(callee: Node, title: string): string[] {
  const isTable = isNode(callee.callee) && isNode(callee.callee.property) && callee.callee.property.name === 'each'
  const [table] = isTable ? (callee.arguments as unknown[]) : []
  const kinds = [...title.matchAll(/%([sdifjoOc])/g)].map(([, kind]) => kind)
  return elementsOf(table).flatMap((row) => {
    const cells = isNode(row) && row.type === 'ArrayExpression' ? elementsOf(row) : [row]
    return cells.filter((_, index) => kinds[index] === 's').map(wordsOf)
  })
}

function elementsOf(node: unknown): readonly unknown[] {
  return isNode(node) && node.type === 'ArrayExpression' ? (node.elements as readonly unknown[]) : []
}

/** The words of a title that are written out: 'a' + 'b', or a template without what it fills in. */
function wordsOf(node: unknown): string {
  if (!isNode(node)) return ''
  if (node.type === 'Literal') return String(node.value)
  if (node.type === 'BinaryExpression') return wordsOf(node.left) + wordsOf(node.right)
  if (node.type !== 'TemplateLiteral') return ''
  return (node.quasis as readonly { value: { raw: string } }[]).map(({ value }) => value.raw).join(' ')
}
