import type { Incident, PeriodScore, PlainLeg, Score } from '#schemas'
import { isOnPlayer, playerOf } from './derived-types.ts'
import type { GoalQuestion, MarketType, PartQuestion, PeriodsQuestion } from './market-type.ts'

/** How an outcome ended for those who bet on it. */
export type OutcomeResult = PlainLeg['result']

/** A question about a part of a game. */
export interface Asked {
  readonly type: MarketType
  /** Position of the outcome within its type. */
  readonly place: number
  readonly outcomeTypeId: number
  readonly part: PeriodScore
  /** Hundredths of a point. */
  readonly line: number
}

/** Lines are counted in hundredths of a point, of which a quarter has 25. */
export const HUNDREDTHS = 100
const QUARTER = 25
/** Goals of a side up to which exact scores of a part are outcomes of their own. */
const EXACT_MOST = 3
const EXACT_STEP = EXACT_MOST + 1
/** By how much a win is narrow, in steps of as many points. */
const WIDE_STEP = 5

/** Which of home, draw and away are in home or draw, home or away, draw or away. */
const DOUBLE_CHANCES: readonly (readonly number[])[] = [
  [0, 1],
  [0, 2],
  [1, 2],
]

/** Questions about one part of a game that the first types of market do not ask. */
export const FURTHER_QUESTIONS: Readonly<
  Record<
    Exclude<
      PartQuestion,
      'result' | 'double-chance' | 'winner' | 'over-under' | 'handicap' | 'both-score' | 'correct-score' | 'odd-even'
    >,
    (asked: Asked) => OutcomeResult
  >
> = {
  'exact-score': ({ place, part }) => wonIf(place === exactScorePlace(part)),
  'exact-total': ({ type, place, part }) => wonIf(place === Math.min(counted(type, part), type.outcomes.length - 1)),
  'total-range': ({ place, part }) => wonIf(place === Math.min(3, Math.floor((part.home + part.away) / 2))),
  'to-nil': ({ type, place, part }) => yesNo(place, own(type, part) > 0 && other(type, part) === 0),
  'clean-sheet': ({ type, place, part }) => yesNo(place, other(type, part) === 0),
  margin: ({ place, part }) => wonIf(place === marginPlace(part.home - part.away)),
  'wide-margin': ({ place, part }) => wideMargin(place, part.home - part.away),
  'three-way-handicap': ({ place, part, line }) =>
    wonIf(place === placeOf((part.home - part.away) * HUNDREDTHS + line)),
  'result-both-score': ({ place, part }) =>
    wonIf(Math.floor(place / 2) === placeOfWinner(part) && (place % 2 === 0) === areBoth(part)),
  'result-total': ({ place, part, line }) =>
    Math.floor(place / 2) === placeOfWinner(part) ? overUnder(place % 2, part, line) : 'lose',
  'both-score-total': ({ place, part, line }) =>
    place < 2 === areBoth(part) ? overUnder(place % 2, part, line) : 'lose',
  'double-chance-total': ({ place, part, line }) =>
    isDoubleChance(Math.floor(place / 2), part) ? overUnder(place % 2, part, line) : 'lose',
  'double-chance-both-score': ({ place, part }) =>
    wonIf(isDoubleChance(Math.floor(place / 2), part) && (place % 2 === 0) === areBoth(part)),
  'winner-total': ({ place, part, line }) => {
    if (part.home === part.away) return 'void'
    return place < 2 === part.home > part.away ? overUnder(place % 2, part, line) : 'lose'
  },
  any: ({ place, part }) => yesNo(place, part.home + part.away > 0),
}

/** A question about parts beside each other. */
export interface AskedOfPeriods extends Asked {
  /** The whole game. */
  readonly whole: PeriodScore
  /** Its periods. */
  readonly periods: readonly PeriodScore[]
}

