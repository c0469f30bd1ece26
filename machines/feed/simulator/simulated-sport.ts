import type { SquadPlay } from './squad.rules.ts'

/** Rounds of five minutes, which may end at any moment. */
export interface FightPlay {
  readonly kind: 'fight'
  readonly rounds: 3 | 5
  readonly breakS: number
}

/** A competition as it is simulated. */
export interface SimulatedCompetition {
  readonly name: string
  /** Of the country table; left out of an international one. */
  readonly countryId?: number
  /** Who plays in it; the sides of the sport when left out. */
  readonly sides?: readonly string[]
}

/** A sport as it is simulated. */
export interface SimulatedSport {
  readonly sportId: number
  /** By which games are named. */
  readonly code: string
  /** Games of a day, in a hundred. */
  readonly share: number
  /** How many games of a competition begin at once; one when left out. */
  readonly round?: number
  readonly producer: 'simulator' | 'simulator-cyber'
  readonly play: ClockPlay | SetPlay | FightPlay
  readonly competitions: readonly SimulatedCompetition[]
  /** Who plays in competitions that have no sides of their own. */
  readonly sides: readonly string[]
  /** Whether each competition has sides of its own, as weight classes do: every so many-th of the list. */
  readonly isSplit?: true
  /** What is counted beside points, and how often a side has it in a game. */
  readonly counts: readonly (readonly [code: string, perGame: number])[]
  /** Of sides that are made of players who score. */
  readonly squad?: SquadPlay
}

/** Periods of a fixed length in which points fall. */
export interface ClockPlay {
  readonly kind: 'clock'
  readonly periods: number
  readonly periodS: number
  readonly breakS: number
  /** Points of a side in a game, on the average. */
  readonly meanPoints: number
  /** What one score is worth; drawn with equal chances. */
  readonly values: readonly number[]
  readonly isDrawPossible: boolean
  /** One side after the other, as in cricket. */
  readonly isByInnings?: true
  /** Points are rare enough that each suspends the game. */
  readonly isPointRare: boolean
  /** Distance of two lines of a market. */
  readonly lineStep: number
}

/** Sets that are won by a number of points, two ahead; the match is won by more than half of the sets. */
export interface SetPlay {
  readonly kind: 'sets'
  readonly mostSets: 3 | 5
  readonly pointsToWin: number
  /** With so many a set is won even without being two ahead. */
  readonly cap?: number
  readonly pointS: number
  readonly breakS: number
}
