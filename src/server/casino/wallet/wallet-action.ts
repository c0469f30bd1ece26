import type { Selectable } from 'kysely'
import type { CasinoSessionTable, WalletActionKind } from '#server/db/tables/casino-tables.ts'
import type { StakeRefusal } from './wallet-funding.ts'

/** What a provider asks the wallet to do, in the engine's words. */
export interface WalletAction {
  readonly providerId: string
  /** The provider's name of the action: asked again under it, it is the same. */
  readonly actionId: string
  readonly kind: WalletActionKind
  /** Who plays; the session says which account. */
  readonly sessionId: string
  /** The provider's name of the round. */
  readonly roundId: string
  readonly gameId: string
  /** ISO 4217 code. */
  readonly currency: string
  /** Minor units; below zero only of an adjustment. Of a rollback, 0 where the provider does not say it. */
  readonly amountMinor: number
  /** Of a rollback: the action that is undone. Of a win: the bet, where the provider names it. */
  readonly reference?: string
  /** Of a bet: it is a free round's and costs nothing. Of a win: it may come without a bet. */
  readonly isFree?: boolean
  /** Of a free bet and what it has won: the award that it is of, where the provider names it. */
  readonly reward?: string
  /** Whether nothing more comes in the round. */
  readonly endsRound?: boolean
}

/** What happened to an action (CAS-8).
 *  - applied: done now; replayed: done before, as it is again;
 *  - conflict: another action has this name, or the books do not allow it;
 *  - tombstoned: a rollback came first, the bet is never taken;
 *  - unknown_reference: what it is about is not known;
 *  - insufficient: the player has not that much;
 *  - blocked: protection, the session or the round keeps it away. */
export type WalletVerdict =
  | 'applied'
  | 'replayed'
  | 'conflict'
  | 'tombstoned'
  | 'unknown_reference'
  | 'insufficient'
  | 'blocked'

/** Why an action was not applied. */
export type WalletReason =
  | 'other_action'
  | 'payout_stands'
  | 'round_closed'
  | 'session_unknown'
  | 'session_not_launched'
  | 'session_over'
  | 'wrong_currency'
  | 'wrong_game'
  | 'amount_invalid'
  | 'provider_off'
  | 'free_rounds_over'
  | 'slot_stake_limit'
  | 'won_money_spent'
  | `guard:${string}`

/** The answer of the wallet, which an adapter writes in the words of its provider. */
export interface WalletOutcome {
  readonly verdict: WalletVerdict
  readonly reason?: WalletReason
  /** What the guard has said, where it has kept a bet away just now. */
  readonly refusal?: StakeRefusal
  /** The wallet's own number of the action; 0 where none was kept. */
  readonly transactionId: number
  /** Minor units that the player can stake now. */
  readonly balanceMinor: number
  readonly currency: string
  readonly exponent: number
}

/** Where providers differ: what their documents promise and forbid. */
export interface WalletTerms {
  /** Whether a win can be rolled back. */
  readonly undoesWins: boolean
  /** Whether a win that was spent meanwhile can be rolled back all the same: the player owes the rest. */
  readonly owesSpentWins: boolean
  /** Whether a session can continue with another game of the provider, as from a live lobby. */
  readonly switchesGames: boolean
  /** Whether bets are taken; off, what was begun still comes to its end. */
  readonly takesBets: boolean
}

/** A session as the wallet reads it. */
export type WalletSession = Pick<
  Selectable<CasinoSessionTable>,
  | 'session_id'
  | 'account_id'
  | 'provider_id'
  | 'game_id'
  | 'currency'
  | 'exponent'
  | 'mode'
  | 'launched_at'
  | 'expires_at'
  | 'closed_at'
>
