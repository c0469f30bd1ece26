import fc from 'fast-check'
import { expect, test } from 'vitest'
import { inOrder, isOrdered, moved, nextOrder } from './entry-order.ts'

const orders = fc.uniqueArray(fc.integer({ min: -50, max: 50 }), { minLength: 1, maxLength: 8 })

test('a moved entry is where it was put, and all others keep their sequence', () => {
  fc.assert(
    fc.property(orders, fc.nat(7), fc.nat(7), (numbers, from, to) => {
      const map = Object.fromEntries(numbers.map((order, index) => [`k${index}`, { order }]))
      const before = inOrder(map)
      if (from >= before.length || to >= before.length) return
      const changes = moved(before, from, to)
      for (const { key, order } of changes) map[key] = { order }
      const wanted = before.map(({ key }) => key)
      wanted.splice(to, 0, ...wanted.splice(from, 1))
      expect(inOrder(map).map(({ key }) => key)).toEqual(wanted)
      expect(new Set(Object.values(map).map(({ order }) => order)).size).toBe(numbers.length)
    }),
  )
})

test('one number changes where there is room, and all where there is none', () => {
  const wide = [
    { key: 'a', order: 10 },
    { key: 'b', order: 20 },
    { key: 'c', order: 30 },
  ]
  expect(moved(wide, 2, 1)).toEqual([{ key: 'c', order: 15 }])
  expect(moved(wide, 0, 2)).toEqual([{ key: 'a', order: 40 }])
  expect(moved(wide, 2, 0)).toEqual([{ key: 'c', order: 0 }])
  const tight = [
    { key: 'a', order: 1 },
    { key: 'b', order: 2 },
    { key: 'c', order: 30 },
  ]
  expect(moved(tight, 2, 1)).toEqual([
    { key: 'a', order: 10 },
    { key: 'c', order: 20 },
    { key: 'b', order: 30 },
  ])
})

test('a new entry comes last', () => {
  expect(nextOrder([])).toBe(10)
  expect(nextOrder([{ key: 'a', order: 40 }])).toBe(50)
  expect(isOrdered({ a: { order: 1 } })).toBe(true)
  expect(isOrdered({ a: { order: 1 }, b: 'x' })).toBe(false)
  expect(isOrdered({})).toBe(false)
})
