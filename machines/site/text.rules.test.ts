import { expect, test } from 'vitest'
import { createTextStore, isolated, type TextMap, type TextSource, textWriter } from './text.rules.ts'

/** A writer of keys that the engine's dictionaries do not have. */
type Write = (key: string, values?: Record<string, string | number>) => string

const write = (language: string, texts: TextMap): Write => textWriter(language, { texts, fallback: null })

test('values are put in their places, whatever they contain', () => {
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

test('a wait is written in words of the language', () => {
  const texts = { limited: 'Try again {{seconds, wait}}.' }
  expect(write('en', texts)('limited', { seconds: 840 })).toBe('Try again in 14 minutes.')
  expect(write('de', texts)('limited', { seconds: 30 })).toBe('Try again in 30 Sekunden.')
})

test('a name in Latin letters is set apart from the Arabic words around it, and no name sets nothing apart', () => {
  const t = write('ar', { licence: 'تحمل {{holder}} الترخيص رقم {{number}}.' })
  expect(t('licence', { holder: isolated('Nour N.V.'), number: isolated('8048/JAZ-17') })).toBe(
    'تحمل \u2068Nour N.V.\u2069 الترخيص رقم \u20688048/JAZ-17\u2069.',
  )
  expect(isolated('')).toBe('')
})

test('a missing text is its key, also where a language has no such form', () => {
  const t = write('en', {})
  expect(t('site.nothing', { count: 2 })).toBe('site.nothing')
  expect(t('site.nothing')).toBe('site.nothing')
  expect(t('toString')).toBe('toString')
})

test('an empty text is empty, not missing', () => {
  expect(write('en', { nothing: '' })('nothing')).toBe('')
})

test('one language and map have one writer', () => {
  const source: TextSource = { texts: { hello: 'Hello' }, fallback: null }
  expect(textWriter('en', source)).toBe(textWriter('en', source))
  expect(textWriter('de', source)).not.toBe(textWriter('en', source))
})

test('a value is put in as it is: names of options and references to other texts mean nothing in it', () => {
  const t = write('en', { secret: 'secret', hello: 'Hello {{name}} {{context}} {{lng}} {{ns}} {{defaultValue}}' })
  expect(t('hello', { name: '$t(secret)', context: 'male', lng: 'de', ns: 'x', defaultValue: 'y' })).toBe(
    'Hello $t(secret) male de x y',
  )
})

const RUSSIAN: TextMap = {
  day_one: '{{count}} день',
  day_few: '{{count}} дня',
  day_many: '{{count}} дней',
  bye: 'Пока',
}

test("OPS-25: what a language lacks is written in its fallback, by that language's plural rules", () => {
  const t: Write = textWriter('en', { texts: { bye: 'Bye' }, fallback: { language: 'ru', texts: RUSSIAN } })
  expect([t('bye'), t('day', { count: 2 }), t('day', { count: 5 })]).toEqual(['Bye', '2 дня', '5 дней'])
})

test('dictionaries are read when they are needed; a second reading replaces what it brings', async () => {
  const missing: string[] = []
  const versions: Record<string, TextMap[]> = {
    app: [{ greeting: 'Hello', count_one: 'one', count_other: '{{count}} things' }, { greeting: 'Welcome' }],
    betting: [{ stake: 'Stake' }],
  }
  const { write, load }: { write: Write; load: (dictionary: string) => Promise<void> } = createTextStore(
    'en',
    async (dictionary) => {
      const next = versions[dictionary]?.shift()
      if (!next) throw new Error(`no ${dictionary}`)
      return { texts: next, fallback: { language: 'ru', texts: RUSSIAN } }
    },
    (key) => missing.push(key),
  )
  expect(write('greeting')).toBe('greeting')
  expect(missing).toEqual(['greeting'])
  await Promise.all([load('app'), load('betting')])
  expect([write('greeting'), write('stake'), write('count', { count: 3 })]).toEqual(['Hello', 'Stake', '3 things'])
  await load('app')
  expect([write('greeting'), write('count', { count: 1 })]).toEqual(['Welcome', 'one'])
  await expect(load('app')).rejects.toThrow('no app')
  expect(write('greeting')).toBe('Welcome')
  expect(missing).toEqual(['greeting'])
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
