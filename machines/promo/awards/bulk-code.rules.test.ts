import fc from 'fast-check'
import { expect, test } from 'vitest'
import { CODE_LENGTH, CODE_LETTERS, makeBulkCode, spellBulkCode } from './bulk-code.rules.ts'
import { promoCodeOf } from './promo-code.rules.ts'

test('no letter of a code looks like another: of each such group there is at most one', () => {
  for (const group of ['0OQ', '1IL', '2Z', '5S', '6G', '8B', 'UV'])
    expect([...group].filter((letter) => CODE_LETTERS.includes(letter)).length, group).toBeLessThanOrEqual(1)
  expect(new Set(CODE_LETTERS).size).toBe(CODE_LETTERS.length)
})

test('a code is found by how it is spelled, in any case, with dashes, spaces or none', () => {
  fc.assert(
    fc.property(fc.infiniteStream(fc.nat({ max: CODE_LETTERS.length - 1 })), (draws) => {
      const code = makeBulkCode(() => draws.next().value ?? 0)
      expect(code).toHaveLength(CODE_LENGTH)
      const spelled = spellBulkCode(code)
      expect(spelled).toMatch(/^.{4}-.{4}-.{4}$/)
      for (const typed of [code, spelled, spelled.toLowerCase(), ` ${spelled.replaceAll('-', ' ')} `])
        expect(promoCodeOf(typed)).toBe(code)
    }),
  )
})
