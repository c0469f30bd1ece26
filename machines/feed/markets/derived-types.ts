import { type MarketQuestion, type MarketType, type PartOfGame, SUBJECTS, type Subject } from './market-type.ts'

/** A question as types are made of it. */
interface Derived {
  readonly question: MarketQuestion
  readonly outcomes: number
  readonly side?: 'home' | 'away'
  readonly parameter?: 'line' | 'number'
  /** Whether it is about goals by moment or by player, which nothing but the score has. */
  readonly isOnGoals?: true
}

/** Questions by the number that stands for them in types of market. Numbers are stable. */
export const QUESTIONS = {
  result: [1, { question: 'result', outcomes: 3 }],
  doubleChance: [2, { question: 'double-chance', outcomes: 3 }],
  winner: [3, { question: 'winner', outcomes: 2 }],
  total: [4, { question: 'over-under', outcomes: 2, parameter: 'line' }],
  homeTotal: [5, { question: 'over-under', outcomes: 2, parameter: 'line', side: 'home' }],
  awayTotal: [6, { question: 'over-under', outcomes: 2, parameter: 'line', side: 'away' }],
  handicap: [7, { question: 'handicap', outcomes: 2, parameter: 'line' }],
  bothScore: [8, { question: 'both-score', outcomes: 2 }],
  exactScore: [9, { question: 'exact-score', outcomes: 17 }],
  oddEven: [10, { question: 'odd-even', outcomes: 2 }],
  homeOddEven: [11, { question: 'odd-even', outcomes: 2, side: 'home' }],
  awayOddEven: [12, { question: 'odd-even', outcomes: 2, side: 'away' }],
  exactTotal: [13, { question: 'exact-total', outcomes: 7 }],
  homeExactTotal: [14, { question: 'exact-total', outcomes: 4, side: 'home' }],
  awayExactTotal: [15, { question: 'exact-total', outcomes: 4, side: 'away' }],
  totalRange: [16, { question: 'total-range', outcomes: 4 }],
  homeToNil: [17, { question: 'to-nil', outcomes: 2, side: 'home' }],
  awayToNil: [18, { question: 'to-nil', outcomes: 2, side: 'away' }],
  homeCleanSheet: [19, { question: 'clean-sheet', outcomes: 2, side: 'home' }],
  awayCleanSheet: [20, { question: 'clean-sheet', outcomes: 2, side: 'away' }],
  margin: [21, { question: 'margin', outcomes: 7 }],
  wideMargin: [22, { question: 'wide-margin', outcomes: 8 }],
  threeWayHandicap: [23, { question: 'three-way-handicap', outcomes: 3, parameter: 'line' }],
  resultAndBothScore: [24, { question: 'result-both-score', outcomes: 6 }],
  resultAndTotal: [25, { question: 'result-total', outcomes: 6, parameter: 'line' }],
  bothScoreAndTotal: [26, { question: 'both-score-total', outcomes: 4, parameter: 'line' }],
  doubleChanceAndTotal: [27, { question: 'double-chance-total', outcomes: 6, parameter: 'line' }],
  doubleChanceAndBothScore: [28, { question: 'double-chance-both-score', outcomes: 6 }],
  winnerAndTotal: [29, { question: 'winner-total', outcomes: 4, parameter: 'line' }],
  any: [30, { question: 'any', outcomes: 2 }],
  partAndWhole: [40, { question: 'part-whole', outcomes: 9 }],
  partAndWholeWinner: [41, { question: 'part-whole-winner', outcomes: 4 }],
  highestOfTwo: [42, { question: 'highest-period', outcomes: 3 }],
  highestOfThree: [43, { question: 'highest-period', outcomes: 4 }],
  highestOfFour: [44, { question: 'highest-period', outcomes: 5 }],
  homeScoresInBoth: [45, { question: 'scores-in-both', outcomes: 2, side: 'home' }],
  awayScoresInBoth: [46, { question: 'scores-in-both', outcomes: 2, side: 'away' }],
  homeWinsBoth: [47, { question: 'wins-both', outcomes: 2, side: 'home' }],
  awayWinsBoth: [48, { question: 'wins-both', outcomes: 2, side: 'away' }],
  homeWinsEither: [49, { question: 'wins-either', outcomes: 2, side: 'home' }],
  awayWinsEither: [50, { question: 'wins-either', outcomes: 2, side: 'away' }],
  bothOver: [51, { question: 'both-over', outcomes: 2, parameter: 'line' }],
  bothUnder: [52, { question: 'both-under', outcomes: 2, parameter: 'line' }],
  bothScoreInBoth: [53, { question: 'both-score-in-both', outcomes: 2 }],
  nthGoal: [60, { question: 'nth-goal', outcomes: 3, parameter: 'number', isOnGoals: true }],
  lastGoal: [61, { question: 'last-goal', outcomes: 3, isOnGoals: true }],
  goalMethod: [62, { question: 'goal-method', outcomes: 5, parameter: 'number', isOnGoals: true }],
  firstGoalTime: [63, { question: 'first-goal-time', outcomes: 7, isOnGoals: true }],
  scorer: [70, { question: 'scorer', outcomes: 0, isOnGoals: true }],
  firstScorer: [71, { question: 'first-scorer', outcomes: 0, isOnGoals: true }],
  lastScorer: [72, { question: 'last-scorer', outcomes: 0, isOnGoals: true }],
  scorerOfTwo: [73, { question: 'scorer-of-two', outcomes: 0, isOnGoals: true }],
} as const satisfies Readonly<Record<string, readonly [number: number, facts: Derived]>>
export type QuestionName = keyof typeof QUESTIONS

