import type { BrandTransaction } from '#server/db/for-brand.ts'
import type { WalletAction, WalletSession } from './wallet-action.ts'
import type { WalletAccounts } from './wallet-money.ts'

/** A stake that a player has made with their own money. */
export interface JackpotStake {
  readonly action: Pick<WalletAction, 'providerId' | 'actionId' | 'gameId' | 'currency'>
  readonly session: WalletSession
  readonly accountId: number
  readonly accounts: WalletAccounts
  readonly roundId: number
  /** Minor units of the player's own money: bonuses put nothing in. */
  readonly stakeMinor: number
  readonly now: Date
}

/** A stake that is given back. */
export interface UndoneStake {
  readonly stake: Pick<WalletAction, 'providerId' | 'actionId'>
  readonly accounts: WalletAccounts
  readonly now: Date
}

/** What the wallet asks of jackpots; every part runs in the transaction of the action. */
export interface WalletJackpots {
  /** Puts in what a stake owes, and pays what it wins. @returns minor units that were won */
  readonly staked: (tx: BrandTransaction, stake: JackpotStake) => Promise<number>
  /** Takes out what a stake has put in, where the run is still played. @returns false when it has won a jackpot, and stands */
  readonly undone: (tx: BrandTransaction, undone: UndoneStake) => Promise<boolean>
}
