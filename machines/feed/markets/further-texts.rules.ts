import type { TextValues } from '#machines/site/text.rules.ts'
import { exactScoreAt } from './market-questions.rules.ts'
import type { MarketType } from './market-type.ts'

interface Named {
  readonly key: string
  readonly values: TextValues
}

const RESULTS = ['home', 'draw', 'away'] as const
const DOUBLES = ['home_draw', 'home_away', 'draw_away'] as const
const MINUTES = 15
const WIDE_STEP = 5

/** The names of outcomes that hold numbers: exact scores and totals, margins, minutes, and lines beside something else.
 *  @param place of the outcome within its type */
export function furtherOutcome({ question, outcomes }: MarketType, place: number, line: string): Named {
  const isLast = place === outcomes.length - 1
  const overUnder = place % 2 === 0 ? 'over' : 'under'
  const pair = Math.floor(place / 2)
  switch (question) {
    case 'exact-score': {
      const score = exactScoreAt(place)
      return score ? named('score', { ...score }) : named('other_score')
    }
    case 'exact-total':
      return named(isLast ? 'exact_more' : 'exact', { number: place })
    case 'total-range':
      return isLast
        ? named('exact_more', { number: place * 2 })
        : named('range', { from: place * 2, to: place * 2 + 1 })
    case 'margin':
      return marginText(place)
    case 'wide-margin':
      return wideMarginText(place)
    case 'three-way-handicap':
      return named(`three_${RESULTS[place]}`, { line: signed(place === 2 ? -Number(line) : Number(line)) })
    case 'result-total':
      return named(`${RESULTS[pair]}_${overUnder}`, { line })
    case 'winner-total':
      return named(`${pair === 0 ? 'home' : 'away'}_${overUnder}`, { line })
    case 'both-score-total':
      return named(`${pair === 0 ? 'both' : 'not_both'}_${overUnder}`, { line })
    case 'double-chance-total':
      return named(`${DOUBLES[pair]}_${overUnder}`, { line })
    case 'highest-period':
      return isLast ? named('level') : named('part', { number: place + 1 })
    case 'first-goal-time':
      return minutesText(place, isLast)
    default:
      throw new RangeError(`the outcomes of ${question} have no names`)
  }
}

function named(name: string, values: TextValues = {}): Named {
  return { key: `feed.outcome_${name}`, values }
}

/** Home by one, two, three and more; level; away by one, two, three and more. */
function marginText(place: number): Named {
  if (place === 3) return named('draw')
  const number = (place % 4) + 1
  const side = place < 3 ? 'home' : 'away'
  return number === 3 ? named(`${side}_by_more`, { number }) : named(`${side}_by`, { number })
}

function wideMarginText(place: number): Named {
  const side = place < 4 ? 'home' : 'away'
  const from = (place % 4) * WIDE_STEP + 1
  return place % 4 === 3
    ? named(`${side}_by_more`, { number: from })
    : named(`${side}_by_range`, { from, to: from + WIDE_STEP - 1 })
}

function minutesText(place: number, isLast: boolean): Named {
  if (isLast) return named('no_goal')
  const from = place * MINUTES + 1
  return place === 5 ? named('minutes_last', { from }) : named('minutes', { from, to: from + MINUTES - 1 })
}

function signed(line: number): string {
  return line > 0 ? `+${line}` : String(line)
}
