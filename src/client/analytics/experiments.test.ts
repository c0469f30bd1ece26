import { expect, test } from 'vitest'
import { seenVariants } from './experiments.ts'

test('a variant counts as seen once, and on the pages that its experiment names alone', () => {
  const told: string[] = []
  const show = seenVariants(
    [
      { sid: 'tiles.b', seenOn: ['home', 'casino'] },
      { sid: 'button.a', seenOn: [] },
    ],
    (sid) => told.push(sid),
  )
  show('results')
  expect(told).toEqual(['button.a'])
  show('casino')
  show('home')
  expect(told).toEqual(['button.a', 'tiles.b'])
})
