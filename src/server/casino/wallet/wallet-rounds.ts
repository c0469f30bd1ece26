import { sql } from 'kysely'
import type { BrandTransaction } from '#server/db/for-brand.ts'
import type { WalletAction, WalletSession } from './wallet-action.ts'

/** A round as the wallet reads it. */
export interface WalletRound {
  readonly round_id: number
  readonly state: 'open' | 'closed' | 'cancelled'
  /** Minor units that were staked in it. */
  readonly stake_minor: number
}

/** Opens the round that an action names.
 *  @param of.stakeMinor what is staked with it
 *  @param of.ends whether nothing more comes in it */
export async function openRound(
  tx: BrandTransaction,
  action: Pick<WalletAction, 'providerId' | 'roundId' | 'gameId'>,
  of: {
    readonly session: WalletSession
    readonly accountId: number | null
    readonly stakeMinor?: number
    readonly ends?: boolean
    readonly now: Date
  },
): Promise<WalletRound> {
  const { session, accountId, stakeMinor = 0, ends = false, now } = of
  const state = ends ? 'closed' : 'open'
  const row = await tx
    .insert('casino_round', {
      ...{ provider_id: action.providerId, external_id: action.roundId, game_id: action.gameId },
      ...{ session_id: session.session_id, account_id: accountId, mode: session.mode },
      ...{ currency: session.currency, exponent: session.exponent, state, opened_at: now, changed_at: now },
      ...{ seed_id: null, nonce: null, rules_hash: null },
      ...{ stake_minor: stakeMinor, closed_at: ends ? now : null },
    })
    .returning('round_id')
    .executeTakeFirstOrThrow()
  return { round_id: row.round_id, state, stake_minor: stakeMinor }
}

/** What a round gains, and whether it is over. */
export interface RoundChange {
  readonly stakeMinor?: number
  readonly payoutMinor?: number
  readonly ends?: boolean
  readonly now: Date
}

/** Counts what an action has moved in its round, and closes the round at its end. One whose stakes were all undone is cancelled, and open
 *  again with the next stake. @returns its state then */
export async function changeRound(
  tx: BrandTransaction,
  roundId: number,
  change: RoundChange,
): Promise<WalletRound['state']> {
  const { stakeMinor = 0, payoutMinor = 0, ends = false, now } = change
  const stake = sql<number>`stake_minor + ${stakeMinor}`
  const isCancelled = sql<boolean>`${stakeMinor < 0} and stake_minor + ${stakeMinor} = 0 and payout_minor + ${payoutMinor} = 0`
  const isOpenAgain = sql<boolean>`${stakeMinor > 0} and state = 'cancelled'`
  const row = await tx
    .update('casino_round', {
      stake_minor: stake as unknown as number,
      payout_minor: sql<number>`payout_minor + ${payoutMinor}` as unknown as number,
      state: sql<'open'>`case when ${isCancelled} then 'cancelled' when ${ends} then 'closed'
          when ${isOpenAgain} then 'open' else state end` as unknown as 'open',
      closed_at: sql<Date>`case when ${isCancelled} or ${ends} then coalesce(closed_at, ${now})
          when ${isOpenAgain} then null else closed_at end` as unknown as Date,
      changed_at: now,
    })
    .where('round_id', '=', roundId)
    .returning('state')
    .executeTakeFirstOrThrow()
  return row.state
}
