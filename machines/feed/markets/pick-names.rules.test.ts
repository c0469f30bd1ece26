import { readFileSync } from 'node:fs'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type TextWriter, textWriter } from '#machines/site/text.rules.ts'
import { entrantIn, nameOfSides, nameWithEntrant, sidesOf } from '../board/game-names.rules.ts'
import { marketText, outcomeText } from './market-texts.rules.ts'
import { MARKET_TYPE, type MarketType } from './market-types.ts'
import { pickNames } from './pick-names.rules.ts'

const LANGUAGES = ['ar', 'de', 'en', 'es', 'fr', 'pt', 'ru', 'tr']
const GAME = 'Wexham FC – Harbour'
/** Questions whose answer is a side of the game, a draw, or an entrant. */
const OF_SIDES = ['result', 'double-chance', 'winner', 'handicap', 'fight-method', 'field-winner', 'field-place']

function writerOf(language: string): TextWriter {
  const file = new URL(`../../../brands/_base/locales/${language}/feed.json`, import.meta.url)
  const texts = JSON.parse(readFileSync(file, 'utf8')) as Record<string, string>
  return textWriter(language, { texts, fallback: null })
}

/** A name without the marks that keep it apart from text of the other direction. */
const plain = (text: string) => text.replace(/[\u200f\u2066-\u2069]/g, '')

function named(
  marketTypeId: number,
  typeId: number,
  more: { gameName?: string; parameter?: string; sportId?: number } = {},
) {
  const { market, outcome } = pickNames({ gameName: GAME, marketTypeId, typeId, ...more }, writerOf('en'))
  return `${market}: ${outcome}`
}

describe('what a bet calls an outcome', () => {
  test('who is bet on is called by name, and a draw by its word', () => {
    expect([1, 2, 3].map((typeId) => named(1, typeId))).toEqual([
      'Match result: Wexham FC',
      'Match result: Draw',
      'Match result: Harbour',
    ])
    expect([4, 5, 6].map((typeId) => named(2, typeId))).toEqual([
      'Double chance: Wexham FC or draw',
      'Double chance: Wexham FC or Harbour',
      'Double chance: Harbour or draw',
    ])
    expect([11, 12].map((typeId) => named(5, typeId, { parameter: '-0.25' }))).toEqual([
      'Handicap: Wexham FC (-0.25)',
      'Handicap: Harbour (+0.25)',
    ])
    expect(named(17, 35)).toBe('Method of victory: Harbour, by submission')
  })

  test('a market of one side and one of a part of the game say of which', () => {
    expect(named(11, 22, { parameter: '1.5' })).toBe('Harbour: total: Over 1.5')
    expect(named(13, 26, { parameter: '2', sportId: 4 })).toBe('Winner of the period, Set 2: Wexham FC')
    expect(named(13, 26, { parameter: '2' })).toBe('Winner of the period, Period 2: Wexham FC')
  })

  test('an entrant of many is called by name and number', () => {
    const gameName = nameWithEntrant('Fairwater Stakes: 2:30', 'Silver Lantern')
    expect(named(15, 20_007, { gameName })).toBe('Winner: Silver Lantern (No. 7)')
  })

  test('where the sides cannot be identified, it is what the board says', () => {
    for (const gameName of ['Gala', 'A – B – C', ' – B', 'A – '])
      expect(named(1, 1, { gameName })).toBe('Match result: W1')
    expect(named(15, 20_007, { gameName: 'Gala' })).toBe('Winner: No. 7')
  })

  test.each(LANGUAGES)(
    'in %s every outcome of a side names it, every other one stays as it is, all places filled',
    (language) => {
      const t = writerOf(language)
      for (const { typeId: marketTypeId, question, side, outcomes } of Object.values<MarketType>(MARKET_TYPE)) {
        const isOfMany = question.startsWith('field')
        const gameName = isOfMany ? nameWithEntrant('Stakes', 'Lantern') : GAME
        for (const [place, typeId] of outcomes.entries()) {
          const { market, outcome } = pickNames({ gameName, marketTypeId, typeId, parameter: '1.5', sportId: 1 }, t)
          expect(`${market} ${outcome}`).not.toMatch(/\{\{|feed\./)
          const board = outcomeText(marketTypeId, typeId, '1.5')
          if (!OF_SIDES.includes(question)) expect(outcome).toBe(t(board.key, board.values))
          else if (question === 'result' && place === 1) expect(outcome).toBe(t('feed.pick_draw'))
          else expect(plain(outcome)).toMatch(isOfMany ? /Lantern/ : /Wexham FC|Harbour/)
          if (side) expect(plain(market)).toContain(side === 'home' ? 'Wexham FC' : 'Harbour')
          else expect(market).toContain(t(marketText(marketTypeId).key))
        }
      }
    },
  )

  test('the sides and the entrant are read in the name that was made of them', () => {
    const name = fc.stringMatching(/^[A-Z][a-z .'-]{0,12}[a-z]$/)
    fc.assert(
      fc.property(name, name, (home, away) => {
        expect(sidesOf(nameOfSides([home, away]))).toEqual({ home, away })
        expect(entrantIn(nameWithEntrant(home, away))).toBe(away)
      }),
    )
    expect(entrantIn(nameWithEntrant('Stakes', undefined))).toBeNull()
  })
})
