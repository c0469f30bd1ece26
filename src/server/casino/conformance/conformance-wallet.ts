import type { WalletActionKind } from '#server/db/tables/casino-tables.ts'

/** A player at a game, as the suite plays it. */
export interface Seat {
  readonly sessionId: string
  /** The player's name at the provider. */
  readonly player: string
  /** The provider's code of the game. */
  readonly game: string
  readonly currency: string
  readonly exponent: number
}

/** Something that a provider asks for, in nobody's words. */
export interface NeutralStep {
  readonly kind: WalletActionKind
  readonly actionId: string
  readonly roundId: string
  readonly amountMinor: number
  readonly reference?: string
  readonly isFree?: boolean
  readonly endsRound?: boolean
}

/** What protocols differ in: what one of them has no word for is not asked in it. */
export type Ability =
  | 'batch'
  | 'clock'
  | 'currency'
  | 'game'
  | 'player'
  | 'jackpot'
  | 'adjustment'
  | 'ends'
  | 'refusals'
  | 'refused_balance'

/** A call that can be sent. */
export interface SentCall {
  readonly method: 'GET' | 'POST'
  /** Below the address of the provider. */
  readonly path: string
  readonly query: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
}

/** Why a wallet refuses, in nobody's words. */
export type Refusal =
  | 'signature'
  | 'malformed'
  | 'insufficient'
  | 'conflict'
  | 'unknown'
  | 'session'
  | 'currency'
  | 'game'
  | 'limit'
  | 'blocked'
  | 'other'

/** What a wallet has answered. */
export interface NeutralAnswer {
  readonly isDone: boolean
  /** Null where the answer does not tell it. */
  readonly balanceMinor: number | null
  readonly refusal: Refusal | null
  /** The answer without its balance: that of a repetition is the same. */
  readonly rest: string
}

/** Writes steps and reads answers in the words of one provider. */
export interface WalletRenderer {
  readonly adapter: 'livery' | 'hub88' | 'swipe'
  readonly abilities: ReadonlySet<Ability>
  readonly balance: (seat: Seat, now: Date) => SentCall
  readonly steps: (seat: Seat, steps: readonly NeutralStep[], now: Date) => SentCall
  /** The same call whose signature is missing, of other bytes, or cut short. */
  readonly forged: (call: SentCall) => readonly SentCall[]
  /** A stake whose amount is written as no amount is, each signed right. */
  readonly wrongAmounts: (seat: Seat, step: NeutralStep, now: Date) => readonly SentCall[]
  /** A stake with a field that the documents do not name. */
  readonly withNewField: (seat: Seat, step: NeutralStep, now: Date) => SentCall
  readonly read: (answer: WireAnswer, exponent: number) => NeutralAnswer
}

/** An answer as it comes over the line. */
export interface WireAnswer {
  readonly status: number
  readonly body: unknown
}

/** What the suite needs of a player. */
export interface SeatWish {
  /** Minor units that the player has, exactly. */
  readonly cashMinor?: number
  readonly isLaunched?: boolean
  /** A player of another brand. */
  readonly isElsewhere?: boolean
}

/** What only a wallet that the suite owns lets it do. */
export interface WalletControls {
  /** Ends the session of a seat by time. */
  readonly expire: (seat: Seat) => Promise<void>
  /** Keeps players from staking, as protection does; null lets them again. */
  readonly keepAway: (reason: 'protection.time_out' | 'protection.stake_limit' | null) => void
  readonly switchOff: (isOff: boolean) => void
  /** Takes so many minor units of each stake from the bonus, of which the player has them. */
  readonly fromBonus: (seat: Seat, minor: number) => Promise<() => Promise<number>>
  readonly owesSpentWins: (isOwed: boolean) => void
  readonly wait: (ms: number) => void
  /** Compares a feed of the provider with the books. @returns kinds of what differs, with the names of the actions */
  readonly reconcile: (
    lines: readonly { actionId: string; kind: WalletActionKind; amountMinor: number; isUndone?: boolean }[],
  ) => Promise<readonly string[]>
}

/** A wallet, as the suite drives it. */
export interface WalletTarget {
  readonly now: () => Date
  readonly send: (call: SentCall, seat: Seat) => Promise<WireAnswer>
  /** Seats a player. @throws NotApplicable when this wallet cannot */
  readonly open: (wish: SeatWish) => Promise<Seat>
  readonly controls: WalletControls | null
  /** What is wrong with the books; null when nothing is, or nobody can look. */
  readonly audit: () => Promise<string | null>
  /** How often a repetition is repeated, and how many calls go at once. */
  readonly many: number
}

/** A case says nothing about this wallet. */
export class NotApplicable extends Error {
  override readonly name = 'NotApplicable'
}

/** A rule is broken. */
export class WalletNotConforming extends Error {
  override readonly name = 'WalletNotConforming'
}

/** Demands that something is so. @throws WalletNotConforming with what was found */
export function demand(isSo: boolean, found: string): void {
  if (!isSo) throw new WalletNotConforming(found)
}
