import { expect, test } from 'vitest'
import { readNumbers, readOrder, writeOrder } from './finishing-order.rules.ts'

test('an order is read and written with its ties, and refused where it is none', () => {
  expect(readOrder('3,1=7,2')).toEqual([[3], [1, 7], [2]])
  expect(writeOrder([[3], [1, 7], [2]])).toBe('3,1=7,2')
  for (const none of ['', '3,', '3;1', '=1', '123']) expect(readOrder(none)).toBeNull()
})

test('numbers are read, and refused where they are none', () => {
  expect(readNumbers('4,5')).toEqual([4, 5])
  expect(readNumbers('4=5')).toBeNull()
})
