import type { BrandTransaction } from '#server/db/for-brand.ts'

/** The ways by which a player's money goes in: into the account, into a stake or into another pot. What a player is owed, such as a
 *  settlement, a cash-out or a withdrawal, goes by none of them (RG-8, RG-13). */
export type MoneyPath =
  | 'deposit'
  | 'bet'
  | 'one_click_bet'
  | 'auto_bet'
  | 'advance_bet'
  | 'insurance'
  | 'casino_round'
  | 'lottery_ticket'
  | 'provider_transfer'
  | 'points_conversion'

/** Money that a player is about to move in. */
export interface GuardedMoney {
  readonly path: MoneyPath
  readonly accountId: number
  /** ISO 4217 code. */
  readonly currency: string
  /** Minor units; 0 asks whether the player may use the path at all. */
  readonly amountMinor: number
  readonly now: Date
}

/** Why protection keeps a player from moving money in: the key of a text with its values, and when it can change. */
export interface MoneyRefusal {
  readonly reason: `protection.${string}` | 'bet.player_not_allowed'
  /** What the text names: the limit, what is left of it, when it renews. */
  readonly params?: Readonly<Record<string, string | number>>
}

/** Says why a player may not move money in; null when nothing keeps them. Whoever moves it asks inside the transaction that moves it,
 *  before anything is moved: a limit cannot be passed by two requests at once (RG-8). */
export type MoneyGuard = (tx: BrandTransaction, money: GuardedMoney) => Promise<MoneyRefusal | null>
