import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { PageNode } from '#schemas'
import { parsePage } from './page-nodes.ts'

test('the first heading is the title and the first paragraph the description', () => {
  const page = parsePage('# About us\n\nWe *are* a **house**.\n\n## More\n\n- one\n- two\n')
  expect(page.title).toBe('About us')
  expect(page.description).toBe('We are a house.')
  expect(page.nodes.map((node) => (typeof node === 'string' ? node : node.tag))).toEqual(['p', 'h2', 'ul'])
})

test('a page without a first heading keeps all that it has', () => {
  expect(parsePage('Just text').nodes).toEqual([{ tag: 'p', children: ['Just text'] }])
})

test.each(['javascript:alert(1)', 'data:text/html,x', '//evil.example', 'http://plain.example', 'JaVaScRiPt:x'])(
  'SEC-9: a link to %s is only its text',
  (address) => {
    expect(JSON.stringify(parsePage(`[press](<${address}>)`))).not.toContain('"href"')
  },
)

test('SEC-9: HTML in a page never becomes a node', () => {
  const text = '# T\n\nbefore <img src=x onerror=alert(1)> after\n\n<script>alert(1)</script>\n'
  expect(JSON.stringify(parsePage(text))).not.toMatch(/alert|onerror|<img/)
})

test('SEC-9: whatever the text, links lead to safe places only', () => {
  const hrefs = (nodes: readonly PageNode[]): string[] =>
    nodes.flatMap((node) =>
      typeof node === 'string' ? [] : [...(node.href === undefined ? [] : [node.href]), ...hrefs(node.children ?? [])],
    )
  fc.assert(
    fc.property(fc.string({ maxLength: 60 }), fc.constantFrom('[a](<', '<', '![a](', '[a]: '), (address, opening) => {
      for (const href of hrefs(parsePage(`${opening}${address}>) [a]`).nodes)) {
        expect(href).toMatch(/^(?:https:\/\/|mailto:|tel:|\/(?!\/)|#)/i)
      }
    }),
  )
})
