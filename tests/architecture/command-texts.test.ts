import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseSync } from 'oxc-parser'
import { describe, expect, test } from 'vitest'
import { commandKeys } from '#cli/command-text.ts'
import { ROOT } from '#tools/house/import-graph.ts'

/** Sources of the commands. */
const SOURCES = globSync('{src/cli,stage/commands,stage/drivers}/**/*.ts', { cwd: ROOT }).filter(
  (file) => !/\.test(?:-support)?\.ts$|-style\.ts$/.test(file),
)

/** The drivers of stories: they also hold what a page is pressed by, and code that runs in it, so only what they tell is looked at. */
const DRIVERS = /^stage\/drivers\/(?:acts|browser|http)\//

/** Two words after each other, one beside a value, or one that ends a sentence: what people read, and no name, path or option. */
const WORDS = /\p{L}{2,}[,:;]? (?:\p{L}|\{\})|\{\}[,:;]? \p{L}{2,}|\p{L}{2,}[.!]$|^\p{Lu}\p{L}+\?$/u

/** What is for programs alone: elements of XML and HTML, the media type of an answer, and a page's policy. */
const FOR_PROGRAMS = /<[^<>]*(?:>|$)|; charset=utf-8|\b[a-z]+-src [^;]*/g

/** Expressions that give a text on as it is. */
const GIVING_ON =
  /^(?:TemplateLiteral|ConditionalExpression|BinaryExpression|LogicalExpression|ParenthesizedExpression)$/

/** What is thrown to say why something was not done. */
const ERRORS = /(?:Error|Failure|Fault|Unavailable|Untold)$/

interface Node {
  readonly type: string
  readonly start: number
  readonly [key: string]: unknown
}

/** How a text is used: a command writes it, it is given as a reason or an error, or neither was found. */
type Use = 'written' | 'told' | 'unseen'

/** The texts that a source says by itself, each with its line: any letters where a command writes, else words.
 *  @param isDriver whether words count only where they are told, and begin as a reason does */
function literals(source: string, isDriver = false): readonly string[] {
  const found: string[] = []
  const visit = (node: unknown, use: Use): void => {
    if (Array.isArray(node)) for (const child of node) visit(child, use)
    if (typeof node !== 'object' || node === null || Array.isArray(node)) return
    const { type, start, ...rest } = node as Node
    if (type === 'ImportDeclaration' || (type === 'TaggedTemplateExpression' && nameOf(rest.tag) === 'sql')) return
    const text = textOf(type, rest).replaceAll(FOR_PROGRAMS, '')
    const isSeen = !isDriver || (use !== 'unseen' && /^(?:\p{Ll}|\{\})[^()=]*$/u.test(text))
    if (use === 'written' ? /\p{L}/u.test(text) : isSeen && WORDS.test(text))
      found.push(`${source.slice(0, start).split('\n').length}: ${text}`)
    const inside = GIVING_ON.test(type) ? use : tellsBelow(type, rest)
    for (const child of Object.values(rest)) visit(child, inside)
  }
  visit(parseSync('source.ts', source).program, 'unseen')
  return found
}

function tellsBelow(type: string, node: Readonly<Record<string, unknown>>): Use {
  if (type === 'CallExpression' && /^std(?:out|err)$/.test(nameOf(node.callee))) return 'written'
  if (type === 'Property' && /^(?:impossible|own|reason)$/.test(nameOf(node.key))) return 'told'
  if (type === 'NewExpression') return ERRORS.test(nameOf(node.callee)) ? 'told' : 'unseen'
  return type === 'ReturnStatement' ? 'told' : 'unseen'
}

/** The name under which something is called: `stdout` of `io.stdout(…)`. */
function nameOf(callee: unknown): string {
  const { name, property } = callee as { readonly name?: string; readonly property?: unknown }
  return name ?? (property ? nameOf(property) : '')
}

