import type { TextValues, TextWriter } from '#machines/site/text.rules.ts'
import { derivedType, isOnPlayer, playerOf, type QuestionName } from './derived-types.ts'
import { furtherOutcome } from './further-texts.rules.ts'
import { entrantOf, type MarketQuestion, type MarketType, marketType, scoreOfOutcome } from './market-types.ts'
import { periodUnit } from './period-units.ts'

/** A text as data: the key of a dictionary, and the values of its places. */
export interface FeedText {
  readonly key: string
  readonly values: TextValues
}

/** The name of a type of market: `4` → "Total". What it counts and the part that it is about are left out: {@link writeMarket} says
 *  all. @param parameter of a market that is about a goal by its number */
export function marketText(typeId: number, parameter?: string): FeedText {
  const type = derivedType(typeId)
  if (!type) return plain(`feed.market_${marketType(typeId).typeId}`)
  const known = FIRST_NAMES[type.name]
  if (known !== undefined) return plain(`feed.market_${known}`)
  const name = type.name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)
  return { key: `feed.question_${name}`, values: type.parameter === 'number' ? { number: Number(parameter ?? 1) } : {} }
}

/** Questions that one of the first types of market asks as well, and is named after. */
const FIRST_NAMES: Readonly<Partial<Record<QuestionName, number>>> = {
  result: 1,
  doubleChance: 2,
  winner: 3,
  total: 4,
  homeTotal: 10,
  awayTotal: 11,
  handicap: 5,
  bothScore: 6,
  exactScore: 7,
  oddEven: 9,
}

/** A market as it is asked for. */
export interface NamedMarket {
  readonly sportId: number
  readonly typeId: number
  readonly parameter?: string | undefined
}

/** The whole name of a market: "Corners: Total, Half 1". */
export function writeMarket(t: TextWriter, { sportId, typeId, parameter }: NamedMarket): string {
  const { key, values } = marketText(typeId, parameter)
  return writeAround(t, t(key, values), { sportId, typeId, parameter })
}

/** The name of a market with what it counts and the part that it is about. */
export function writeAround(t: TextWriter, name: string, { sportId, typeId, parameter }: NamedMarket): string {
  const { subject } = marketType(typeId)
  const counted = subject ? t('feed.market_of_count', { counted: t(`feed.statistic_${subject}`), market: name }) : name
  const part = marketPartText(sportId, typeId, parameter)
  return part ? t('feed.market_of_part', { market: counted, part: t(part.key, part.values) }) : counted
}

/** The name of a group of markets: `4` → "Totals". */
export function groupText(groupId: number): FeedText {
  return plain(`feed.group_${groupId}`)
}

/** The part of the game that a market is about, when its parameter names it: tennis, `'2'` → "Set 2"; null when it is about all of it,
 *  or its name says so. A page joins both by the text `feed.market_of_part`. */
export function marketPartText(sportId: number, typeId: number, parameter: string | undefined): FeedText | null {
  const { period, part } = marketType(typeId)
  if (period === 'parameter' && parameter !== undefined) return periodText(sportId, Number(parameter))
  if (!part) return null
  const { kind, from, to } = part
  if (kind === 'minutes')
    return Number.isFinite(to)
      ? { key: 'feed.part_minutes', values: { from: from + 1, to } }
      : { key: 'feed.part_minutes_last', values: { from: from + 1 } }
  if (from === to) return periodText(sportId, from)
  const isHalf = to - from === 1
  return isHalf
    ? { key: 'feed.period_half', values: { number: from === 1 ? 1 : 2 } }
    : { key: 'feed.part_first_innings', values: { number: to } }
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
    default: {
      if (isOnPlayer(outcomeTypeId)) return playerText(outcomeTypeId)
      const names = NAMES[type.question]
      return names ? plain(`feed.outcome_${names[place]}`) : furtherOutcome(type, place, parameter ?? '0')
    }
  }
}

function playerText(outcomeTypeId: number): FeedText {
  const player = playerOf(outcomeTypeId)
  return player ? { key: 'feed.outcome_player', values: { number: player.number } } : plain('feed.outcome_no_goal')
}

/** What an outcome is called beside others: by the name of its side, 0 for home and 2 for away; null where it is about none. */
export function sideOfOutcome(typeId: number, outcomeTypeId: number): 'home' | 'away' | null {
  const { question, outcomes } = marketType(typeId)
  if (!ON_SIDES.includes(question)) return null
  if (outcomeTypeId === outcomes[0]) return 'home'
  return outcomeTypeId === outcomes.at(-1) ? 'away' : null
}

const ON_SIDES: readonly MarketQuestion[] = ['result', 'winner', 'nth-goal', 'last-goal']

/** Questions whose outcomes are called the same everywhere. */
const ON_AN_ENDING: readonly MarketQuestion[] = ['field-winner', 'field-place', 'fight-method']

/** The heading of an outcome's column, short and without its line: "1", "X", "Over".
 *  @throws RangeError as {@link outcomeText} does */
export function columnText(typeId: number, outcomeTypeId: number): FeedText {
  const type = marketType(typeId)
  const place = placeOf(type, outcomeTypeId)
  if (type.question === 'correct-score') return scoreText(outcomeTypeId)
  if (ON_AN_ENDING.includes(type.question)) return outcomeText(typeId, outcomeTypeId)
  const name = NAMES[type.question]?.[place]
  return name !== undefined && IN_COLUMNS.has(name) ? plain(`feed.column_${name}`) : outcomeText(typeId, outcomeTypeId)
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

const YES_NO = ['yes', 'no'] as const

function each(firsts: readonly string[], lasts: readonly string[]): string[] {
  return firsts.flatMap((first) => lasts.map((last) => `${first}_${last}`))
}

/** Names of the outcomes of a question, in the order of its types. */
const NAMES: Readonly<Partial<Record<MarketQuestion, readonly string[]>>> = {
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
  'to-nil': YES_NO,
  'clean-sheet': YES_NO,
  any: YES_NO,
  'scores-in-both': YES_NO,
  'wins-both': YES_NO,
  'wins-either': YES_NO,
  'both-over': YES_NO,
  'both-under': YES_NO,
  'both-score-in-both': YES_NO,
  'nth-goal': ['home', 'no_goal', 'away'],
  'last-goal': ['home', 'no_goal', 'away'],
  'goal-method': ['method_shot', 'method_header', 'method_penalty', 'method_free_kick', 'no_goal'],
  'part-whole': ['home', 'draw', 'away'].flatMap((first) =>
    ['home', 'draw', 'away'].map((last) => `then_${first}_${last}`),
  ),
  'part-whole-winner': ['then_home_home', 'then_home_away', 'then_away_home', 'then_away_away'],
  'result-both-score': each(['home', 'draw', 'away'], ['both', 'not_both']),
  'double-chance-both-score': each(['home_draw', 'home_away', 'draw_away'], ['both', 'not_both']),
}

/** Names that are above columns. */
const IN_COLUMNS: ReadonlySet<string> = new Set([
  'home',
  'draw',
  'away',
  'home_draw',
  'home_away',
  'draw_away',
  'over',
  'under',
  'handicap_home',
  'handicap_away',
  'yes',
  'no',
  'odd',
  'even',
])
