import { readFileSync } from 'node:fs'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { SPORT_IDS } from '#machines/site/tables/sports.ts'
import { textWriter } from '#machines/site/text.rules.ts'
import { offersOf } from '../simulator/offers.ts'
import { SIMULATED_SPORTS } from '../simulator/simulator-sports.ts'
import { QUESTIONS, type QuestionName, typeIdOf } from './derived-types.ts'
import {
  columnText,
  type FeedText,
  groupText,
  marketPartText,
  marketText,
  outcomeText,
  periodText,
  writeMarket,
} from './market-texts.rules.ts'
import { correctScoreOutcome, MARKET_TYPE, type MarketType, marketType, scoreOfOutcome } from './market-types.ts'

const LANGUAGES = ['ar', 'de', 'en', 'es', 'fr', 'pt', 'ru', 'tr']
const OFFERED = SIMULATED_SPORTS.flatMap((sport) => offersOf(sport)).map(({ subject, part, question }) =>
  marketType(typeIdOf(subject, part, question)),
)
const ON_GOALS = (Object.keys(QUESTIONS) as QuestionName[]).filter((name) => 'isOnGoals' in QUESTIONS[name][1])
const TYPES: readonly MarketType[] = [
  ...Object.values(MARKET_TYPE),
  ...new Set(OFFERED),
  ...ON_GOALS.map((name) => marketType(typeIdOf('score', 0, name))),
]

function dictionary(language: string): Readonly<Record<string, string>> {
  const file = new URL(`../../../brands/_base/locales/${language}/feed.json`, import.meta.url)
  return JSON.parse(readFileSync(file, 'utf8')) as Record<string, string>
}

const english = dictionary('en')
const inEnglish = (text: FeedText | null) =>
  text && textWriter('en', { texts: english, fallback: null })(text.key, text.values)

describe('texts of markets', () => {
  test.each(LANGUAGES)('every type, group, outcome and period has its words in %s, all places filled', (language) => {
    const texts = dictionary(language)
    const write = textWriter(language, { texts, fallback: null })
    const all = TYPES.flatMap(({ typeId, groupId, outcomes }) => [
      marketText(typeId),
      groupText(groupId),
      ...outcomes.flatMap((outcome) => [outcomeText(typeId, outcome, '-1.5'), columnText(typeId, outcome)]),
    ])
    const whole = TYPES.map(({ typeId }) => ({
      key: String(typeId),
      text: writeMarket(write, { sportId: 1, typeId, parameter: '1' }),
    }))
    const written = [...all, ...SPORT_IDS.map((sportId) => periodText(sportId, 2))].map(({ key, values }) => ({
      key,
      text: write(key, values),
    }))
    written.push(...whole)
    const isUnwritten = ({ key, text }: { key: string; text: string }) =>
      text === '' || text === key || text.includes('{{')
    expect(written.filter(isUnwritten)).toEqual([])
  })

  test('outcomes are named by question, side and line', () => {
    expect([1, 2, 3].map((outcome) => inEnglish(outcomeText(1, outcome)))).toEqual(['W1', 'X', 'W2'])
    expect([9, 10].map((outcome) => inEnglish(outcomeText(4, outcome, '2.5')))).toEqual(['Over 2.5', 'Under 2.5'])
    const handicaps = (line: string) => [11, 12].map((outcome) => inEnglish(outcomeText(5, outcome, line)))
    expect(handicaps('-0.25')).toEqual(['Handicap 1 (-0.25)', 'Handicap 2 (+0.25)'])
    expect(handicaps('1')).toEqual(['Handicap 1 (+1)', 'Handicap 2 (-1)'])
    expect(handicaps('0')).toEqual(['Handicap 1 (0)', 'Handicap 2 (0)'])
    expect([10201, 19999].map((outcome) => inEnglish(outcomeText(7, outcome)))).toEqual(['2:1', 'Any other score'])
    expect(() => outcomeText(1, 9)).toThrow(RangeError)
  })

  test('a market on a period names it as its sport does', () => {
    expect(inEnglish(marketPartText(4, 13, '2'))).toBe('Set 2')
    expect(inEnglish(marketPartText(3, 13, '4'))).toBe('Quarter 4')
    expect(inEnglish(marketPartText(4001, 13, '1'))).toBe('Map 1')
    expect(marketPartText(4, 12, undefined)).toBeNull()
    expect(marketPartText(1, 4, '2.5')).toBeNull()
  })

  test('a derived market says what it counts, and on which part', () => {
    const write = textWriter('en', { texts: english, fallback: null })
    const name = (typeId: number, parameter?: string) => writeMarket(write, { sportId: 1, typeId, parameter })
    expect(name(typeIdOf('corners', 1, 'total'), '4.5')).toBe('Corners: Total, Half 1')
    expect(name(typeIdOf('score', 31, 'result'))).toBe('Match result, minutes 1–15')
    expect(name(typeIdOf('score', 0, 'nthGoal'), '2')).toBe('Goal 2')
    expect(inEnglish(outcomeText(10025, 1002501, '2.5'))).toBe('W1 and over 2.5')
    expect(inEnglish(outcomeText(10023, 1002303, '-1'))).toBe('W2 (+1)')
  })

  test('an exact score and its outcome name each other', () => {
    const goals = fc.integer({ min: 0, max: 5 })
    fc.assert(
      fc.property(goals, goals, (home, away) => {
        expect(scoreOfOutcome(correctScoreOutcome(home, away))).toEqual({ home, away })
      }),
    )
  })
})
