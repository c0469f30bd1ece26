import type { PlayerBreak } from '#schemas'
import type { CurrencyAccountKind } from './money-tables.ts'

/** The functions of the database that services call: what they are given beside the brand, which is always first, and the rows that they
 *  give. Lists and objects are written as JSON. */
export interface DatabaseFunctions {
  /** Posts transfers, each once under its kind and reference. */
  ledger_post: {
    readonly given: readonly [transfersJson: string]
    readonly row: { readonly transfer_id: number; readonly is_new: boolean; readonly is_same: boolean }
  }
  /** Locks the accounts of a player in a currency, opens what is missing, and reads them with those of the operator. */
  bet_accounts: {
    readonly given: readonly [accountId: number, currency: string, kinds: readonly CurrencyAccountKind[], now: Date]
    readonly row: {
      readonly currency_account_id: number
      readonly kind: CurrencyAccountKind
      readonly is_closed: boolean
      readonly balance_minor: number
    }
  }
  /** Notes with a request that a bonus pays its stake, with the accounts of its player locked; false where the bonus has ended. */
  bonus_pays: {
    readonly given: readonly [accountId: number, currency: string, reservationId: number, awardId: number]
    readonly row: { readonly pays: boolean }
  }
  /** Writes what settled bets have counted toward bonuses. */
  promo_count: { readonly given: readonly [stakesJson: string]; readonly row: { readonly counted: number } }
  /** Writes what has come of bets for which a bonus may be given. */
  promo_follow: { readonly given: readonly [betsJson: string]; readonly row: { readonly followed: number } }
  /** Keeps all bets of the brand from being accepted until the end of the transaction. */
  bet_acceptance_stop: { readonly given: readonly []; readonly row: { readonly is_stopped: boolean } }
  /** Keeps other bets on outcomes from being accepted until the end of the transaction, and reads what is open on them; and as rows
   *  without an account what operators let the house owe for them, in the default currency. */
  bet_open_stakes: {
    readonly given: readonly [outcomeIds: readonly number[], accountId: number]
    readonly row: {
      readonly outcome_id: number
      readonly account_id: number | null
      readonly currency: string | null
      readonly stake_minor: number
      readonly possible_minor: number
    }
  }
  /** Writes bets that stand, posts their money and answers their request. */
  bet_accept: {
    readonly given: readonly [
      reservationId: number,
      betsJson: string,
      transfersJson: string,
      answerJson: string,
      now: Date,
    ]
    readonly row: { readonly bet_id: number }
  }
  /** Writes how outcomes of bets have ended, and bets that are settled for the first time. */
  bet_settle: {
    readonly given: readonly [legsJson: string, betsJson: string, now: Date]
    readonly row: { readonly settled: number }
  }
  /** Gives numbers to tickets of lotteries. */
  lottery_ticket_ids: { readonly given: readonly [count: number]; readonly row: { readonly ticket_id: number } }
  /** Tickets of all kinds of lotteries that were bought or settled since a moment: of a player, or of all. */
  lottery_played: {
    readonly given: readonly [accountId: number | null, since: Date]
    readonly row: {
      readonly ticket_id: number
      readonly account_id: number
      readonly currency: string
      readonly game_id: string
      readonly state: 'open' | 'closed' | 'cancelled'
      readonly stake_minor: number
      readonly payout_minor: number
      /** Whether the player's own money alone has paid it. */
      readonly is_own: boolean
      /** Which state of it this is. */
      readonly mark: string
      readonly begun_at: Date
      readonly changed_at: Date
    }
  }
  /** Writes what tickets of draw games have come to. */
  lottery_mark: {
    readonly given: readonly [marksJson: string, at: Date]
    readonly row: { readonly marked: number }
  }
  /** Writes what tickets of a bingo round have come to. */
  lottery_bingo_mark: {
    readonly given: readonly [marksJson: string, at: Date]
    readonly row: { readonly marked: number }
  }
  /** Stores events once, with the sums of their hours. */
  analytics_add: { readonly given: readonly [eventsJson: string]; readonly row: { readonly added: number } }
  /** Packs the events of a kind between two moments, in the order of time. */
  analytics_packed: {
    readonly given: readonly [number: number, from: Date, to: Date]
    readonly row: { readonly events: Uint8Array }
  }
  /** Packs the visitors between two moments, each once. */
  analytics_packed_visitors: {
    readonly given: readonly [from: Date, to: Date]
    readonly row: { readonly events: Uint8Array }
  }
  /** Packs the hours of kinds between two moments that have no pack which is still right. */
  analytics_pack_hours: {
    readonly given: readonly [numbers: readonly number[], from: Date, to: Date]
    readonly row: { readonly hours: number }
  }
  /** The hours between two moments that have events of kinds, the earliest first; with their pack where it is still right. */
  analytics_packed_hours: {
    readonly given: readonly [numbers: readonly number[], from: Date, to: Date]
    readonly row: { readonly number: number; readonly hour: Date; readonly events: Uint8Array | null }
  }
  /** Packs a day that takes no more events. */
  analytics_pack_day: { readonly given: readonly [day: Date]; readonly row: { readonly kinds: number } }
  /** Finds the break that holds for a player, here, at another brand of the group, or by a register. */
  standing_break: {
    readonly given: readonly [accountId: number, group: string, now: Date]
    readonly row: { readonly kind: PlayerBreak['kind']; readonly starts_at: Date; readonly ends_at: Date }
  }
  /** Finds the breaks of a person by their mark, whichever brand of a group they were taken at. */
  breaks_of_mark: {
    readonly given: readonly [mark: string]
    readonly row: { readonly break_id: number }
  }
  /** Finds how far a player has come back whose exclusion has ended; no row where nothing keeps them. */
  unfinished_return: {
    readonly given: readonly [accountId: number, group: string, now: Date]
    readonly row: { readonly opens_at: Date | null }
  }
}

export type DatabaseFunction = keyof DatabaseFunctions
