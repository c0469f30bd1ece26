import type { GameAct, GameChoice, GameKind, GameSettings, GameStake, GameView } from '#schemas'

/** Looks of a game, each with a palette, symbols and felt of its own. */
export type Skin = 'harbour' | 'nocturne' | 'orchard'

type Of<Union, Kind extends GameKind> = Extract<Union, { kind: Kind }>

/** What the board of a game is given. It draws a round and lets the player choose and act; it knows no call and no money but the minor
 *  units that it is given. */
export interface BoardProps<Kind extends GameKind> {
  readonly settings: Of<GameSettings, Kind>
  readonly skin: Skin
  /** The round as it stands; null before the first. A new one is shown by a movement, unless the player wants none. */
  readonly view: Of<GameView, Kind> | null
  /** Tells rounds apart: a view under a new number is a new round. */
  readonly roundId: number
  /** What the player has chosen for the next round. */
  readonly choice: Of<GameChoice, Kind>
  readonly onChoice: (choice: Of<GameChoice, Kind>) => void
  /** What lies on the spots for the next round, or for the one that is open. */
  readonly stakes: readonly GameStake[]
  /** Puts the chosen chip on a spot. */
  readonly onSpot: (on: string) => void
  /** Does something in the open round. */
  readonly onAct: (act: GameAct) => void
  /** Whether a call is under way, or the round before is still being shown: nothing can be pressed. */
  readonly isBusy: boolean
  /** Whether the player wants no movement: what has happened is shown at once. */
  readonly isCalm: boolean
  /** Whether it is a round of the history: what could be chosen for a next one is left out. */
  readonly isPast?: boolean
  /** Called once, when the movement of a new view has ended. */
  readonly onShown: () => void
  /** Writes an amount of minor units. */
  readonly money: (minor: number) => string
}
