import fc from 'fast-check'
import { expect, test } from 'vitest'
import { PINNED_LIMIT, readPinned, withPin } from './pinned.rules.ts'

const gameId = fc.integer({ min: 1, max: 30 })

test('FEED-20: the latest pin comes first, a second press unpins it, and the limit drops the oldest', () => {
  fc.assert(
    fc.property(fc.uniqueArray(gameId, { maxLength: PINNED_LIMIT }), gameId, (pinned, id) => {
      const next = withPin(pinned, id)
      const others = pinned.filter((one) => one !== id)
      expect(next).toEqual(pinned.includes(id) ? others : [id, ...others.slice(0, PINNED_LIMIT - 1)])
    }),
  )
})

test('STORE-1: what a browser has kept of pins is read, however broken', () => {
  expect(readPinned([7, 'x', 7, -1, 3])).toEqual([7, 3])
  expect(readPinned(Array.from({ length: 40 }, (_, place) => place + 1))).toHaveLength(PINNED_LIMIT)
  for (const broken of [undefined, null, {}, 'text']) expect(readPinned(broken)).toEqual([])
})
