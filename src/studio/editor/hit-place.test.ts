import { expect, test } from 'vitest'
import { byLanguage, hitTitle, placeOfHit } from './hit-place.ts'

test('a value is edited in the form of the object that holds it', () => {
  expect(placeOfHit({ path: 'config/header.json', pointer: '/menu/live/labelKey' }).pointer).toBe('/menu/live')
  expect(placeOfHit({ path: 'config/header.json', pointer: '/indentPx' }).pointer).toBe('')
  expect(placeOfHit({ path: 'theme.tokens.json', pointer: '/palette/accent/500/$value' }).pointer).toBe(
    '/palette/accent',
  )
  expect(placeOfHit({ path: 'theme.tokens.json', pointer: '/space/1/$value/value' }).pointer).toBe('/space')
  expect(placeOfHit({ path: 'locales/en/site.json', pointer: '/site.menu_live' }).pointer).toBe('/site.menu_live')
  expect(placeOfHit({ path: 'pages/en/about.md', pointer: '' }).pointer).toBe('')
})

test('texts of the shown language come first, those of others last', () => {
  const hits = ['locales/de/site.json', 'config/header.json', 'locales/en/site.json'].map((path) => ({ path }))
  expect(byLanguage(hits, 'en').map(({ path }) => path)).toEqual([
    'locales/en/site.json',
    'config/header.json',
    'locales/de/site.json',
  ])
})

test('a found value is called by the way to it', () => {
  expect(hitTitle({ path: 'config/header.json', pointer: '/phoneMenu/live/labelKey', title: 'labelKey' })).toBe(
    'Phone menu › live › Label',
  )
  expect(hitTitle({ path: 'locales/en/site.json', pointer: '/site.menu_live', title: 'site.menu_live' })).toBe(
    'site.menu_live',
  )
})
