import fc from 'fast-check'
import { expect, test } from 'vitest'
import { idOfName, isBrandId } from './brand-id.ts'

test('an id is proposed from a name', () => {
  expect(idOfName('Golaço Bet 24')).toBe('golaco-bet-24')
  expect(idOfName('  Northstar! ')).toBe('northstar')
  expect(idOfName('24 Bet')).toBe('bet')
  expect(idOfName('نور')).toBe('')
})

test('what is proposed is an id, or nothing', () => {
  fc.assert(fc.property(fc.string({ unit: 'grapheme' }), (name) => idOfName(name) === '' || isBrandId(idOfName(name))))
})