function textOf(type: string, node: Readonly<Record<string, unknown>>): string {
  if (type === 'Literal' && typeof node.value === 'string') return node.value
  if (type !== 'TemplateLiteral') return ''
  return (node.quasis as { value: { cooked: string } }[]).map(({ value }) => value.cooked).join('{}')
}

/** Keys that sources name, as patterns: `feed.row`, and `bet.` with anything and `_fault` around a code. */
function namedKeys(sources: readonly string[]): RegExp {
  const keys = sources.flatMap(
    (source) =>
      source.match(/(['`])(?:[a-z]+\.(?:\w|\$\{[\w.]+\})+|\$\{\w+\}\.(?:summary|usage(?:_\$\{\w+\})?))\1/g) ?? [],
  )
  const patterns = keys.map((key) =>
    key
      .slice(1, -1)
      .replaceAll('.', '\\.')
      .replaceAll(/\$\{.*?\}/g, '\\w+'),
  )
  return new RegExp(`^(?:${[...new Set(patterns)].join('|')})$`)
}

describe('texts of commands', () => {
  test('commands of all nouns are looked at', () => {
    expect(SOURCES).toEqual(
      expect.arrayContaining([
        'src/cli/commands.ts',
        'src/cli/backup/backup-restore.ts',
        'src/cli/brand/brand-check.ts',
        'src/cli/feed/feed-result.ts',
        'stage/drivers/acts/coupon.acts.ts',
        'stage/commands/scenario-report.ts',
      ]),
    )
  })

  test.each(SOURCES)('%s says nothing but what a dictionary has (CARD-2)', (file) => {
    expect(literals(readFileSync(join(ROOT, file), 'utf8'), DRIVERS.test(file))).toEqual([])
  })

  test.each([
    ['io.stdout(count + ` brands were made.`)', '1:  brands were made.'],
    ["throw new BrandCommandFailure('usage', 'Name the brand.')", '1: Name the brand.'],
    ["const TEXTS = { a: 'There is none' }", '1: There is none'],
    // biome-ignore-start lint/suspicious/noTemplateCurlyInString: sources
    ['fail(`${file} vanished`)', '1: {} vanished'],
    ['fail(`missing: ${file}`)', '1: missing: {}'],
    ["io.stderr(isNew ? `${file}\\n` : 'unchanged')", '1: unchanged'],
    // biome-ignore-end lint/suspicious/noTemplateCurlyInString: sources
  ])('a text that is planted in %j is found', (source, found) => {
    expect(literals(source)).toEqual([found])
  })

  test.each([
    ["const acts = { impossible: 'the page has none' }", '1: the page has none'],
    ["function why() { return isOpen ? undefined : 'it is closed' }", '1: it is closed'],
    // biome-ignore lint/suspicious/noTemplateCurlyInString: a source
    ['throw new Untold(`no call ${name}`)', '1: no call {}'],
  ])('a reason that is planted in a driver by %j is found', (source, found) => {
    expect(literals(source, true)).toEqual([found])
  })

  test('what a driver presses and runs in a page is no reason', () => {
    expect(literals("press({ label: 'Sign in again' }); return page.evaluate('delete window.a')", true)).toEqual([])
  })

  test.each([
    "say('brand.exists'); f('--language', 'config/global.json', 'utf8', `sv/locales`)",
    "io.stdout(say('feed.row')); io.stdout(join(folder, 'index.html'))",
    'sql`select name from livery_migration`',
    "respond('text/plain; charset=utf-8', '<p class=\"one two\"></p>')",
  ])('names, paths, options, keys and markup are no texts: %j', (source) => {
    expect(literals(source)).toEqual([])
  })

  test('every text of the dictionaries is said by a command', () => {
    const sources = globSync('{src/cli,stage/commands,stage/drivers}/**/*.ts', { cwd: ROOT }).filter(
      (file) => !file.endsWith('.test.ts'),
    )
    const named = namedKeys(sources.map((file) => readFileSync(join(ROOT, file), 'utf8')))
    expect([...commandKeys()].filter((key) => !named.test(key))).toEqual([])
  })
})
