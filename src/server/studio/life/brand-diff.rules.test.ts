import { expect, test } from 'vitest'
import { isBrandChange } from '#schemas/generated/validators/studio.js'
import { type BrandContents, sha256 } from '../brand-contents.ts'
import { diffContents } from './brand-diff.rules.ts'

const contentsOf = (files: Readonly<Record<string, unknown>>): BrandContents =>
  new Map(
    Object.entries(files).map(([path, value]) => [
      path,
      new TextEncoder().encode(typeof value === 'string' ? value : JSON.stringify(value)),
    ]),
  )

test('JSON differs by pointer, pages by text, assets by hash; the number of the revision and the form of a file do not count', () => {
  const from = contentsOf({
    'brand.json': { revision: 1, name: 'A' },
    'config/coupon.json': { maximumBets: 30, types: { chain: null, 'a/b': [1] } },
    'config/gone.json': { x: 1 },
    'config/form.json': '{ "x": 1 }',
    'pages/en/rules.md': 'old',
    'assets/x.svg': '<svg/>',
  })
  const to = contentsOf({
    'brand.json': { revision: 2, name: 'A' },
    'config/coupon.json': { maximumBets: 40, types: { 'a/b': [2] }, new: { y: 1 } },
    'config/form.json': '{"x":1}',
    'config/empty.json': {},
    'pages/en/rules.md': 'new',
    'assets/x.svg': '<svg></svg>',
  })
  const changes = diffContents(from, to)
  expect(changes).toEqual([
    { path: 'assets/x.svg', pointer: '', before: hash('<svg/>'), after: hash('<svg></svg>') },
    { path: 'config/coupon.json', pointer: '/maximumBets', before: '30', after: '40' },
    { path: 'config/coupon.json', pointer: '/types/chain', before: 'null' },
    { path: 'config/coupon.json', pointer: '/types/a~1b', before: '[1]', after: '[2]' },
    { path: 'config/coupon.json', pointer: '/new', after: '{"y":1}' },
    { path: 'config/empty.json', pointer: '', after: '{}' },
    { path: 'config/gone.json', pointer: '/x', before: '1' },
    { path: 'pages/en/rules.md', pointer: '', before: 'old', after: 'new' },
  ])
  for (const change of changes) expect(isBrandChange(change)).toBe(true)
  expect(diffContents(to, to)).toEqual([])
})

test('JSON that cannot be read is shown as text', () => {
  expect(diffContents(contentsOf({ 'a.json': '{' }), contentsOf({ 'a.json': { x: 1 } }))).toEqual([
    { path: 'a.json', pointer: '', before: '{', after: '{"x":1}' },
  ])
})

function hash(text: string): string {
  return sha256(new TextEncoder().encode(text))
}
