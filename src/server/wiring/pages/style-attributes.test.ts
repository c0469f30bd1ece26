import { createHash } from 'node:crypto'
import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { styleSources } from './style-attributes.ts'

const sourceOf = (style: string) => `'sha256-${createHash('sha256').update(style).digest('base64')}'`

test('SEC-1: the style attributes of a page are named by what a browser reads in them, each once, and nothing else is', () => {
  const styles = [{ color: 'red' }, { '--name': `"it's" <a> & b` }, { color: 'red' }]
  const text = ' style="color:blue" '
  const html = renderToStaticMarkup(
    createElement(
      'div',
      { title: text, 'data-style': 'x' },
      text,
      ...styles.map((style, key) => createElement('i', { key, style })),
    ),
  )
  const page = `${html}<script type="application/json">${JSON.stringify({ text })}</script>`
  expect(styleSources(Buffer.from(page))).toEqual([sourceOf('color:red'), sourceOf(`--name:"it's" <a> & b`)].sort())
  expect(styleSources(Buffer.from('<p>plain</p>'))).toEqual([])
})
