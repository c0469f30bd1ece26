import type { TableBet, TableStake } from '#schemas'

/** What a player has on a round of a table. */
export interface TablePlay {
  readonly bets: readonly TableBet[]
  /** What has placed them, each under the name that its page gave it. */
  readonly requests: readonly { readonly guid: string; readonly stakes: readonly TableStake[] }[]
}
