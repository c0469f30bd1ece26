import { expect, test } from 'vitest'
import type { RecordedEvent } from '#schemas'
import { pictureAt } from './recording-picture.ts'

const AT = 1_772_323_200_000
const event = (type: number, data: object, afterMs = 0): RecordedEvent => ({
  type,
  timestamp: AT + afterMs,
  data: data as never,
})
const text = (id: number, textContent: string) => ({ type: 3, id, textContent })
const element = (id: number, tagName: string, childNodes: readonly object[] = [], attributes: object = {}) => ({
  ...{ type: 2, id, tagName, attributes, childNodes },
})
const whole = (...body: readonly object[]) => [
  event(4, { href: '/home', width: 800, height: 600 }),
  event(2, {
    node: { type: 0, id: 1, childNodes: [element(2, 'html', [element(3, 'head'), element(4, 'body', body)])] },
  }),
]
const mutation = (afterMs: number, changes: object) =>
  event(3, { source: 0, adds: [], removes: [], texts: [], attributes: [], ...changes }, afterMs)

test('REC-11: nothing of a hostile recording can run, load or be followed in its picture', () => {
  const hostile = whole(
    element(5, 'script', [text(6, 'steal()')]),
    element(7, 'img', [], {
      src: 'https://evil.example/x',
      onerror: 'steal()',
      srcset: 'x',
      class: '"><script>steal()</script>',
    }),
    element(8, 'a', [text(9, '</body><script>steal()</script>')], { href: 'javascript:steal()', ping: '/x' }),
    element(10, 'iframe', [], { srcdoc: '<script>steal()</script>', src: 'https://evil.example' }),
    element(11, 'svg', [
      element(12, 'foreignObject', [element(13, 'script')]),
      element(14, 'use', [], { 'xlink:href': '#x' }),
    ]),
    element(15, 'style', [text(16, '</style><script>steal()</script>')]),
    element(17, 'form', [], { action: 'https://evil.example', onsubmit: 'steal()' }),
    element(18, 'p onclick=steal()', [text(19, 'x')]),
    element(20, 'meta', [], { 'http-equiv': 'refresh', content: '0;url=https://evil.example' }),
    element(21, 'base', [], { href: 'https://evil.example' }),
    element(22, 'link', [], {
      _cssText: '@import "https://evil.example";</style><script>steal()</script>',
      href: 'https://evil.example',
    }),
  )
  const html = pictureAt([hostile], AT)
  expect(html).not.toMatch(/<script|<iframe|<meta|<base|<link|<foreignobject/i)
  expect(
    html.match(/<[a-z][^>]*>/gi)?.filter((tag) => /\s(?:on\w+|src\w*|href|action|ping|srcdoc)=/i.test(tag)),
  ).toEqual([])
})

test('a picture shows the page as it was at its moment: changes after it are not there yet', () => {
  const events = [
    ...whole(element(5, 'p', [text(6, 'first')])),
    mutation(1000, {
      texts: [{ id: 6, value: 'second' }],
      attributes: [{ id: 5, attributes: { class: 'late', style: { width: '4px' } } }],
    }),
    mutation(2000, {
      removes: [{ id: 5, parentId: 4 }],
      adds: [{ parentId: 4, nextId: null, node: element(7, 'p', [text(8, 'third')]) }],
    }),
    event(3, { source: 3, id: 1, x: 0, y: 320 }, 3000),
    event(3, { source: 5, id: 7, text: '••••' }, 3000),
  ]
  expect(pictureAt([events], AT)).toContain('<p>first</p>')
  expect(pictureAt([events], AT + 1500)).toContain('<p class="late" style="width:4px">second</p>')
  const last = pictureAt([events], AT + 9000)
  expect(last).toContain('<p value="••••">third</p>')
  expect(last).not.toContain('second')
  expect(last).toContain('id="here" style="position:absolute;top:320px')
})

test('before the first whole picture, which machines may precede, that one is shown', () => {
  const late = whole(element(5, 'p', [text(6, 'first')])).map((one) => ({ ...one, timestamp: AT + 400 }))
  const chain = [
    event(5, { tag: 'machine', payload: {} }),
    ...late,
    mutation(900, { texts: [{ id: 6, value: 'second' }] }),
  ]
  expect(pictureAt([chain], AT)).toContain('<p>first</p>')
  expect(pictureAt([[event(5, { tag: 'page' })], chain], AT + 399)).toContain('<p>first</p>')
  expect(pictureAt([chain], AT + 900)).toContain('<p>second</p>')
})

test('masked texts are drawn by a sign that every font has, and what opens above the page is closed', () => {
  const html = pictureAt([whole(element(5, 'div', [text(6, '▒▒▒▒')], { popover: 'auto' }))], AT)
  expect(html).toContain('<div popover="auto">••••</div>')
})

test('a node may come before its parent, and precedes the one that is named', () => {
  const events = [
    ...whole(element(5, 'p')),
    mutation(10, {
      adds: [
        { parentId: 6, nextId: null, node: text(7, 'inside') },
        { parentId: 4, nextId: 5, node: element(6, 'div') },
      ],
    }),
  ]
  expect(pictureAt([events], AT + 10)).toContain('<div>inside</div><p></p>')
})

test('of two tabs the one is shown in which something has happened last', () => {
  const first = whole(element(5, 'p', [text(6, 'one tab')]))
  const second = whole(element(5, 'p', [text(6, 'other tab')])).map((one) => ({
    ...one,
    timestamp: one.timestamp + 500,
  }))
  expect(pictureAt([first, second], AT + 400)).toContain('one tab')
  expect(pictureAt([first, second], AT + 600)).toContain('other tab')
})

test('what refers to nothing, to itself, or goes too deep is left out, and nothing breaks', () => {
  let deep: object = text(9999, 'deepest')
  for (let id = 9998; id > 9000; id -= 1) deep = element(id, 'div', [deep])
  const odd = [
    ...whole(deep),
    mutation(1, { removes: [{ id: 404 }, {}], texts: [{ id: 404, value: 'x' }], attributes: [{ id: 404 }, null] }),
    mutation(2, {
      adds: [{ parentId: 404, node: element(50, 'p') }, { parentId: 4, node: { id: 4, type: 2, tagName: 'body' } }, {}],
    }),
    event(3, { source: 0 }, 3),
    event(3, { source: 3, id: 1, x: 'far', y: 1e300 }, 4),
    event(2, { node: null }, 5),
  ]
  for (let at = 0; at <= 5; at += 1) expect(pictureAt([odd], AT + at)).toMatch(/^<!doctype html>/)
  expect(pictureAt([odd], AT)).not.toContain('deepest')
  expect(pictureAt([], AT)).toMatch(/^<!doctype html>/)
})
