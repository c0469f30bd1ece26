import { expect, test } from 'vitest'
import { scriptedDraw, seededDraw } from '../games/simulate.test-support.ts'
import { CARDS, drawEndless, placeOf, RANKS, rankOf, SUITS } from './playing-cards.ts'

test('a pack has 52 different cards, rank by rank', () => {
  expect(CARDS).toHaveLength(52)
  expect(new Set(CARDS).size).toBe(52)
  expect(CARDS.slice(0, 5)).toEqual(['2c', '2d', '2h', '2s', '3c'])
  expect(CARDS.at(-1)).toBe('As')
  expect(RANKS.length * SUITS.length).toBe(52)
})

test('ranks count from two to fourteen, the ace is the highest', () => {
  expect(['2c', '9d', 'Th', 'Js', 'Qc', 'Kd', 'Ah'].map(rankOf)).toEqual([2, 9, 10, 11, 12, 13, 14])
})

test('what is no card has no place', () => {
  expect(placeOf('2d')).toBe(1)
  for (const text of ['', '1c', '10h', 'ah', 'Ax']) expect(() => placeOf(text)).toThrow(RangeError)
})

test('a card of an endless pack is the one at the place that is drawn, and can come again', () => {
  const draw = scriptedDraw([51, 51, 0])
  expect([drawEndless(draw), drawEndless(draw), drawEndless(draw)]).toEqual(['As', 'As', '2c'])
})

test('each card comes about as often as any other', () => {
  const draw = seededDraw(1)
  const counts = new Map<string, number>()
  for (let drawn = 0; drawn < 52_000; drawn++) {
    const card = drawEndless(draw)
    counts.set(card, (counts.get(card) ?? 0) + 1)
  }
  // Each is 1000 in the mean with a standard deviation of 31.
  for (const card of CARDS) expect(Math.abs((counts.get(card) ?? 0) - 1000)).toBeLessThan(160)
})
