import fc from 'fast-check'
import { expect, test } from 'vitest'
import { gamesOfAddress, keptGames, withGame } from './multi-live.rules.ts'

const LIMIT = 20

test('LAYOUT-2: whatever is asked for or pressed, a dashboard has each game once and at most twenty', () => {
  const step = fc.nat({ max: 40 }).map((id) => id + 1)
  const check = fc.property(fc.string(), fc.array(step), (address, presses) => {
    const first = gamesOfAddress(address, LIMIT)
    const last = presses.reduce<readonly number[]>((games, id) => withGame(games, id, LIMIT), first)
    expect(last.length).toBeLessThanOrEqual(LIMIT)
    expect(new Set(last).size).toBe(last.length)
    expect(gamesOfAddress(last.join(','), LIMIT)).toEqual(last)
  })
  fc.assert(check, { numRuns: 200 })
  const many = Array.from({ length: 25 }, (_, index) => index + 1)
  expect(gamesOfAddress(many.join(','), LIMIT)).toEqual(many.slice(0, LIMIT))
  expect(withGame(many.slice(0, LIMIT), 99, LIMIT)).not.toContain(99)
  expect(withGame([3, 4], 3, LIMIT)).toEqual([4])
})

test('SPORT-1: an address and a storage that are broken name the games that can be read', () => {
  expect(gamesOfAddress('12,x,-1,7,12,0', LIMIT)).toEqual([12, 7])
  expect(gamesOfAddress(null, LIMIT)).toEqual([])
  expect(keptGames([5, '6', 5, -1, 1.5, 8])).toEqual([5, 8])
  expect(keptGames({ games: [1] })).toEqual([])
})
