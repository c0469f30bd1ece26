import type { TextValues } from '#machines/site/text.rules.ts'
import { entrantOf, type MarketQuestion, type MarketType, marketType, scoreOfOutcome } from './market-types.ts'
import { periodUnit } from './period-units.ts'

/** A text as data: the key of a dictionary, and the values of its places. */
export interface FeedText {
  readonly key: string
  readonly values: TextValues
}

/** The name of a type of market: `4` → "Total". */
export function marketText(typeId: number): FeedText {
  return plain(`feed.market_${marketType(typeId).typeId}`)
}

/** The name of a group of markets: `4` → "Totals". */
export function groupText(groupId: number): FeedText {
  return plain(`feed.group_${groupId}`)
}

/** The part of the game that a market is about, when its parameter names it: tennis, `'2'` → "Set 2"; null when it is about all of it,
 *  or its name says so. A page joins both by the text `feed.market_of_part`. */
export function marketPartText(sportId: number, typeId: number, parameter: string | undefined): FeedText | null {
  const { period } = marketType(typeId)
  return period === 'parameter' && parameter !== undefined ? periodText(sportId, Number(parameter)) : null
}

/** The name of a period as its sport calls it: ice hockey, 3 → "Period 3". @param period from 1 */
export function periodText(sportId: number, period: number): FeedText {
  return { key: `feed.period_${periodUnit(sportId)}`, values: { number: period } }
}

/** The name of an outcome: "W1", "Over 2.5", "Handicap 1 (-0.25)", "2:1".
 *  @param parameter of its market. A handicap is that of the home side, the other side's has the opposite sign
 *  @throws RangeError when the type of market has no such outcome */
export function outcomeText(typeId: number, outcomeTypeId: number, parameter?: string): FeedText {
  const type = marketType(typeId)
  const place = placeOf(type, outcomeTypeId)
  switch (type.question) {
    case 'correct-score':
      return scoreText(outcomeTypeId)
    case 'field-winner':
    case 'field-place':
      return { key: 'feed.outcome_entrant', values: { number: entrantOf(type, outcomeTypeId) ?? 0 } }
    case 'over-under':
    case 'fight-rounds':
      return { key: `feed.outcome_${place === 0 ? 'over' : 'under'}`, values: { line: parameter ?? '0' } }
    case 'handicap':
      return {
        key: `feed.outcome_handicap_${place === 0 ? 'home' : 'away'}`,
        values: { line: signedLine(parameter ?? '0', place) },
      }
    default:
      return plain(`feed.outcome_${NAMES[type.question][place]}`)
  }
}

/** Questions whose outcomes are called the same everywhere. */
const ON_AN_ENDING: readonly MarketQuestion[] = ['field-winner', 'field-place', 'fight-method']

/** The heading of an outcome's column, short and without its line: "1", "X", "Over".
 *  @throws RangeError as {@link outcomeText} does */
export function columnText(typeId: number, outcomeTypeId: number): FeedText {
  const type = marketType(typeId)
  const place = placeOf(type, outcomeTypeId)
  if (type.question === 'correct-score') return scoreText(outcomeTypeId)
  if (ON_AN_ENDING.includes(type.question)) return outcomeText(typeId, outcomeTypeId)
  return plain(`feed.column_${NAMES[type.question as keyof typeof NAMES][place]}`)
}

/** A line of a handicap as the side reads it whose outcome it is: `('-0.25', 1)` → `'+0.25'`. */
function signedLine(line: string, place: number): string {
  const isBelow = line.startsWith('-')
  const digits = isBelow ? line.slice(1) : line
  if (Number(digits) === 0) return '0'
  return `${isBelow === (place === 0) ? '-' : '+'}${digits}`
}

function scoreText(outcomeTypeId: number): FeedText {
  const score = scoreOfOutcome(outcomeTypeId)
  return score ? { key: 'feed.outcome_score', values: { ...score } } : plain('feed.outcome_other_score')
}

function placeOf({ typeId, outcomes }: MarketType, outcomeTypeId: number): number {
  const place = outcomes.indexOf(outcomeTypeId)
  if (place < 0) throw new RangeError(`market type ${typeId} has no outcome ${outcomeTypeId}`)
  return place
}

function plain(key: string): FeedText {
  return { key, values: {} }
}

/** Names of the outcomes of a question, in the order of its types. */
const NAMES: Readonly<
  Record<Exclude<MarketQuestion, 'correct-score' | 'field-winner' | 'field-place'>, readonly string[]>
> = {
  result: ['home', 'draw', 'away'],
  'double-chance': ['home_draw', 'home_away', 'draw_away'],
  winner: ['home', 'away'],
  'over-under': ['over', 'under'],
  handicap: ['handicap_home', 'handicap_away'],
  'both-score': ['yes', 'no'],
  'odd-even': ['odd', 'even'],
  'fight-method': [
    'home_knockout',
    'home_submission',
    'home_decision',
    'away_knockout',
    'away_submission',
    'away_decision',
  ],
  'fight-rounds': ['over', 'under'],
}
