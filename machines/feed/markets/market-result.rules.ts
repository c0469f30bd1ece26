import { parseDecimal } from '#machines/money/decimal.rules.ts'
import type { Incident, PeriodScore, Score } from '#schemas'
import {
  type Asked,
  counted,
  FURTHER_QUESTIONS,
  GOAL_QUESTIONS,
  HUNDREDTHS,
  isDoubleChance,
  lineResult,
  mirrored,
  type OutcomeResult,
  PERIODS_QUESTIONS,
  periodsNeeded,
  placeOfWinner,
  wonIf,
} from './market-questions.rules.ts'
import type { GoalQuestion, MarketType, PartOfGame, PartQuestion, PeriodsQuestion } from './market-type.ts'
import { correctScoreOutcome, marketType } from './market-types.ts'

const QUARTER = 25

export type { Asked, OutcomeResult } from './market-questions.rules.ts'

/** How an outcome ends with a score: `(MARKET_TYPE.total, '2.25', over, 1:1)` → `'half-lose'`. The score of a void game is not
 *  asked about: all of its outcomes are void.
 *  @param parameter of the market: `'-0.25'`, the home side's line of a handicap; of another type, a total or a period
 *  @returns null when the score does not tell: it has no periods or no facts, and the market is about them
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
  const asked = { type, place, outcomeTypeId, line: number ?? 0 }
  if (isOnGoals(type.question)) {
    const { incidents, played } = score.facts ?? {}
    return incidents ? GOAL_QUESTIONS[type.question]({ ...asked, goals: incidents.filter(isGoal), played }) : null
  }
  const part = partOf(type, number, score)
  if (part === null || part === 'void') return part
  return decide({ ...asked, part }, score)
}

const isGoal = ({ kind }: Incident) => kind === 'goal'

/** How an outcome ends with the score of the part of the game that its market is about.
 *  @param score of the game; where left out, the part is all that is known
 *  @returns null when the score does not tell @throws RangeError when no score decides the market */
export function decide(asked: Asked, score: Score = asked.part): OutcomeResult | null {
  const { typeId, question } = asked.type
  if (isOnPart(question)) return PART_QUESTIONS[question](asked)
  if (!isOnPeriods(question)) throw new RangeError(`no score of a part decides market type ${typeId}`)
  const periods = periodsOf(asked.type, score)
  if (!periods) return null
  if (periods.length < periodsNeeded(asked.type)) return 'void'
  return PERIODS_QUESTIONS[question]({ ...asked, periods, whole: wholeOf(asked.type, score, periods) })
}

/** How the score of a part decides a type of market, for those who ask of many scores; null when no part alone does. */
export function askedOfPart({ question }: MarketType): ((asked: Asked) => OutcomeResult) | null {
  return isOnPart(question) ? PART_QUESTIONS[question] : null
}

function isOnPart(question: MarketType['question']): question is PartQuestion {
  return Object.hasOwn(PART_QUESTIONS, question)
}

function isOnPeriods(question: MarketType['question']): question is PeriodsQuestion {
  return Object.hasOwn(PERIODS_QUESTIONS, question)
}

function isOnGoals(question: MarketType['question']): question is GoalQuestion {
  return Object.hasOwn(GOAL_QUESTIONS, question)
}

const PART_QUESTIONS: Readonly<Record<PartQuestion, (asked: Asked) => OutcomeResult>> = {
  ...FURTHER_QUESTIONS,
  result: ({ place, part }) => wonIf(place === placeOfWinner(part)),
  'double-chance': ({ place, part }) => wonIf(isDoubleChance(place, part)),
  winner: ({ place, part }) => lineResult(mirrored(place, (part.home - part.away) * HUNDREDTHS)),
  handicap: ({ place, part, line }) => lineResult(mirrored(place, (part.home - part.away) * HUNDREDTHS + line)),
  'over-under': ({ type, place, part, line }) => lineResult(mirrored(place, counted(type, part) * HUNDREDTHS - line)),
  'both-score': ({ place, part }) => wonIf((part.home > 0 && part.away > 0) === (place === 0)),
  'correct-score': ({ outcomeTypeId, part }) => wonIf(outcomeTypeId === correctScoreOutcome(part.home, part.away)),
  'odd-even': ({ type, place, part }) => wonIf((counted(type, part) % 2 === 1) === (place === 0)),
}

/** What decides: of the game, or of a part of it. A period that was never played is void. */
function partOf(type: MarketType, number: number | undefined, score: Score): PeriodScore | 'void' | null {
  const { part, period } = type
  if (part?.kind === 'minutes') return inMinutes(part, score)
  const periods = periodsOf(type, score)
  if (period !== undefined) {
    const wanted = period === 'parameter' ? (number ?? 0) / HUNDREDTHS : period
    return periods ? (periods[wanted - 1] ?? 'void') : null
  }
  if (part) {
    if (!periods) return null
    return periods.length < part.to ? 'void' : sumOf(periods.slice(part.from - 1, part.to))
  }
  if (type.subject === undefined) return score
  return periods ? sumOf(periods) : null
}

/** The periods of what a type counts; null where they are not known. */
function periodsOf({ subject }: MarketType, { periods, facts }: Score): readonly PeriodScore[] | null {
  if (subject === undefined || subject === 'points') return periods ?? null
  return facts?.counts?.find(({ code }) => code === subject)?.periods ?? null
}

function wholeOf({ subject }: MarketType, score: Score, periods: readonly PeriodScore[]): PeriodScore {
  return subject === undefined ? score : sumOf(periods)
}

function sumOf(parts: readonly PeriodScore[]): PeriodScore {
  const sum = { home: 0, away: 0 }
  for (const { home, away } of parts) {
    sum.home += home
    sum.away += away
  }
  return sum
}

const MINUTE_S = 60

/** Goals within minutes of the game's clock. */
function inMinutes({ from, to }: PartOfGame, { facts }: Score): PeriodScore | null {
  if (!facts?.incidents) return null
  const goals = facts.incidents.filter(
    (one) => isGoal(one) && one.seconds >= from * MINUTE_S && one.seconds < to * MINUTE_S,
  )
  const home = goals.filter(({ side }) => side === 'home').length
  return { home, away: goals.length - home }
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
