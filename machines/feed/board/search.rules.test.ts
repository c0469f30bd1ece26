import fc from 'fast-check'
import { expect, test } from 'vitest'
import { isFound, searchWords } from './search.rules.ts'

test('FEED-4: words are found by their beginnings, without accents, case and marks', () => {
  expect(searchWords('  Málaga-SÜPER  Łódź ßtraße ')).toEqual(['malaga', 'super', 'lodz', 'sstrasse'])
  const words = searchWords("Nott'm Forest – Brøndby İstanbul")
  for (const wanted of ['forest', 'FOR', 'brondby m', 'istanbul nott']) {
    expect([wanted, isFound(searchWords(wanted), words)]).toEqual([wanted, true])
  }
  for (const wanted of ['orest', 'forest city', '', '- ']) {
    expect([wanted, isFound(searchWords(wanted), words)]).toEqual([wanted, false])
  }
})

test('FEED-4: every beginning of every word of a name finds it, however it is typed', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme', maxLength: 30 }), fc.nat(), fc.nat(), (name, place, length) => {
      const words = searchWords(name)
      const word = words[place % Math.max(1, words.length)]
      if (word === undefined) return
      const letters = [...word]
      const start = letters.slice(0, 1 + (length % letters.length)).join('')
      expect(isFound([start], words)).toBe(true)
    }),
  )
})
