import { expect, test } from 'vitest'
import { itemsOfPage } from './list-step.rules.ts'

test('FEED-18: a list asks for 50 times its counter, which starts at 1', () => {
  expect([0, 1, 2, 20].map(itemsOfPage)).toEqual([50, 50, 100, 1000])
})
