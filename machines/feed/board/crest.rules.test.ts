import fc from 'fast-check'
import { expect, test } from 'vitest'
import { crestOf } from './crest.rules.ts'

test('a name has one crest, whatever its case and the spaces around it', () => {
  fc.assert(
    fc.property(fc.string(), (name) => {
      expect(crestOf(` ${name.toUpperCase()} `)).toEqual(crestOf(name.toUpperCase().toLowerCase()))
    }),
  )
})

test('the clubs of a league get crests of many kinds', () => {
  const names = Array.from({ length: 40 }, (_, place) => `Club ${place}`)
  const kinds = new Set(names.map((name) => JSON.stringify(crestOf(name))))
  expect(kinds.size).toBeGreaterThan(20)
})