/** Questions about parts of a game beside each other; each needs the periods that it names. */
export const PERIODS_QUESTIONS: Readonly<Record<PeriodsQuestion, (asked: AskedOfPeriods) => OutcomeResult>> = {
  'part-whole': ({ place, part, whole }) => wonIf(place === placeOfWinner(part) * 3 + placeOfWinner(whole)),
  'part-whole-winner': ({ place, part, whole }) => {
    const [first, last] = [placeOfWinner(part), placeOfWinner(whole)]
    return first === 1 || last === 1 ? 'void' : wonIf(place === first + last / 2)
  },
  'highest-period': ({ type, place, periods }) => wonIf(place === highest(periods, type.outcomes.length - 1)),
  'scores-in-both': (asked) => inBoth(asked, (half) => own(asked.type, half) > 0),
  'wins-both': (asked) => inBoth(asked, (half) => own(asked.type, half) > other(asked.type, half)),
  'wins-either': ({ type, place, periods }) =>
    yesNo(
      place,
      periods.slice(0, 2).some((half) => own(type, half) > other(type, half)),
    ),
  'both-over': (asked) => inBoth(asked, ({ home, away }) => (home + away) * HUNDREDTHS > asked.line),
  'both-under': (asked) => inBoth(asked, ({ home, away }) => (home + away) * HUNDREDTHS < asked.line),
  'both-score-in-both': (asked) => inBoth(asked, areBoth),
}

/** How many periods a question about several of them needs. */
export function periodsNeeded({ question, outcomes }: MarketType): number {
  return question === 'highest-period' ? outcomes.length - 1 : 2
}

/** A question about goals in their order. */
export interface AskedOfGoals extends Omit<Asked, 'part'> {
  readonly goals: readonly Incident[]
  readonly played: NonNullable<Score['facts']>['played']
}

const METHODS: readonly Incident['method'][] = ['shot', 'header', 'penalty', 'free_kick']
const MINUTE_S = 60
const MINUTES = 15
const LAST_MINUTES = 5
const NO_GOAL_TIME = 6

/** Questions about goals; null where what decides them is not known. */
export const GOAL_QUESTIONS: Readonly<Record<GoalQuestion, (asked: AskedOfGoals) => OutcomeResult | null>> = {
  'nth-goal': ({ place, goals, line }) => wonIf(place === sideOfGoal(goals[line / HUNDREDTHS - 1])),
  'last-goal': ({ place, goals }) => wonIf(place === sideOfGoal(goals.at(-1))),
  'goal-method': ({ place, goals, line }) => {
    const goal = goals[line / HUNDREDTHS - 1]
    if (!goal) return wonIf(place === METHODS.length)
    return goal.method === undefined ? null : wonIf(place === METHODS.indexOf(goal.method))
  },
  'first-goal-time': ({ place, goals: [first] }) =>
    wonIf(place === (first ? Math.min(LAST_MINUTES, Math.floor(first.seconds / (MINUTES * MINUTE_S))) : NO_GOAL_TIME)),
  scorer: (asked) => byPlayer(asked, (goals) => goals >= 1),
  'scorer-of-two': (asked) => byPlayer(asked, (goals) => goals >= 2),
  'first-scorer': (asked) => oneScorer(asked, asked.goals[0]),
  'last-scorer': (asked) => oneScorer(asked, asked.goals.at(-1)),
}

function byPlayer({ outcomeTypeId, goals, played }: AskedOfGoals, isWon: (goals: number) => boolean) {
  const player = playerOf(outcomeTypeId)
  if (!player || !played || goals.some(({ number }) => number === undefined)) return null
  if (!played[player.side].includes(player.number)) return 'void'
  return wonIf(isWon(goals.filter(({ side, number }) => side === player.side && number === player.number).length))
}

function oneScorer({ outcomeTypeId, played }: AskedOfGoals, goal: Incident | undefined): OutcomeResult | null {
  const player = playerOf(outcomeTypeId)
  if (!player) return isOnPlayer(outcomeTypeId) ? wonIf(goal === undefined) : null
  if (!played || (goal && goal.number === undefined)) return null
  if (!played[player.side].includes(player.number)) return 'void'
  return wonIf(goal?.side === player.side && goal.number === player.number)
}

