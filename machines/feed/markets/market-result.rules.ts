import { parseDecimal } from '#machines/money/decimal.rules.ts'
import type { PeriodScore, PlainLeg, Score } from '#schemas'
import { correctScoreOutcome, type MarketType, marketType, type ScoreQuestion } from './market-types.ts'

/** How an outcome ended for those who bet on it. */
export type OutcomeResult = PlainLeg['result']

/** Lines are counted in hundredths of a point, of which a quarter has 25. */
const HUNDREDTHS = 100
const QUARTER = 25

/** How an outcome ends with a score: `(MARKET_TYPE.total, '2.25', over, 1:1)` → `'half-lose'`. The score of a void game is not
 *  asked about: all of its outcomes are void.
 *  @param parameter of the market: `'-0.25'`, the home side's line of a handicap; of another type, a total or a period
 *  @returns null when the score does not tell: it has no periods, and the market is about one
 *  @throws RangeError when the type, the outcome or the parameter is none */
export function outcomeResult(
  typeId: number,
  parameter: string | undefined,
  outcomeTypeId: number,
  score: Score,
): OutcomeResult | null {
  const type = marketType(typeId)
  const place = type.outcomes.indexOf(outcomeTypeId)
  if (place < 0) throw new RangeError(`market type ${typeId} has no outcome ${outcomeTypeId}`)
  const number = type.parameter === undefined ? undefined : neededParameter(type, parameter)
  const part = partOf(type, number, score)
  if (part === null || part === 'void') return part
  return decide({ type, place, outcomeTypeId, part, line: number ?? 0 })
}

/** A question about a score. */
export interface Asked {
  readonly type: MarketType
  /** Position of the outcome within its type. */
  readonly place: number
  readonly outcomeTypeId: number
  readonly part: PeriodScore
  /** Hundredths of a point. */
  readonly line: number
}

/** How an outcome ends with the score of the part of the game that its market is about.
 *  @throws RangeError when no score decides the market */
export function decide(asked: Asked): OutcomeResult {
  const { typeId, question } = asked.type
  if (!isOnScore(question)) throw new RangeError(`no score decides market type ${typeId}`)
  return QUESTIONS[question](asked)
}

function isOnScore(question: MarketType['question']): question is ScoreQuestion {
  return Object.hasOwn(QUESTIONS, question)
}

const QUESTIONS: Readonly<Record<ScoreQuestion, (asked: Asked) => OutcomeResult>> = {
  result: ({ place, part }) => wonIf(place === placeOfWinner(part)),
  'double-chance': ({ place, part }) => wonIf(DOUBLE_CHANCES[place]?.includes(placeOfWinner(part)) === true),
  winner: ({ place, part }) => lineResult(mirrored(place, (part.home - part.away) * HUNDREDTHS)),
  handicap: ({ place, part, line }) => lineResult(mirrored(place, (part.home - part.away) * HUNDREDTHS + line)),
  'over-under': ({ type, place, part, line }) => lineResult(mirrored(place, counted(type, part) * HUNDREDTHS - line)),
  'both-score': ({ place, part }) => wonIf((part.home > 0 && part.away > 0) === (place === 0)),
  'correct-score': ({ outcomeTypeId, part }) => wonIf(outcomeTypeId === correctScoreOutcome(part.home, part.away)),
  'odd-even': ({ place, part }) => wonIf(((part.home + part.away) % 2 === 1) === (place === 0)),
}

/** Which of home, draw and away are in home or draw, home or away, draw or away. */
const DOUBLE_CHANCES: readonly (readonly number[])[] = [
  [0, 1],
  [0, 2],
  [1, 2],
]

/** By how much an outcome is ahead of its line decides it: a quarter ahead is half won, a quarter behind half lost,
 *  because the stake on a quarter line is split between the two lines next to it. @param ahead hundredths, a multiple
 *  of a quarter */
function lineResult(ahead: number): OutcomeResult {
  if (ahead === 0) return 'void'
  if (ahead > 0) return ahead > QUARTER ? 'win' : 'half-win'
  return ahead < -QUARTER ? 'lose' : 'half-lose'
}

/** What the first outcome of a pair is ahead by, the second is behind by. */
function mirrored(place: number, ahead: number): number {
  return place === 0 ? ahead : -ahead
}

function wonIf(isWon: boolean): OutcomeResult {
  return isWon ? 'win' : 'lose'
}

function counted({ side }: MarketType, part: PeriodScore): number {
  return side === undefined ? part.home + part.away : part[side]
}

/** 0 for home, 1 for a draw, 2 for away. */
function placeOfWinner({ home, away }: PeriodScore): number {
  return home > away ? 0 : home === away ? 1 : 2
}

/** The score that decides: of the game, or of a period. A period that was never played is void. */
function partOf(type: MarketType, number: number | undefined, score: Score): PeriodScore | 'void' | null {
  if (type.period === undefined) return score
  if (score.periods === undefined) return null
  const period = type.period === 'parameter' ? (number ?? 0) / HUNDREDTHS : type.period
  return score.periods[period - 1] ?? 'void'
}

/** Reads the parameter of a market of a type that has one: `(MARKET_TYPE.total, '2.25')` → 225.
 *  @returns hundredths; null when it is none of the type's */
export function readParameter({ parameter: kind }: MarketType, text: string | undefined): number | null {
  const read = text === undefined ? null : parseDecimal(text)
  const hundredths = read && (read.units * BigInt(HUNDREDTHS)) / read.scale
  const isExact = read !== null && hundredths !== null && hundredths * read.scale === read.units * BigInt(HUNDREDTHS)
  const number = isExact ? Number(hundredths) : Number.NaN
  const isRight = kind === 'line' ? number % QUARTER === 0 : number % HUNDREDTHS === 0 && number > 0
  return isRight ? number : null
}

function neededParameter(type: MarketType, text: string | undefined): number {
  const number = readParameter(type, text)
  if (number === null) throw new RangeError(`market type ${type.typeId} has no ${type.parameter} ${text ?? 'left out'}`)
  return number
}
