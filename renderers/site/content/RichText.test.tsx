import { renderToStaticMarkup } from 'react-dom/server'
import { describe, expect, test } from 'vitest'
import { isSafeAddress, type RichElement, RichText } from './RichText.tsx'

describe('a written page', () => {
  test('elements and text keep their order', () => {
    const html = renderToStaticMarkup(
      <RichText nodes={[{ tag: 'p', children: ['one ', { tag: 'strong', children: ['two'] }, ' three'] }]} />,
    )
    expect(html).toContain('<p>one <strong>two</strong> three</p>')
  })

  test('markup in a text stays text', () => {
    const html = renderToStaticMarkup(<RichText nodes={['<img src=x onerror=alert(1)>']} />)
    expect(html).toContain('&lt;img src=x onerror=alert(1)&gt;')
  })

  test('an element or attribute that is not of the list does not reach the page', () => {
    const foreign = { tag: 'script', children: ['alert(1)'] } as unknown as RichElement
    const handler = { tag: 'p', onclick: 'alert(1)', children: ['text'] } as unknown as RichElement
    const html = renderToStaticMarkup(<RichText nodes={[foreign, handler]} />)
    expect(html).not.toContain('alert')
    expect(html).toContain('<p>text</p>')
  })

  test('a link that is no address of the web keeps only its words', () => {
    const html = renderToStaticMarkup(
      <RichText nodes={[{ tag: 'a', href: 'javascript:alert(1)', children: ['here'] }]} />,
    )
    expect(html).not.toContain('href')
    expect(html).toContain('here')
  })

  test.each(['/en/rules', '#top', 'https://example.com/', 'mailto:help@example.com', 'tel:+100'])(
    '%s is safe',
    (address) => {
      expect(isSafeAddress(address)).toBe(true)
    },
  )

  test.each([
    'javascript:alert(1)',
    ' javascript:x',
    'data:text/html,x',
    '//other.example/',
    '/\\other.example/',
    'vbscript:x',
  ])('%s is not safe', (address) => {
    expect(isSafeAddress(address)).toBe(false)
  })
})
