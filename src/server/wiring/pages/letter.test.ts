import { describe, expect, test } from 'vitest'
import type { ResolvedSite } from '#server/site/resolved-site.ts'
import { makeLetter, PLAIN_COLOURS } from './letter.ts'

function siteWith(support: object, hosts: readonly string[]): ResolvedSite {
  const languages = { ar: { direction: 'rtl' }, en: { direction: 'ltr' } }
  return {
    brandId: 'red',
    manifest: { name: 'Red & Co', hosts },
    config: { support, global: { languages } },
    theme: { colours: { light: { ...PLAIN_COLOURS, accent: '#0b8f4d' } } },
  } as unknown as ResolvedSite
}
const TEXT = { subject: 'A <subject>', body: 'One\ntwo.\n\nhttps://red.example/en?token=a&b=c\n<script>' }

describe('the letter of a brand', () => {
  test('comes from the sender of the configuration', () => {
    const site = siteWith({ senderEmail: 'post@red.example', senderName: 'The post' }, ['www.red.example'])
    expect(makeLetter(site, 'en', TEXT).sender).toEqual({ name: 'The post', address: 'post@red.example' })
  })

  test('comes from no-reply at the first host, under the name of the brand, where none is configured', () => {
    const { sender } = makeLetter(siteWith({}, ['www.red.example', 'red.example']), 'en', TEXT)
    expect(sender).toEqual({ name: 'Red & Co', address: 'no-reply@www.red.example' })
    expect(makeLetter(siteWith({}, []), 'en', TEXT).sender.address).toBe('no-reply@red.localhost')
  })

  test('of a mailing names where it is ended, of anything else it does not', () => {
    const site = siteWith({}, ['www.red.example', 'red.example'])
    const { unsubscribeUrl = '' } = makeLetter(site, 'en', { ...TEXT, token: 'v1.a-b_c+' })
    expect(unsubscribeUrl).toBe('https://www.red.example/web-api/mailing/unsubscribe?token=v1.a-b_c%2B')
    expect(makeLetter(site, 'en', TEXT)).not.toHaveProperty('unsubscribeUrl')
    expect(makeLetter(siteWith({}, []), 'en', { ...TEXT, token: 'v1.a' })).not.toHaveProperty('unsubscribeUrl')
  })

  test('has paragraphs, a link for an address, and nothing of the text as markup', () => {
    const { html } = makeLetter(siteWith({}, []), 'en', TEXT)
    expect(html).toContain('<p>One<br>two.</p>')
    expect(html).toContain('<a dir="ltr" style="color:#0b8f4d" href="https://red.example/en?token=a&#38;b=c">')
    expect(html).toContain('&#60;script&#62;')
    expect(html).not.toMatch(/<script|<img|<link|src=|url\(/)
  })

  test('has the colours of the brand', () => {
    const { html } = makeLetter(siteWith({}, []), 'en', TEXT)
    expect(html).toContain('background:#0b8f4d;color:#ffffff">Red &#38; Co</p>')
  })

  test.each([
    ['ar', 'rtl'],
    ['en', 'ltr'],
  ])('in %s is written %s', (language, direction) => {
    const { html } = makeLetter(siteWith({}, []), language, TEXT)
    expect(html).toContain(`<html lang="${language}" dir="${direction}">`)
    expect(html).toContain(`<body dir="${direction}"`)
  })
})
