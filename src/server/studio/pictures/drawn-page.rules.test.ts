import { describe, expect, test } from 'vitest'
import { drawnMarkup, isDrawnOtherwise, linksOf } from './drawn-page.rules.ts'

const page = (body: string, { nonce = 'a', head = '', root = ' lang="en"' } = {}) =>
  `<!DOCTYPE html><html${root}><head><meta nonce="${nonce}">${head}</head><body>${body}<script nonce="${nonce}">${nonce}</script></body></html>`
const drawn = (html: string) => drawnMarkup(html, (path) => `hash of ${path}`)

describe('what of a page is drawn', () => {
  test('is the same for another answer of the same page', () => {
    const body = '<img src="/brand/0123456789abcdef/logo.svg"><p nonce="a">x</p>'
    const later = body.replace('0123456789abcdef', 'fedcba9876543210').replace('"a"', '"b"')
    expect(drawn(page(body))).toBe(drawn(page(later, { nonce: 'b' })))
  })

  test.each([
    ['a text', page('<p>y</p>'), page('<p>x</p>')],
    ['a style sheet', page('x', { head: '<link rel="stylesheet" href="/theme/1.css"/>' }), page('x')],
    ['a form of the page', page('x', { root: ' lang="en" data-card="flat"' }), page('x')],
  ])('differs with %s', (_what, one, other) => {
    expect(drawn(one)).not.toBe(drawn(other))
  })

  test('differs with the bytes of a picture, and not with those of another', () => {
    const html = page('<img src="/brand/0123456789abcdef/logo.svg">')
    expect(drawnMarkup(html, (path) => `1 ${path}`)).not.toBe(drawnMarkup(html, (path) => `2 ${path}`))
    const others = (name: string) => drawnMarkup(html, (path) => (path === 'logo.svg' ? 'logo' : name))
    expect(others('1')).toBe(others('2'))
  })

  test('differs from another state, but not by what differs between two brands in the same state', () => {
    const draw = (number: number, title = 'Lotto') => `<h1>${title}</h1><p>Draw ${number}</p>`
    expect(isDrawnOtherwise(draw(1), draw(2), draw(3))).toBe(false)
    expect(isDrawnOtherwise(draw(1), draw(2), draw(3, 'Keno'))).toBe(true)
    expect(isDrawnOtherwise(draw(1), draw(2), `${draw(3)}<p>More</p>`)).toBe(true)
    expect(isDrawnOtherwise(draw(1), draw(1), draw(2))).toBe(true)
  })

  test('leads where its links lead on the same site, each once', () => {
    const html = page(
      '<a class="x" href="/en/live?page=2">a</a><a href="/en/live#top">b</a><a href="//else/x">c</a><a href="https://else/">d</a>',
    )
    expect(linksOf(html)).toEqual(['/en/live'])
  })
})
