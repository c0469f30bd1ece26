import { expect, test } from 'vitest'
import { baseSection } from '../base-section.ts'
import { sectionPath } from '../brands/brand-level.ts'
import { checkCasino } from './check-casino.ts'

const levelWith = (casino: object, defaultCurrency = 'EUR') =>
  ({
    documents: new Map([
      [sectionPath('casino'), { value: { ...baseSection('casino'), ...casino } }],
      [sectionPath('coupon'), { value: { ...baseSection('coupon'), maximumStakeMinor: 10_000_000 } }],
      [sectionPath('global'), { value: { ...baseSection('global'), defaultCurrency } }],
    ]),
    layer: { id: 'pier', files: new Map() },
    parent: null,
  }) as never

test('a paytable that gives back less or more than the brand allows is named with its game, its return and the way out', () => {
  expect(checkCasino(levelWith({}))).toEqual([])
  const messages = checkCasino(levelWith({ highestReturnE4: 9_850 })).map(({ message }) => message)
  expect(messages.join('\n')).toContain('the paytable "dice_99" of the game "dice" gives back')
  expect(messages.join('\n')).toContain('Choose another paytable')
  expect(messages.some((message) => message.includes('"roulette"'))).toBe(false)
})

test('stakes in minor units of another currency are named with the smallest bet, and crossed bounds with both', () => {
  const inTether = checkCasino(levelWith({}, 'USDT')).map(({ message }) => message)
  expect(inTether).toHaveLength(1)
  expect(inTether[0]).toContain('"roulette", ')
  expect(inTether[0]).toContain('are below the smallest bet in USDT, 200000 minor units')
  const { roulette } = baseSection('casino').games
  const crossed = { roulette: { ...roulette, stake: { minimumMinor: 500, maximumMinor: 400 } } }
  const [problem] = checkCasino(levelWith({ games: crossed }))
  expect(problem?.message).toContain('the largest stake of the game "roulette", 400, is below its smallest, 500')
})

test('slots that cost more than the brand lets slots be staked are named with the ways out', () => {
  expect(checkCasino(levelWith({ slotStakeMaximumMinor: 100 }))).toEqual([])
  const messages = checkCasino(levelWith({ slotStakeMaximumMinor: 5 })).map(({ message }) => message)
  expect(messages).toHaveLength(2)
  expect(messages[0]).toContain(
    '"harbour-lights" is 10, and slotStakeMaximumMinor lets a round of slots be staked 5 at most',
  )
})
