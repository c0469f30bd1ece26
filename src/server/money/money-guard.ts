import type { BrandTransaction } from '#server/db/for-brand.ts'

/** The ways by which a player puts money in: into a stake, or into the account. What a player is owed, such as a settlement or a cash-out, goes by none of them
 *  (RG-8, RG-13). */
export type MoneyPath =
  | 'bet'
  | 'one_click_bet'
  | 'auto_bet'
  | 'advance_bet'
  | 'insurance'
  | 'deposit'
  | 'casino'
  | 'lottery'

/** Every path of money, for what holds for all of them. */
export const MONEY_PATHS = [
  'bet',
  'one_click_bet',
  'auto_bet',
  'advance_bet',
  'insurance',
  'deposit',
  'casino',
  'lottery',
] as const satisfies readonly MoneyPath[]

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

/** Why protection keeps a player from moving money in: the key of a text with its values. */
export interface MoneyRefusal {
  readonly reason:
    | 'bet.player_not_allowed'
    | 'terms.not_accepted'
    | 'protection.excluded'
    | 'protection.time_out'
    | 'protection.return_unasked'
    | 'protection.return_waits'
    | 'protection.register_unasked'
    | 'protection.not_active'
    | 'protection.operators_unasked'
    | 'protection.limit_needed'
    | 'protection.vulnerability_unchecked'
    | 'protection.vulnerability_found'
    | 'protection.identity_needed'
    | 'protection.funds_unacknowledged'
    | 'protection.deposit_limit'
    | 'protection.stake_limit'
    | 'protection.loss_limit'
    | 'protection.session_limit'
  /** What the text names: what is left of the limit, and when it begins again. */
  readonly params?: Readonly<Record<string, string | number>>
}

/** Says why a player may not move money in; null when nothing keeps them. The code that moves it asks inside the transaction that does,
 *  before anything is moved: a limit cannot be passed by two requests at once (RG-8). */
export type MoneyGuard = (tx: BrandTransaction, money: GuardedMoney) => Promise<MoneyRefusal | null>