const SUBJECT_STEP = 10_000
const PART_STEP = 100
/** Codes of parts that are no period: first and second half of four quarters, and the first five innings. */
const SPANS: Readonly<Record<number, readonly [from: number, to: number]>> = { 21: [1, 2], 22: [3, 4], 25: [1, 5] }
const FIRST_MINUTES = 31
const MINUTES = 15
/** Quarters of an hour of a game of ninety minutes. */
const MINUTE_PARTS = 6
const MOST_PERIOD = 9

/** The number of a type: `typeIdOf('corners', 1, 'total')` → 20104. @param part 0 for the whole game, a period, or the code of a part */
export function typeIdOf(subject: Subject, part: number, question: QuestionName): number {
  return SUBJECTS[subject] * SUBJECT_STEP + part * PART_STEP + QUESTIONS[question][0]
}

/** The code of the quarter of an hour that a minute is in: 1 to 6 → 31 to 36. */
export function minutesPart(place: number): number {
  return FIRST_MINUTES + place - 1
}

const SUBJECT_NAMES = new Map<number, Subject>(
  (Object.keys(SUBJECTS) as Subject[]).map((subject) => [SUBJECTS[subject], subject]),
)
const QUESTION_NAMES = new Map<number, QuestionName>(
  (Object.keys(QUESTIONS) as QuestionName[]).map((name) => [QUESTIONS[name][0], name]),
)

/** The type that a number stands for; null when none does: `20104` → the total of corners in the first period. */
export function derivedType(typeId: number): (MarketType & { readonly name: QuestionName }) | null {
  const subject = SUBJECT_NAMES.get(Math.floor(typeId / SUBJECT_STEP))
  const code = Math.floor((typeId % SUBJECT_STEP) / PART_STEP)
  const name = QUESTION_NAMES.get(typeId % PART_STEP)
  const part = partOfCode(code)
  if (!subject || !name || part === null) return null
  const { outcomes, isOnGoals, ...asked }: Derived = QUESTIONS[name][1]
  if (isOnGoals && (subject !== 'score' || code !== 0)) return null
  if (part?.kind === 'minutes' && subject !== 'score') return null
  return {
    ...asked,
    typeId,
    name,
    groupId: groupOf(subject, code, asked.question),
    ...(subject !== 'score' && { subject }),
    ...(part && { part }),
    outcomes:
      outcomes === 0 ? playerOutcomes(typeId) : Array.from({ length: outcomes }, (_, at) => typeId * 100 + at + 1),
  }
}

