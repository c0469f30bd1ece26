import { expect, test } from 'vitest'
import { soughtPlace, tokenOfProperty } from './sought-place.ts'

test('a place of a file is sought on the page by what it is', () => {
  expect(soughtPlace('locales/en/site.json', '/site.menu_live')?.texts).toEqual(['site.menu_live'])
  expect(soughtPlace('config/header.json', '/menu/live')?.places).toEqual([
    { path: 'config/header.json', pointer: '/menu/live' },
  ])
  expect(soughtPlace('config/header.json', '')).toBeNull()
  expect(soughtPlace('pages/en/about.md', '')?.places).toEqual([{ path: 'pages/en/about.md', pointer: '' }])
  expect(soughtPlace('registration/full_reg.json', '/fields/email/validation')?.fields).toEqual(['email'])
  expect(soughtPlace('registration/full_reg.json', '/variants/cis')).toBeNull()
})

test('a token and its custom property lead to each other', () => {
  for (const pointer of ['/color/light/accent', '/radius/medium', '/text/14', '/font/display', '/row-height/dense']) {
    const [name = ''] = soughtPlace('theme.tokens.json', pointer)?.tokens ?? []
    expect(tokenOfProperty(name, 'light')).toBe(pointer)
  }
  expect(soughtPlace('theme.tokens.json', '/palette/accent/600')).toBeNull()
  expect(tokenOfProperty('--page-width', 'light')).toBeNull()
})