/** 0 for home, 1 for no goal, 2 for away. */
function sideOfGoal(goal: Incident | undefined): number {
  if (!goal) return 1
  return goal.side === 'home' ? 0 : 2
}

function inBoth({ place, periods }: AskedOfPeriods, isTrue: (half: PeriodScore) => boolean): OutcomeResult {
  return yesNo(place, periods.slice(0, 2).every(isTrue))
}

/** The place of the period with the most; the last place when several have it. */
function highest(periods: readonly PeriodScore[], count: number): number {
  const sums = periods.slice(0, count).map(({ home, away }) => home + away)
  const most = Math.max(...sums)
  const first = sums.indexOf(most)
  return sums.lastIndexOf(most) === first ? first : count
}

function exactScorePlace({ home, away }: PeriodScore): number {
  return home > EXACT_MOST || away > EXACT_MOST ? EXACT_STEP ** 2 : home * EXACT_STEP + away
}

/** The exact score of a part that a place stands for; null for that of the other scores. */
export function exactScoreAt(place: number): PeriodScore | null {
  return place === EXACT_STEP ** 2 ? null : { home: Math.floor(place / EXACT_STEP), away: place % EXACT_STEP }
}

/** Home by one, two, three and more; level; away by one, two, three and more. */
function marginPlace(ahead: number): number {
  if (ahead === 0) return 3
  return ahead > 0 ? Math.min(ahead, 3) - 1 : 3 + Math.min(-ahead, 3)
}

/** Home by 1 to 5, 6 to 10, 11 to 15, more; then away. Level, the stake comes back. */
function wideMargin(place: number, ahead: number): OutcomeResult {
  if (ahead === 0) return 'void'
  const step = Math.min(3, Math.floor((Math.abs(ahead) - 1) / WIDE_STEP))
  return wonIf(place === (ahead > 0 ? step : step + 4))
}

function overUnder(place: number, part: PeriodScore, line: number): OutcomeResult {
  return lineResult(mirrored(place, (part.home + part.away) * HUNDREDTHS - line))
}

/** By how much an outcome is ahead of its line decides it: a quarter ahead is half won, a quarter behind half lost,
 *  because the stake on a quarter line is split between the two lines next to it. @param ahead hundredths, a multiple
 *  of a quarter */
export function lineResult(ahead: number): OutcomeResult {
  if (ahead === 0) return 'void'
  if (ahead > 0) return ahead > QUARTER ? 'win' : 'half-win'
  return ahead < -QUARTER ? 'lose' : 'half-lose'
}

/** What the first outcome of a pair is ahead by, the second is behind by. */
export function mirrored(place: number, ahead: number): number {
  return place === 0 ? ahead : -ahead
}

export function wonIf(isWon: boolean): OutcomeResult {
  return isWon ? 'win' : 'lose'
}

function yesNo(place: number, isTrue: boolean): OutcomeResult {
  return wonIf((place === 0) === isTrue)
}

/** Whether a part ended with one of two of home, draw and away: 0 for home or draw, 1 for home or away, 2 for draw or away. */
export function isDoubleChance(place: number, part: PeriodScore): boolean {
  return DOUBLE_CHANCES[place]?.includes(placeOfWinner(part)) === true
}

const areBoth = ({ home, away }: PeriodScore) => home > 0 && away > 0
const own = ({ side = 'home' }: MarketType, part: PeriodScore) => part[side]
const other = ({ side = 'home' }: MarketType, part: PeriodScore) => part[side === 'home' ? 'away' : 'home']

/** What is counted of a part: of both sides, or of the one that the type is about. */
export function counted({ side }: MarketType, part: PeriodScore): number {
  return side === undefined ? part.home + part.away : part[side]
}

/** 0 for home, 1 for a draw, 2 for away. */
export function placeOfWinner({ home, away }: PeriodScore): number {
  return placeOf(home - away)
}

function placeOf(ahead: number): number {
  return ahead > 0 ? 0 : ahead === 0 ? 1 : 2
}
