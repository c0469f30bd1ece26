import { expect, test } from 'vitest'
import { placeOfHit } from './hit-place.ts'

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
