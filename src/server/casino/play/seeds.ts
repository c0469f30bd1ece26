import type { Selectable } from 'kysely'
import { AppError } from '#calls/app-error.ts'
import type { BrandTransaction } from '#server/db/for-brand.ts'
import { storableText } from '#server/db/storable.ts'
import type { CasinoMode, CasinoSeedTable } from '#server/db/tables/casino-tables.ts'

export type SeedRow = Selectable<CasinoSeedTable>

/** Whose seeds: a player's, or those of a session for fun. */
export interface SeedOwner {
  readonly accountId: number | null
  readonly sessionId: string
}

function ownedBy({ accountId, sessionId }: SeedOwner) {
  return accountId === null ? { account_id: null, session_id: sessionId } : { account_id: accountId, session_id: null }
}

/** Rounds for money share the seeds of the player; a session for fun has seeds of its own, so that what waits in it keeps no others from
 *  being checked. */
export function seedOwner(session: {
  readonly mode: CasinoMode
  readonly account_id: number | null
  readonly session_id: string
}): SeedOwner {
  return { accountId: session.mode === 'real' ? session.account_id : null, sessionId: session.session_id }
}

/** The seeds that the next round uses, locked; made when there are none. */
export async function lockSeed(
  tx: BrandTransaction,
  owner: SeedOwner,
  { newSeed, now }: { readonly newSeed: () => string; readonly now: Date },
): Promise<SeedRow> {
  const former = await readSeed(tx, owner)
  if (former) return former
  await tx
    .insert('casino_seed', {
      ...ownedBy(owner),
      ...{ server_seed: newSeed(), client_seed: newSeed().slice(0, 16), created_at: now },
    })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  const made = await readSeed(tx, owner)
  if (!made) throw new Error('the seeds that were just made are not there')
  return made
}

function readSeed(tx: BrandTransaction, owner: SeedOwner): Promise<SeedRow | undefined> {
  const { account_id, session_id } = ownedBy(owner)
  return tx
    .select('casino_seed')
    .selectAll('casino_seed')
    .where('account_id', 'is not distinct from', account_id)
    .where('session_id', 'is not distinct from', session_id)
    .where('revealed_at', 'is', null)
    .forUpdate()
    .executeTakeFirst()
}

/** Takes the next number of the seeds. @returns it */
export async function takeNonce(tx: BrandTransaction, seed: SeedRow): Promise<number> {
  await tx
    .update('casino_seed', { next_nonce: seed.next_nonce + 1 })
    .where('seed_id', '=', seed.seed_id)
    .execute()
  return seed.next_nonce
}

/** Shows the server seed that was used so far and begins with another, and with what the player chooses as theirs (CAS-11).
 *  @returns the seeds that are shown, and those that begin
 *  @throws AppError casino.round_open while a round still uses them */
export async function changeSeed(
  tx: BrandTransaction,
  owner: SeedOwner,
  { clientSeed, newSeed, now }: { readonly clientSeed: string; readonly newSeed: () => string; readonly now: Date },
): Promise<{ readonly former: SeedRow; readonly current: SeedRow }> {
  const former = await lockSeed(tx, owner, { newSeed, now })
  const open = await tx
    .select('casino_round')
    .select('round_id')
    .where('seed_id', '=', former.seed_id)
    .where('state', '=', 'open')
    .limit(1)
    .executeTakeFirst()
  if (open) throw new AppError('casino.round_open', { round: String(open.round_id) })
  await tx.update('casino_seed', { revealed_at: now }).where('seed_id', '=', former.seed_id).execute()
  const current = await tx
    .insert('casino_seed', {
      ...ownedBy(owner),
      ...{ server_seed: newSeed(), client_seed: storableText(clientSeed), created_at: now },
    })
    .returningAll()
    .executeTakeFirstOrThrow()
  return { former: { ...former, revealed_at: now }, current }
}
