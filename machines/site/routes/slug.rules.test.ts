import fc from 'fast-check'
import { expect, test } from 'vitest'
import { idOfSegment, idWithSlug, slugOf } from './slug.rules.ts'

test('a name becomes lower-case Latin words joined by hyphens', () => {
  expect(slugOf('Kaïrat — Ordabasy!')).toBe('kairat-ordabasy')
  expect(slugOf('Спартак')).toBe('')
  expect(idWithSlug(12, 'Premier League')).toBe('12-premier-league')
  expect(idWithSlug(12, 'دوري')).toBe('12')
})

test('the id of a segment decides, whatever the slug', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1 }), fc.string(), (id, name) => {
      expect(idOfSegment(idWithSlug(id, name))).toBe(id)
    }),
  )
  for (const segment of ['', 'a-1', '0', '-1', '01', '1x', '1-A', '1/2']) expect(idOfSegment(segment)).toBeNull()
})
