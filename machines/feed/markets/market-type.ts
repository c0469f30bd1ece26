/** What markets can count, by the number that stands for it in their types; `score` is what decides the game, `points` are those
 *  within sets. Numbers are stable. */
export const SUBJECTS = {
  score: 1,
  corners: 2,
  yellow_cards: 3,
  red_cards: 4,
  shots_on_target: 5,
  fouls: 6,
  offsides: 7,
  points: 8,
  aces: 9,
  penalty_minutes: 10,
  shots: 11,
  wickets: 12,
  fours: 13,
  sixes: 14,
  rebounds: 15,
  hits: 16,
  strikeouts: 17,
  touchdowns: 18,
  field_goals: 19,
  double_faults: 20,
} as const
export type Subject = keyof typeof SUBJECTS

/** How a type of market is decided by what a part of the game came to. */
export type PartQuestion =
  | 'result'
  | 'double-chance'
  | 'winner'
  | 'over-under'
  | 'handicap'
  | 'both-score'
  | 'correct-score'
  | 'odd-even'
  | 'exact-score'
  | 'exact-total'
  | 'total-range'
  | 'to-nil'
  | 'clean-sheet'
  | 'margin'
  | 'wide-margin'
  | 'three-way-handicap'
  | 'result-both-score'
  | 'result-total'
  | 'both-score-total'
  | 'double-chance-total'
  | 'double-chance-both-score'
  | 'winner-total'
  | 'any'

/** How a type of market is decided by several parts of the game beside each other. */
export type PeriodsQuestion =
  | 'part-whole'
  | 'part-whole-winner'
  | 'highest-period'
  | 'scores-in-both'
  | 'wins-both'
  | 'wins-either'
  | 'both-over'
  | 'both-under'
  | 'both-score-in-both'

/** How a type of market is decided by goals in their order. */
export type GoalQuestion =
  | 'nth-goal'
  | 'last-goal'
  | 'goal-method'
  | 'first-goal-time'
  | 'scorer'
  | 'first-scorer'
  | 'last-scorer'
  | 'scorer-of-two'

export type ScoreQuestion = PartQuestion | PeriodsQuestion | GoalQuestion

/** Periods, or minutes of a game's clock from one up to another. */
export interface PartOfGame {
  readonly kind: 'periods' | 'minutes'
  readonly from: number
  readonly to: number
}

/** How a type of market is decided by an ending that no score tells: the order of a field, the end of a fight. */
type EndingQuestion = 'field-winner' | 'field-place' | 'fight-method' | 'fight-rounds'

export type MarketQuestion = ScoreQuestion | EndingQuestion

/** What a type of market is about. Numbers are stable: bets and prices keep them. */
export interface MarketType {
  readonly typeId: number
  readonly groupId: number
  readonly question: MarketQuestion
  /** What is counted; absent for the score. */
  readonly subject?: Subject
  /** Of which side; absent for both. */
  readonly side?: 'home' | 'away'
  /** The part of the game, from 1; `parameter` when the market's parameter names it; absent for the whole game. */
  readonly period?: number | 'parameter'
  /** The part of the game of a derived type; absent for the whole game. */
  readonly part?: PartOfGame
  /** What the parameter of its markets is: a line, the number of a period, of places or of a goal; absent when they have none. */
  readonly parameter?: 'line' | 'period' | 'places' | 'number'
  /** Its outcomes in the order in which they are shown. */
  readonly outcomes: readonly number[]
}
