import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { areOppositeStakes } from './opposite-stakes.rules.ts'
import { PAYTABLES } from './paytables.ts'
import { ROULETTE_NUMBERS, ROULETTE_SPOTS, rouletteWins } from './roulette.rules.ts'

const on = (...spots: string[]) => spots.map((spot) => ({ on: spot, amountMinor: 100 }))
const wheel = Object.values(PAYTABLES).find(({ kind }) => kind === 'wheel')

describe('stakes on opposites', () => {
  test.each([
    [['red', 'black'], true],
    [['odd', 'even'], true],
    [['dozen1', 'dozen2', 'dozen3'], true],
    [['column1', 'column2', 'column3', 'straight:0'], true],
    [['low', 'dozen3', 'line:19-20-21-22-23-24'], true],
    [['red'], false],
    [['red', 'dozen1'], false],
    [['dozen1', 'dozen2'], false],
  ])('at a roulette %j: %s', (spots, are) => {
    expect(areOppositeStakes(on(...spots), { kind: 'roulette' })).toBe(are)
    expect(areOppositeStakes(on(...spots), null)).toBe(are)
  })

  test('stakes on a roulette are opposite exactly when at most one number loses all of them', () => {
    const spots = [...ROULETTE_SPOTS.keys()]
    fc.assert(
      fc.property(fc.uniqueArray(fc.constantFrom(...spots), { minLength: 1, maxLength: 8 }), (chosen) => {
        const numbers = Array.from({ length: ROULETTE_NUMBERS }, (_, number) => number)
        const losing = numbers.filter((number) => rouletteWins(on(...chosen), number).length === 0)
        expect(areOppositeStakes(on(...chosen), { kind: 'roulette' })).toBe(losing.length <= 1)
      }),
    )
  })

  test('at baccarat both hands are, a hand and the tie are not; at a wheel every spot', () => {
    expect(areOppositeStakes(on('player', 'banker'), { kind: 'baccarat' })).toBe(true)
    expect(areOppositeStakes(on('player', 'tie'), { kind: 'baccarat' })).toBe(false)
    if (wheel?.kind !== 'wheel') throw new Error('there is no wheel')
    const spots = Object.keys(wheel.paysE4)
    expect(areOppositeStakes(on(...spots), wheel)).toBe(true)
    expect(areOppositeStakes(on(...spots.slice(1)), wheel)).toBe(false)
    expect(areOppositeStakes(on('main'), { kind: 'slot' })).toBe(false)
    expect(areOppositeStakes(on('first', 'second'), null)).toBe(false)
  })
})
