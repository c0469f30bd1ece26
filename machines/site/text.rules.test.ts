import fc from 'fast-check'
import i18next from 'i18next'
import { expect, test } from 'vitest'
import { textWriter } from './text.rules.ts'

type Texts = Readonly<Record<string, string>>

function write(language: string, texts: Texts) {
  return textWriter(language, (key) => (Object.hasOwn(texts, key) ? texts[key] : undefined))
}

/** What i18next makes of the same dictionary: its plural forms are the ones that our dictionaries are written in. */
function i18nextOf(language: string, texts: Texts) {
  const translator = i18next.createInstance()
  void translator.init({
    lng: language,
    fallbackLng: false,
    resources: { [language]: { texts: { ...texts } } },
    defaultNS: 'texts',
    keySeparator: false,
    nsSeparator: false,
    initAsync: false,
    interpolation: { escapeValue: false },
  })
  return translator
}

test('values stand in their places, whatever is in them', () => {
  const t = write('en', { slide: 'Slide {{number}} of {{ total }}', twice: '{{name}}, {{name}}', plain: 'Payments' })
  expect(t('slide', { number: 2, total: 5 })).toBe('Slide 2 of 5')
  expect(t('twice', { name: '$& $1 {{total}} <b>' })).toBe('$& $1 {{total}} <b>, $& $1 {{total}} <b>')
  expect(t('plain')).toBe('Payments')
})

test('a place without a value stays, and nothing inherited fills it', () => {
  const t = write('en', { hello: 'Hello {{name}} {{toString}}' })
  expect(t('hello')).toBe('Hello {{name}} {{toString}}')
  expect(t('hello', { title: 'Ms' })).toBe('Hello {{name}} {{toString}}')
})

test('a missing text is its key, and is told', () => {
  const missing: string[] = []
  const t = textWriter(
    'en',
    () => undefined,
    (key) => missing.push(key),
  )
  expect(t('site.nothing', { count: 2 })).toBe('site.nothing')
  expect(missing).toEqual(['site.nothing'])
})

test('a dictionary that comes later is read', () => {
  const texts = new Map<string, string>()
  const t = textWriter('en', (key) => texts.get(key))
  expect(t('late')).toBe('late')
  texts.set('late', 'here')
  expect(t('late')).toBe('here')
})

test('plural forms are those of the language, a zero of its own before them, the bare key and `_other` behind', () => {
  const russian = write('ru', {
    day_one: '{{count}} день',
    day_few: '{{count}} дня',
    day_many: '{{count}} дней',
    day: 'дни',
  })
  expect([1, 2, 5, 21, 1.5].map((count) => russian('day', { count }))).toEqual([
    '1 день',
    '2 дня',
    '5 дней',
    '21 день',
    'дни',
  ])
  expect(write('en', { day_zero: 'no day', day_other: '{{count}} days' })('day', { count: 0 })).toBe('no day')
  expect(write('ru', { day_other: 'дня' })('day', { count: 1 })).toBe('дня')
})

test('what is written is what i18next writes', () => {
  const forms = ['zero', 'one', 'two', 'few', 'many', 'other']
  const piece = fc.constantFrom('{{count}}', '{{name}}', '{{ name }}', ' ', 'ы', '$1', '(', '}')
  const text = fc.array(piece, { minLength: 1, maxLength: 5 }).map((pieces) => pieces.join(''))
  const dictionary = fc.dictionary(fc.constantFrom('key', ...forms.map((form) => `key_${form}`)), text)
  const count = fc.oneof(fc.integer({ min: 0, max: 130 }), fc.double({ min: 0, max: 3, noNaN: true }))
  const name = fc.oneof(fc.integer(), fc.constantFrom('', 'Ann', '$&', '<i>', 'ы'))
  fc.assert(
    fc.property(
      fc.constantFrom('en', 'ru', 'ar', 'pt-BR', 'tr', 'ja'),
      dictionary,
      fc.oneof(fc.record({ count, name }), fc.record({ name, count: fc.constant('2') })),
      (language, texts, values) => {
        expect(write(language, texts)('key', values)).toBe(i18nextOf(language, texts).t('key', { ...values }))
      },
    ),
    { numRuns: 400 },
  )
})
