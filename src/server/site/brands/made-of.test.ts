import { expect, test } from 'vitest'
import { madeOf } from './made-of.ts'

test('what was made is returned again for the same source and key, and made from scratch for another', () => {
  const remembered = madeOf<object, number>(2)
  const [one, other] = [{}, {}]
  let made = 0
  const make = () => {
    made += 1
    return made
  }
  expect([remembered(one, 'a', make), remembered(one, 'a', make)]).toEqual([1, 1])
  expect([remembered(one, 'b', make), remembered(other, 'a', make)]).toEqual([2, 3])
})

test('no more than so many are kept of one source: the oldest gives way', () => {
  const remembered = madeOf<object, string>(2)
  const source = {}
  for (const key of ['a', 'b', 'c']) remembered(source, key, () => key)
  expect(['c', 'b', 'a'].map((key) => remembered(source, key, () => `${key} again`))).toEqual(['c', 'b', 'a again'])
})