function partOfCode(code: number): PartOfGame | undefined | null {
  if (code === 0) return undefined
  if (code <= MOST_PERIOD) return { kind: 'periods', from: code, to: code }
  const span = SPANS[code]
  if (span) return { kind: 'periods', from: span[0], to: span[1] }
  const place = code - FIRST_MINUTES
  if (place < 0 || place >= MINUTE_PARTS) return null
  const to = place + 1 === MINUTE_PARTS ? Number.POSITIVE_INFINITY : (place + 1) * MINUTES
  return { kind: 'minutes', from: place * MINUTES, to }
}

/** Groups of derived types, which are the tabs of a game's page: goals, handicaps, exact scores, parts of the game, combinations,
 *  moments, players, corners, cards, and all else that is counted. */
export const GROUPS = {
  main: 19,
  totals: 20,
  handicaps: 21,
  scores: 22,
  parts: 23,
  combined: 24,
  moments: 25,
  players: 26,
  corners: 27,
  cards: 28,
  statistics: 29,
} as const

const QUESTION_GROUPS: Readonly<Partial<Record<MarketQuestion, keyof typeof GROUPS>>> = {
  result: 'main',
  'double-chance': 'main',
  winner: 'main',
  handicap: 'handicaps',
  'three-way-handicap': 'handicaps',
  margin: 'handicaps',
  'wide-margin': 'handicaps',
  'exact-score': 'scores',
  'part-whole': 'parts',
  'part-whole-winner': 'parts',
  'highest-period': 'parts',
  'scores-in-both': 'parts',
  'wins-both': 'parts',
  'wins-either': 'parts',
  'both-over': 'parts',
  'both-under': 'parts',
  'both-score-in-both': 'parts',
  'result-both-score': 'combined',
  'result-total': 'combined',
  'both-score-total': 'combined',
  'double-chance-total': 'combined',
  'double-chance-both-score': 'combined',
  'winner-total': 'combined',
  'to-nil': 'combined',
  'nth-goal': 'moments',
  'last-goal': 'moments',
  'goal-method': 'moments',
  'first-goal-time': 'moments',
  scorer: 'players',
  'first-scorer': 'players',
  'last-scorer': 'players',
  'scorer-of-two': 'players',
}

function groupOf(subject: Subject, code: number, question: MarketQuestion): number {
  if (subject === 'corners') return GROUPS.corners
  if (subject === 'yellow_cards' || subject === 'red_cards') return GROUPS.cards
  if (subject !== 'score' && subject !== 'points') return GROUPS.statistics
  if (code >= FIRST_MINUTES) return GROUPS.moments
  if (code > 0) return GROUPS.parts
  return GROUPS[QUESTION_GROUPS[question] ?? 'totals']
}

const PLAYERS_FIRST = 900_000_000
const PLAYERS_STEP = 1000
const AWAY_FIRST = 500
const MOST_NUMBER = 99
const NOBODY = 999

function playerOutcomes(typeId: number): readonly number[] {
  const first = PLAYERS_FIRST + typeId * PLAYERS_STEP
  const numbers = Array.from({ length: MOST_NUMBER }, (_, at) => at + 1)
  return [
    ...numbers.map((number) => first + number),
    ...numbers.map((number) => first + AWAY_FIRST + number),
    first + NOBODY,
  ]
}

/** A player by side and number. */
export interface PlayerOfSide {
  readonly side: 'home' | 'away'
  readonly number: number
}

/** The outcome of a player, or of nobody, in a market on players: `(10070, { side: 'away', number: 9 })` → 910070509. */
export function playerOutcome(typeId: number, player: PlayerOfSide | null): number {
  const first = PLAYERS_FIRST + typeId * PLAYERS_STEP
  if (player === null) return first + NOBODY
  return first + (player.side === 'home' ? 0 : AWAY_FIRST) + player.number
}

/** The player whom an outcome is about; null when it is about nobody, or about no player at all. */
export function playerOf(outcomeTypeId: number): PlayerOfSide | null {
  if (!isOnPlayer(outcomeTypeId)) return null
  const rest = outcomeTypeId % PLAYERS_STEP
  if (rest === NOBODY) return null
  return rest > AWAY_FIRST ? { side: 'away', number: rest - AWAY_FIRST } : { side: 'home', number: rest }
}

/** Whether an outcome belongs to a market on players, that of nobody included. */
export function isOnPlayer(outcomeTypeId: number): boolean {
  return outcomeTypeId > PLAYERS_FIRST
}
