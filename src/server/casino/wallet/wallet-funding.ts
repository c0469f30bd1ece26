import type { BrandTransaction } from '#server/db/for-brand.ts'
import type { WalletFunds } from '#server/db/tables/casino-tables.ts'
import type { MoneyRefusal } from '#server/money/money-guard.ts'

/** A stake that is to be paid. */
export interface StakeToFund {
  readonly accountId: number
  readonly currency: string
  readonly gameId: string
  /** Minor units. */
  readonly amountMinor: number
  /** What the player's own account and their bonus hold. */
  readonly cashMinor: number
  readonly bonusMinor: number
}

/** A stake with the accounts that pay it: minor units by kind, together the stake. */
export interface FundedStake {
  readonly funds: WalletFunds
  /** The bonus that is played through by it, where one is. */
  readonly awardId?: number
}

/** A round of a player, for its bonus. */
export interface RoundOfPlayer {
  readonly roundId: number
  readonly accountId: number
  readonly currency: string
  readonly now: Date
}

/** Why a stake is not taken: protection keeps it away, or it is more than the terms of the bonus let be staked at once. */
export type StakeRefusal =
  | MoneyRefusal
  | { readonly reason: 'promo.stake_too_high'; readonly params: Readonly<Record<string, string>> }

/** How stakes and wins are divided between a player's own money and their bonus; every part runs in the transaction of the action. */
export interface WalletFunding {
  /** Minor units of a bonus that can be staked at a game. */
  readonly held: (tx: BrandTransaction, of: Omit<StakeToFund, 'amountMinor'>) => Promise<number>
  /** Divides a stake; null when player and bonus have not that much. */
  readonly fund: (tx: BrandTransaction, stake: StakeToFund) => Promise<FundedStake | StakeRefusal | null>
  /** Notes a stake that was made while a bonus is played through, or a part of one that was taken back (below zero). */
  readonly staked: (
    tx: BrandTransaction,
    round: RoundOfPlayer & {
      readonly awardId?: number | undefined
      readonly gameId: string
      readonly funds: WalletFunds
      /** Whether nothing was staked in the round before. */
      readonly isFirst?: boolean
    },
  ) => Promise<void>
  /** Divides what a round pays by the funds that paid its stakes. */
  readonly divide: (
    tx: BrandTransaction,
    round: RoundOfPlayer & { readonly amountMinor: number },
  ) => Promise<WalletFunds>
  /** Where the bonus part of a stake goes that is given back: to the bonus, or where its award has ended, to cash or the house. */
  readonly givenBack: (
    tx: BrandTransaction,
    round: RoundOfPlayer & { readonly funds: WalletFunds },
  ) => Promise<WalletFunds>
  /** From where the bonus part of a win is taken back: from the bonus, or where its award has ended, from what came of it. What the player
   *  no longer has is paid by the house, and owed. */
  readonly takenBack: (
    tx: BrandTransaction,
    round: RoundOfPlayer & {
      readonly bonusMinor: number
      /** Minor units that the player holds, with nothing of what else is taken back. */
      readonly held: { readonly cash: number; readonly bonus: number }
    },
  ) => Promise<WalletFunds>
  /** Counts a round that is over toward its bonus; one that was counted before is counted again. */
  readonly over: (tx: BrandTransaction, round: RoundOfPlayer & { readonly isVoid: boolean }) => Promise<void>
}
