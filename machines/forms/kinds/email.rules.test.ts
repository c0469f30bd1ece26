import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { checkEmail, suggestEmail } from './email.rules.ts'

const codeOf = (address: string, options = {}) => checkEmail(address, options)?.code ?? null
const PROVIDERS = ['yandex', 'mail', 'gmail', 'rambler', 'icloud', 'yahoo', 'aol', 'outlook']

describe('checkEmail', () => {
  test.each([
    ['EMAIL-2', '@mail.com', 'email.account_name'],
    ['EMAIL-3', 'me@', 'email.domain'],
    ['EMAIL-4', 'me.mail.com', 'email.at_symbol'],
    ['EMAIL-5', 'me@mail', 'email.dot'],
    ['EMAIL-6', 'm e@mail.com', 'email.space'],
    ['EMAIL-7', 'me@gmial.com', 'email.did_you_mean'],
    ['EMAIL-11', 'me@you@mail.com', 'email.invalid'],
  ])('%s: %s gives %s', (_id, address, code) => {
    expect(codeOf(address)).toBe(code)
  })

  test.each([
    ['@', 'email.account_name'],
    ['@ @', 'email.account_name'],
    ['a b', 'email.at_symbol'],
    ['a b@c', 'email.dot'],
    ['a b@gmial.com', 'email.space'],
    ['me@gmial.c', 'email.did_you_mean'],
  ])('EMAIL-1: of several faults of %s only %s is reported, by the written order', (address, code) => {
    expect(codeOf(address)).toBe(code)
  })

  test('EMAIL-8: every provider spelt right gives no suggestion', () => {
    const suggestions = PROVIDERS.map((name) => suggestEmail(`me@${name}.com`))
    expect(suggestions).toEqual(PROVIDERS.map(() => null))
  })

  test.each([2, 7])('EMAIL-9: a top-level domain of %i letters is accepted', (length) => {
    expect(codeOf(`me@example.${'a'.repeat(length)}`)).toBeNull()
  })

  test.each([1, 8])('EMAIL-10: a top-level domain of %i letters is not', (length) => {
    expect(codeOf(`me@example.${'a'.repeat(length)}`)).toBe('email.invalid')
  })

  test('a brand may allow longer top-level domains', () => {
    expect(codeOf('me@example.photography', { topLevelMaxLength: 11 })).toBeNull()
  })

  test('EMAIL-12: an empty address is accepted', () => {
    expect(checkEmail('')).toBeNull()
  })

  test('a confirmed address is accepted in spite of the suggestion', () => {
    expect(codeOf('me@gmial.com', { isConfirmed: true })).toBeNull()
  })

  test('letters of other scripts are accepted in domain and top-level domain', () => {
    expect(codeOf('я@пример.рф')).toBeNull()
  })
})

describe('suggestEmail', () => {
  test.each([
    ['me@gmial.com', 'me@gmail.com'],
    ['me@yahooo.co.uk', 'me@yahoo.co.uk'],
    ['Me@GMAL.com', 'Me@gmail.com'],
    ['me@outlok.com', 'me@outlook.com'],
    ['me@gail.com', 'me@gmail.com'],
  ])('%s → %s', (typed, meant) => {
    expect(suggestEmail(typed)).toBe(meant)
  })

  test.each(['me@ymail.com', 'me@email.com', 'me@Mail.ru', 'me@example.com', 'me@gamil2.com'])(
    '%s stands',
    (address) => {
      expect(suggestEmail(address)).toBeNull()
    },
  )

  test('EMAIL-7: what is suggested is itself never corrected again', () => {
    fc.assert(
      fc.property(fc.constantFrom(...PROVIDERS), fc.nat(8), fc.constantFrom('a', 'x', '1'), (name, index, letter) => {
        const typed = `me@${name.slice(0, index)}${letter}${name.slice(index)}.com`
        const meant = suggestEmail(typed)
        expect(meant === null ? null : suggestEmail(meant)).toBeNull()
      }),
    )
  })

  test('any text gives an answer and no exception', () => {
    fc.assert(fc.property(fc.string({ maxLength: 300 }), (text) => checkEmail(text) === null || text.length > 0))
  })
})
