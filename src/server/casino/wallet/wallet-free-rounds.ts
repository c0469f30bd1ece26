import type { BrandTransaction } from '#server/db/for-brand.ts'
import type { WalletAction } from './wallet-action.ts'
import type { RoundOfPlayer } from './wallet-funding.ts'

/** A free bet, or what one has won. */
export interface FreeAction {
  readonly action: Pick<WalletAction, 'providerId' | 'actionId' | 'gameId' | 'currency' | 'amountMinor' | 'reward'>
  readonly accountId: number
  readonly now: Date
}

/** Kind of account that what free rounds win belongs to. */
export type FreePlace = 'cash' | 'bonus' | 'promo'

/** What the wallet asks of free rounds; every part runs in the transaction of the action. */
export interface WalletFreeRounds {
  /** Uses a round of the award that a free bet names. @returns false when it is over, or is no such round */
  readonly used: (tx: BrandTransaction, free: FreeAction) => Promise<boolean>
  /** Gives a round back whose bet was rolled back. */
  readonly undone: (
    tx: BrandTransaction,
    bet: Pick<WalletAction, 'providerId' | 'actionId'>,
    now: Date,
  ) => Promise<void>
  /** Where what a free round wins goes now, and is taken back from: the player's own money, the bonus that they play through, or what is
   *  put by for a bonus at the operator. */
  readonly place: (tx: BrandTransaction, free: FreeAction) => Promise<FreePlace>
  /** Notes what was won, or what was taken back (below zero). */
  readonly won: (tx: BrandTransaction, free: FreeAction, amountMinor: number) => Promise<void>
  /** Looks whether a round that is over was the last one of its award. */
  readonly over: (tx: BrandTransaction, round: RoundOfPlayer) => Promise<void>
  /** Whether the rounds of an award are played one by one here, so that a total of them is information alone. */
  readonly isPaidByRound: (tx: BrandTransaction, free: FreeAction) => Promise<boolean>
}
