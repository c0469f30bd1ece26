import fc from 'fast-check'
import { expect, test } from 'vitest'
import { caretBehind, editDigits, placeCaret } from './phone-caret.rules.ts'
import { maskedText } from './phone-mask.rules.ts'

const MASK = '000 000 0000'

/** What a browser makes of a key at a caret (or selection) in a text, and what comes of it. */
function after(text: string, [from, to]: readonly [number, number], key: string, mask = MASK) {
  const isEmpty = from === to
  const start = key === 'Backspace' && isEmpty ? Math.max(0, from - 1) : from
  const end = key === 'Delete' && isEmpty ? to + 1 : to
  const typed = key === 'Backspace' || key === 'Delete' ? '' : key
  const changed = { text: text.slice(0, start) + typed + text.slice(end), caret: start + typed.length }
  return placeCaret(editDigits(text, changed, key === 'Delete'), mask)
}

test.each([
  ['typing at the end', '701 2', [5, 5], '3', { text: '701 23', caret: 6 }],
  ['typing in the middle of a group', '701 23', [1, 1], '9', { text: '790 123', caret: 2 }],
  ['typing before a space', '701 23', [3, 3], '9', { text: '701 923', caret: 5 }],
  ['deleting back over a space', '701 23', [4, 4], 'Backspace', { text: '702 3', caret: 2 }],
  ['deleting forward over a space', '701 23', [3, 3], 'Delete', { text: '701 3', caret: 3 }],
  ['deleting a selection', '701 234 5678', [2, 6], 'Backspace', { text: '704 567 8', caret: 2 }],
  ['pasting in the middle', '701 8', [3, 3], '-23 4', { text: '701 234 8', caret: 7 }],
  ['pasting over a selection', '701 234', [0, 7], '999', { text: '999', caret: 3 }],
  ['a letter changes nothing', '701 23', [2, 2], 'x', { text: '701 23', caret: 2 }],
  ['deleting back at the start changes nothing', '701', [0, 0], 'Backspace', { text: '701', caret: 0 }],
] as const)('%s', (_name, text, selection, key, expected) => {
  expect(after(text, selection, key)).toEqual(expected)
})

const masks = fc.stringMatching(/^0{1,4}( 0{1,4}){0,4}$/)
const numbers = fc.stringMatching(/^\d{0,14}$/)
const digitsBefore = ({ text, caret }: { readonly text: string; readonly caret: number }) =>
  text.slice(0, caret).replace(/\D/g, '').length

test('a digit that is typed anywhere stands right before the caret, and the others keep their order', () => {
  fc.assert(
    fc.property(numbers, masks, fc.nat(), fc.integer({ min: 0, max: 9 }), (digits, mask, place, key) => {
      const text = maskedText(digits, mask)
      const at = place % (text.length + 1)
      const typed = after(text, [at, at], String(key), mask)
      const index = digitsBefore({ text, caret: at })
      expect(typed.text.replaceAll(' ', '')).toBe(digits.slice(0, index) + key + digits.slice(index))
      expect(digitsBefore(typed)).toBe(index + 1)
      expect(typed.text[typed.caret - 1]).toBe(String(key))
    }),
  )
})

test('Backspace and Delete anywhere take exactly one digit, the one that they point at', () => {
  fc.assert(
    fc.property(numbers, masks, fc.nat(), fc.boolean(), (digits, mask, place, isForward) => {
      const text = maskedText(digits, mask)
      const at = place % (text.length + 1)
      const index = digitsBefore({ text, caret: at })
      const victim = isForward ? index : index - 1
      const deleted = after(text, [at, at], isForward ? 'Delete' : 'Backspace', mask)
      const isPossible = victim >= 0 && victim < digits.length
      const wanted = isPossible ? digits.slice(0, victim) + digits.slice(victim + 1) : digits
      expect(deleted.text.replaceAll(' ', '')).toBe(wanted)
      expect(digitsBefore(deleted)).toBe(isForward ? index : Math.max(0, index - 1))
    }),
  )
})

test('the caret is placed after the given number of digits', () => {
  fc.assert(
    fc.property(numbers, masks, fc.nat(20), (digits, mask, count) => {
      const text = maskedText(digits, mask)
      expect(digitsBefore({ text, caret: caretBehind(text, count) })).toBe(Math.min(count, digits.length))
    }),
  )
})
