import { expect, test } from 'vitest'
import { lengthPercent, missingPlaces, textRows } from './text-rows.ts'

const english = { 'site.live': 'Live', 'site.items_one': '{{count}} item', 'site.items_other': '{{count}} items' }

test('each text is beside its English, with the plural forms of the language', () => {
  expect(textRows(english, { 'site.live': 'Jetzt' }, 'de').map(({ key, text }) => [key, text])).toEqual([
    ['site.items_one', ''],
    ['site.items_other', ''],
    ['site.live', 'Jetzt'],
  ])
  const arabic = textRows(english, {}, 'ar').map(({ key }) => key)
  expect(arabic).toEqual(expect.arrayContaining(['site.items_zero', 'site.items_two', 'site.items_many']))
  expect(textRows(english, {}, 'ar').find(({ key }) => key === 'site.items_few')?.english).toBe('{{count}} items')
})

test('a text of the language alone is shown too', () => {
  expect(textRows({}, { 'site.extra': 'Mehr' }, 'de')).toEqual([{ key: 'site.extra', english: '', text: 'Mehr' }])
})

test('a text that is much longer than its English may not fit', () => {
  expect(lengthPercent({ key: 'a', english: 'Place your bet', text: 'Platzieren Sie jetzt Ihre Wette' })).toBe(221)
  expect(lengthPercent({ key: 'a', english: 'Place your bet', text: 'Wette platzieren' })).toBeNull()
  expect(lengthPercent({ key: 'a', english: 'Bet', text: 'Wette abgeben' })).toBeNull()
})

test('a place of the English must not be lost', () => {
  expect(missingPlaces({ key: 'a', english: '{{name}} won {{amount}}', text: '{{name}} hat gewonnen' })).toEqual([
    '{{amount}}',
  ])
  expect(missingPlaces({ key: 'a_one', english: '{{count}} item', text: 'Ein Artikel' })).toEqual([])
  expect(missingPlaces({ key: 'a', english: '{{name}}', text: '' })).toEqual([])
})
