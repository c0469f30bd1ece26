import type { Broadcast, DeadHeat, Ending, FeedRow, Game, GameResult, Score } from '#schemas'
import type { FeedDoor } from '#server/db/for-feed.ts'

/** What the book of the feed needs. */
export interface FeedBookPorts {
  readonly door: FeedDoor
  readonly now: () => Date
}

/** What came of rows. */
export interface ImportCount {
  readonly imported: number
  readonly updated: number
  readonly unchanged: number
}

/** A result that an operator enters; the reason is for those who read the history. */
export interface EnteredResult {
  readonly gameId: number
  /** Absent when the game is void, and of an event of many. */
  readonly score?: Score
  /** How it ended where no score tells it, checked by `resultFault`. */
  readonly ending?: Ending
  /** With a score alone, and checked by `deadHeatFault`; none when left out. */
  readonly deadHeats?: readonly DeadHeat[]
  readonly reason: string
}

/** A channel that an operator enters for a game; without an address it is removed, whichever source reported it. */
export interface EnteredBroadcast {
  readonly gameId: number
  readonly broadcast: Broadcast
}

/** The games, markets, prices and results of all sources: one book for all brands. */
export interface FeedBook {
  /** Takes the rows of a source. A match that is known by competition, date and teams is brought up to date; the same rows again
   *  change nothing. What an operator has entered stays. @param producer names the source */
  importRows(rows: readonly FeedRow[], producer: string): Promise<ImportCount>
  /** A game with its markets, prices and the result in force; null when there is none. */
  readGame(gameId: number): Promise<Game | null>
  /** All versions of a game's result, the latest last; null when there is no such game. */
  readResults(gameId: number): Promise<readonly GameResult[] | null>
  /** Why a result does not fit its game, in words; null when it does, or there is no such game. */
  resultFault(entered: Pick<EnteredResult, 'gameId' | 'score' | 'ending'>): Promise<string | null>
  /** Enters, corrects or voids by hand (decision 74). The result in force again changes nothing.
   *  @returns as `readResults` */
  enterResult(entered: EnteredResult): Promise<readonly GameResult[] | null>
  /** Enters where a game can be watched, or takes it away, by hand: no producer overrules it.
   *  @returns where it can be watched now; null when there is no such game */
  enterBroadcast(entered: EnteredBroadcast): Promise<readonly Broadcast[] | null>
}
