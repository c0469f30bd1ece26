import { expect, test } from 'vitest'
import { baseSection } from '../base-section.ts'
import { sectionPath } from '../brands/brand-level.ts'
import { checkCasino } from './check-casino.ts'

const levelWith = (casino: object) =>
  ({
    documents: new Map([[sectionPath('casino'), { value: { ...baseSection('casino'), ...casino } }]]),
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
