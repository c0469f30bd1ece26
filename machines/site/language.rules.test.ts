import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { chooseLanguage, negotiateLanguage, offeredLanguages, prefixLink, splitLanguage } from './language.rules.ts'

const language = (order: number, isHiddenForGuests = false) =>
  ({ order, name: 'x', locale: 'en', direction: 'ltr', isHiddenForGuests, hasEnglishDates: false }) as const
const country = { id: 1, currency: 'EUR', isRegistrationAllowed: true }
const global = {
  countries: { kz: { ...country, language: 'en' }, xk: { ...country, language: 'zz' } },
  defaultLanguage: 'ru',
  languages: { ar: language(30), ru: language(10), en: language(20), kk: language(5, true), 'sr-Latn': language(40) },
}

describe('link prefixes', () => {
  test('I18N-2: a path from the root gets the prefix of the current language', () => {
    expect(prefixLink('/line', 'ru')).toBe('/ru/line')
    expect(prefixLink('/russia', 'ru')).toBe('/ru/russia')
    expect(prefixLink('/', 'ru')).toBe('/ru/')
    expect(prefixLink('/en/line', 'ru')).toBe('/ru/en/line')
  })

  test('I18N-3: a path that has the prefix stays as it is', () => {
    for (const link of ['/ru', '/ru/', '/ru/line', '/ru?x=1', '/ru#top']) expect(prefixLink(link, 'ru')).toBe(link)
    fc.assert(
      fc.property(fc.webPath(), (path) => {
        expect(prefixLink(prefixLink(path, 'ru'), 'ru')).toBe(prefixLink(path, 'ru'))
      }),
    )
  })

  test('I18N-4: what does not begin with a slash stays as it is', () => {
    for (const link of ['line', 'https://x.example/', 'mailto:a@b.cc', '', '#top'])
      expect(prefixLink(link, 'ru')).toBe(link)
    fc.assert(
      fc.property(
        fc.string().filter((text) => !text.startsWith('/')),
        (link) => {
          expect(prefixLink(link, 'ru')).toBe(link)
        },
      ),
    )
  })

  test('a path splits into its language and the rest', () => {
    expect(splitLanguage('/ru/line?x=1')).toEqual({ language: 'ru', rest: '/line?x=1' })
    expect(splitLanguage('/ru?x=1')).toEqual({ language: 'ru', rest: '/?x=1' })
    expect(splitLanguage('/')).toEqual({ language: '', rest: '/' })
  })
})

describe('choice of a language', () => {
  test('I18N-1: the default is the brand default, ru', () => {
    expect(chooseLanguage(global, { isSignedIn: false })).toBe('ru')
    expect(chooseLanguage(global, { path: '/xx/line', cookie: 'yy', acceptLanguage: 'zz', isSignedIn: false })).toBe(
      'ru',
    )
  })

  test('the language of the country replaces the default where it is offered', () => {
    const from = (code: string, more = {}) => chooseLanguage(global, { isSignedIn: false, country: code, ...more })
    expect([from('kz'), from('xk'), from('de'), from('kz', { acceptLanguage: 'ar' })]).toEqual(['en', 'ru', 'ru', 'ar'])
  })

  test('the path wins over the cookie, the cookie over the header', () => {
    const sources = { path: '/en/line', cookie: 'ar', acceptLanguage: 'ru', isSignedIn: false }
    expect(chooseLanguage(global, sources)).toBe('en')
    expect(chooseLanguage(global, { ...sources, path: '/' })).toBe('ar')
    expect(chooseLanguage(global, { acceptLanguage: 'en;q=0.4, ar;q=0.9', isSignedIn: false })).toBe('ar')
  })

  test('I18N-19: languages hidden for guests are offered to players only', () => {
    expect(offeredLanguages(global, false).map(({ code }) => code)).toEqual(['ru', 'en', 'ar', 'sr-Latn'])
    expect(offeredLanguages(global, true).map(({ code }) => code)).toEqual(['kk', 'ru', 'en', 'ar', 'sr-Latn'])
    expect(chooseLanguage(global, { cookie: 'kk', isSignedIn: false })).toBe('ru')
    expect(chooseLanguage(global, { cookie: 'kk', isSignedIn: true })).toBe('kk')
  })

  test('Accept-Language is read as RFC 9110 and RFC 4647 say', () => {
    const codes = ['ru', 'en', 'ar', 'sr-Latn']
    const best = (header: string) => negotiateLanguage(header, codes, 'ru')
    expect(best('en-GB, en;q=0.9')).toBe('en')
    expect(best('sr')).toBe('sr-Latn')
    expect(best('SR-LATN-RS')).toBe('sr-Latn')
    expect(best('en;q=0, *')).toBe('ru')
    expect(best('fr, *;q=0.5, ar;q=0.1')).toBe('ru')
    expect(best('ar ; q=0.001')).toBe('ar')
    expect(best('en;q=2, ar;q=x')).toBe('ru')
  })

  test('whatever a client sends, the answer is an offered language', () => {
    fc.assert(
      fc.property(fc.string(), fc.string(), fc.string(), (path, cookie, acceptLanguage) => {
        const chosen = chooseLanguage(global, { path, cookie, acceptLanguage, isSignedIn: false })
        expect(['ru', 'en', 'ar', 'sr-Latn']).toContain(chosen)
      }),
    )
  })
})
