import type { FairDraw } from '#machines/odds/fair-draw.rules.ts'
import type { Rational } from '#machines/odds/rational.rules.ts'
import type { GameAct, GameChoice, GameKind, GameSettings, GameStake, GameView } from '#schemas'

/** Why a game does not take what is asked: the key of a text. */
export type GameRefusal =
  | 'casino.stake_invalid'
  | 'casino.choice_invalid'
  | 'casino.act_invalid'
  /** The round does not allow it now. */
  | 'casino.out_of_turn'

/** What a game says to a stake or an act: the round as it stands then, or why not. */
export type Played<State> = { readonly state: State } | { readonly refusal: GameRefusal }

export type SettingsOf<Kind extends GameKind> = Extract<GameSettings, { kind: Kind }>
export type ChoiceOf<Kind extends GameKind> = Extract<GameChoice, { kind: Kind }>
export type ViewOf<Kind extends GameKind> = Extract<GameView, { kind: Kind }>

/** The rules of a game: pure, so that the server plays a round, a page verifies it and a test plays millions. A state is plain JSON. */
export interface GameRules<Kind extends GameKind, State> {
  readonly kind: Kind
  /** Opens a round; all that can be over at once is over. */
  readonly open: (
    settings: SettingsOf<Kind>,
    asked: { readonly stakes: readonly GameStake[]; readonly choice: ChoiceOf<Kind> },
    draw: FairDraw,
  ) => Played<State>
  /** Does what a player asks for in an open round. */
  readonly act: (settings: SettingsOf<Kind>, state: State, act: GameAct, draw: FairDraw) => Played<State>
  /** Ends an open round for a player who does not come back, with what harms them least. */
  readonly finish: (settings: SettingsOf<Kind>, state: State, draw: FairDraw) => State
  readonly isOver: (state: State) => boolean
  /** Minor units staked so far; acts may add to it. */
  readonly stakeMinor: (state: State) => number
  /** Minor units that a round that is over pays, stakes included; rounded down. */
  readonly payoutMinor: (settings: SettingsOf<Kind>, state: State) => number
  readonly view: (settings: SettingsOf<Kind>, state: State) => ViewOf<Kind>
  /** What comes back of each unit that is staked, at least and at most by what the player chooses; exact, before amounts are rounded to
   *  minor units. Of games with decisions in a round, by the best play. */
  readonly returns: (settings: SettingsOf<Kind>) => ExactReturn
  /** What is wrong with settings: a sentence each; empty when nothing is. */
  readonly faults: (settings: SettingsOf<Kind>) => readonly string[]
}

/** The return of a game by what the player chooses. */
export interface ExactReturn {
  readonly lowest: Rational
  readonly highest: Rational
}

/** Refuses. */
export function refuse(refusal: GameRefusal): { readonly refusal: GameRefusal } {
  return { refusal }
}

/** The one stake of a game that has no spots; null when it is another. */
export function mainStake(stakes: readonly GameStake[]): number | null {
  const [stake] = stakes
  return stakes.length === 1 && stake?.on === 'main' ? stake.amountMinor : null
}

/** So many minor units times a multiplier in ten-thousandths, rounded down. */
export function timesE4(amountMinor: number, multiplierE4: number): number {
  return Number((BigInt(amountMinor) * BigInt(multiplierE4)) / 10_000n)
}

/** The sum of stakes. */
export function totalOf(stakes: readonly GameStake[]): number {
  return stakes.reduce((sum, { amountMinor }) => sum + amountMinor, 0)
}

/** Whether the spots are all known and each is named once. */
export function hasSpots(stakes: readonly GameStake[], isSpot: (on: string) => boolean): boolean {
  return (
    stakes.length > 0 &&
    new Set(stakes.map(({ on }) => on)).size === stakes.length &&
    stakes.every(({ on }) => isSpot(on))
  )
}
