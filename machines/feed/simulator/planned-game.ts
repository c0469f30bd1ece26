import type { FeedLineUp, FightEnding, RowCompetition, RowPlayerAction, RowPrice, Stadium } from '#schemas'
import type { ClockPlay, FightPlay, SetPlay } from './simulated-sport.ts'

/** The players of a game as a producer tells them. */
export type ToldLineUp = Pick<FeedLineUp, 'isConfirmed' | 'home' | 'away'>

/** Something that a player will do. */
export interface PlannedEvent extends RowPlayerAction {
  /** Seconds since the game began, breaks included. */
  readonly atS: number
  /** Of a goal: which of the planned points it is. */
  readonly point?: number
}

/** Who will play in a game, and what they will do. */
export interface PlannedPlayers {
  readonly expected: ToldLineUp
  readonly confirmed: ToldLineUp
  readonly events: readonly PlannedEvent[]
}

/** A score that falls. */
export interface PlannedPoint {
  /** Seconds since the game began, breaks included. */
  readonly atS: number
  /** From 0. */
  readonly period: number
  readonly side: 'home' | 'away'
  readonly value: number
}

/** A period as it will be played, in seconds since the game began, breaks included. */
export interface PlannedPeriod {
  readonly fromS: number
  readonly toS: number
}

/** A game before it is played: everything that will happen in it. */
export interface GamePlan {
  /** By which its producer names it. */
  readonly code: string
  readonly sportId: number
  readonly producer: string
  readonly play: ClockPlay | SetPlay | FightPlay
  readonly competition: RowCompetition
  readonly home: string
  readonly away: string
  /** Seconds of the simulated time. */
  readonly startS: number
  /** Points of each side in a game on the average; of sets, the chance of the home side to win a point; of a fight, to win it. */
  readonly strength: { readonly home: number; readonly away: number }
  readonly periods: readonly PlannedPeriod[]
  /** In the order in which they fall. */
  readonly points: readonly PlannedPoint[]
  readonly counts: readonly {
    readonly code: string
    readonly home: readonly number[]
    readonly away: readonly number[]
  }[]
  /** How often each side has what is counted in a game on the average. */
  readonly rates: ReadonlyMap<string, { readonly home: number; readonly away: number }>
  /** When the result is reported, seconds since the game began. */
  readonly resultS: number
  /** The result is first reported without the last point, then corrected. */
  readonly correctionS: number | null
  /** It is broken off then, and void. */
  readonly abandonedS: number | null
  /** How and when a fight ends. */
  readonly ending?: FightEnding
  /** Its players; left out where players are not reported. */
  readonly players?: PlannedPlayers
  readonly stadium?: Stadium
  /** The season to which it belongs; left out, it counts for no table. */
  readonly season?: string
  /** The chance that a source gave its prices; left out, all prices are made up. */
  readonly prices?: { readonly opening: readonly RowPrice[]; readonly closing: readonly RowPrice[] }
}

/** What is drawn before a game is planned. */
export type Fixture = Pick<GamePlan, 'code' | 'competition' | 'home' | 'away' | 'startS' | 'season' | 'stadium'>
