import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseSync } from 'oxc-parser'
import { describe, expect, test } from 'vitest'
import { ROOT } from '#tools/house/import-graph.ts'

/** Components of the page and the studio. The panel of the recorder is a tool for testers, as the viewer is, and speaks to them alone. */
const SOURCES = globSync('{renderers,src/client,src/studio}/**/*.tsx', { cwd: ROOT }).filter(
  (file) => !/\.(?:test|stories)\.tsx$/.test(file) && file !== 'renderers/shell/RecorderPanel.tsx',
)

/** Attributes that people read or hear. */
const SPOKEN = /^(?:aria-(?:label|description|placeholder|roledescription|valuetext)|placeholder|title|alt|label)$/

/** The same in every language: a time zone, a unit, a country code that is still to be chosen, an address. */
const ALIKE = new Set(['UTC', '{} ms', 'xxx', 'www.example.com'])

const ENTITY = /&#?\w+;/g
/** Expressions that pass a text on unchanged. */
const GIVING_ON = /^(?:TemplateLiteral|ConditionalExpression|LogicalExpression|ParenthesizedExpression)$/

/** The texts that a component writes by itself instead of asking the dictionaries for them, each with its line. */
function literals(source: string): readonly string[] {
  const found: string[] = []
  const visit = (node: unknown, isSeen: boolean): void => {
    if (Array.isArray(node)) for (const child of node) visit(child, isSeen)
    if (typeof node !== 'object' || node === null || Array.isArray(node)) return
    const { type, start, ...rest } = node as { readonly type: string; readonly start: number }
    const text = textOf(type, rest).replaceAll(ENTITY, '').trim()
    if ((isSeen || type === 'JSXText') && /\p{L}/u.test(text) && !ALIKE.has(text))
      found.push(`${source.slice(0, start).split('\n').length}: ${text}`)
    for (const [key, child] of Object.entries(rest)) visit(child, isShown(type, key, rest, isSeen))
  }
  visit(parseSync('source.tsx', source).program, false)
  return found
}

/** Whether what is below a node is shown as it is. */
function isShown(type: string, key: string, node: Readonly<Record<string, unknown>>, isSeen: boolean): boolean {
  if (type === 'JSXAttribute') return SPOKEN.test(String((node.name as { readonly name?: unknown }).name))
  if (type === 'JSXElement' || type === 'JSXFragment') return key === 'children'
  if (type === 'JSXExpressionContainer') return isSeen
  return isSeen && GIVING_ON.test(type) && key !== 'test' && key !== 'expressions'
}

function textOf(type: string, node: Readonly<Record<string, unknown>>): string {
  if ((type === 'Literal' || type === 'JSXText') && typeof node.value === 'string') return node.value
  if (type !== 'TemplateLiteral') return ''
  return (node.quasis as { value: { cooked: string } }[]).map(({ value }) => value.cooked).join('{}')
}

describe('texts of components', () => {
  test('components of page and studio are looked at', () => {
    expect(SOURCES).toEqual(
      expect.arrayContaining([
        'renderers/betting/coupon/CouponFoot.tsx',
        'src/client/app/HomeScreen.tsx',
        'src/studio/people/ActLog.tsx',
      ]),
    )
  })

  test('CARD-2: no component of page or studio writes a text that is not of a dictionary', () => {
    const told = SOURCES.flatMap((file) =>
      literals(readFileSync(join(ROOT, file), 'utf8')).map((text) => `${file}:${text}`),
    )
    expect(told).toEqual([])
  })

  test.each([
    ['const a = <p>Bets are final.</p>', '1: Bets are final.'],
    ['const a = <p>{isOpen ? "Open" : name}</p>', '1: Open'],
    ['const a = <b aria-label="Close" />', '1: Close'],
    ['const a = <img alt={isBig ? "Big" : ""} />', '1: Big'],
    // biome-ignore lint/suspicious/noTemplateCurlyInString: a source
    ['const a = <b title={`Bet ${id}`} />', '1: Bet {}'],
    ['const a = <>{count && "bets"}</>', '1: bets'],
  ])('a text that is planted in %j is found', (source, found) => {
    expect(literals(source)).toEqual([found])
  })

  test.each([
    'const a = <p className="open" data-kind="x">{say("a.b")} &prime; · 12</p>',
    'const a = <b aria-label={t("shell.close")} id={isOpen ? "one" : "two"} />',
    "const a = <p>{kind === 'open' ? say('a.open') : null}</p>",
  ])('names, keys and signs are no texts: %j', (source) => {
    expect(literals(source)).toEqual([])
  })
})
