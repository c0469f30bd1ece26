import { sql } from 'kysely'
import { AppError } from '#calls/app-error.ts'
import type { BrandTransaction } from '#server/db/for-brand.ts'
import type { CasinoPorts } from '../casino-ports.ts'
import { readSpendable } from '../wallet/balance.ts'
import type { SessionRow } from './sessions.ts'

/** What a session has come to. */
export interface SessionSums {
  readonly stakeMinor: number
  readonly payoutMinor: number
}

/** What the player of a session can stake: their own money, and a bonus that the game may be paid from.
 *  @throws AppError casino.no_account */
export async function balanceOf(
  tx: BrandTransaction,
  { funding }: Pick<CasinoPorts, 'funding'>,
  session: SessionRow,
): Promise<number> {
  const { fun_minor, account_id: accountId, currency, game_id: gameId } = session
  if (fun_minor !== null) return fun_minor
  const minor = accountId === null ? null : await readSpendable(tx, funding, { accountId, currency, gameId })
  if (minor === null) throw new AppError('casino.no_account', { currency })
  return minor
}

/** All that was staked and paid in a session. */
export async function sumsOf(tx: BrandTransaction, { session_id }: SessionRow): Promise<SessionSums> {
  return tx
    .select('casino_round')
    .select(sql<number>`coalesce(sum(stake_minor), 0)::int8`.as('stakeMinor'))
    .select(sql<number>`coalesce(sum(payout_minor), 0)::int8`.as('payoutMinor'))
    .where('session_id', '=', session_id)
    .executeTakeFirstOrThrow()
}
