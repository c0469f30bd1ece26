import type { Selectable } from 'kysely'
import type { BrandTransaction } from '#server/db/for-brand.ts'
import { storableId } from '#server/db/storable.ts'
import type { CasinoRoundTable } from '#server/db/tables/casino-tables.ts'
import { OWN_PROVIDER } from '../casino-ports.ts'

export type RoundRow = Selectable<CasinoRoundTable>

/** A round of an own game by the name that its page gave it; undefined when there is none. */
export function findByName(
  tx: BrandTransaction,
  name: string,
  accountId: number | null,
): Promise<RoundRow | undefined> {
  return tx
    .select('casino_round')
    .selectAll('casino_round')
    .where('provider_id', '=', OWN_PROVIDER)
    .where('external_id', '=', name)
    .where('account_id', 'is not distinct from', accountId)
    .executeTakeFirst()
}

/** A round, locked until the end of the transaction; undefined when there is none. */
export function lockRound(tx: BrandTransaction, roundId: number): Promise<RoundRow | undefined> {
  return tx
    .select('casino_round')
    .selectAll('casino_round')
    .where('round_id', '=', storableId(roundId))
    .forNoKeyUpdate()
    .executeTakeFirst()
}

/** The round of a game that waits for its player: a player's in any session, a guest's in this one. */
export function findOpen(
  tx: BrandTransaction,
  of: { readonly gameId: string; readonly accountId: number | null; readonly sessionId: string; readonly mode: string },
): Promise<RoundRow | undefined> {
  const rounds = tx
    .select('casino_round')
    .selectAll('casino_round')
    .where('provider_id', '=', OWN_PROVIDER)
    .where('game_id', '=', of.gameId)
    .where('mode', '=', of.mode as RoundRow['mode'])
    .where('state', '=', 'open')
  const own =
    of.accountId === null || of.mode === 'fun'
      ? rounds.where('session_id', '=', of.sessionId)
      : rounds.where('account_id', '=', of.accountId)
  return own.orderBy('round_id', 'desc').limit(1).executeTakeFirst()
}

/** When the last round of a session began; null before the first. */
export async function lastBegun(tx: BrandTransaction, sessionId: string): Promise<Date | null> {
  const row = await tx
    .select('casino_round')
    .select('opened_at')
    .where('session_id', '=', sessionId)
    .orderBy('round_id', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row?.opened_at ?? null
}
