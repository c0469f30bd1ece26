import { hashToken, newToken } from '#server/account/secrets/secrets.ts'
import type { StudioTransaction } from '../../db/for-studio.ts'
import type { StudioOperator } from '../studio-scope.ts'
import type { StudioSender, StudioSession } from './access-ports.ts'
import { accountById } from './account-rows.ts'

/** How long a session lasts at most, ms. */
export const SESSION_MS = 12 * 3_600_000
/** How long a session lasts without a request, ms. */
export const IDLE_MS = 60 * 60_000
/** A session that is used often is written once in this time, ms. */
const TOUCH_MS = 60_000

/** Begins a session with a new token; the one that the browser had before ends. */
export async function startSession(
  tx: StudioTransaction,
  { accountId, sender, now }: { readonly accountId: number; readonly sender: StudioSender; readonly now: Date },
): Promise<StudioSession> {
  if (sender.token !== undefined) await endSession(tx, sender.token)
  const token = newToken()
  const expiresAt = new Date(now.getTime() + SESSION_MS)
  const times = { created_at: now, last_used_at: now, expires_at: expiresAt }
  const { address, device } = sender
  await tx
    .insertInto('studio.session')
    .values({ token_hash: hashToken(token), account_id: accountId, address, device, ...times })
    .execute()
  await tx.updateTable('studio.account').set({ last_sign_in_at: now }).where('account_id', '=', accountId).execute()
  return { token, expiresAt }
}

/** The operator of a session that is alive, whose use it notes; null for any other token, and for a locked account. */
export async function findOperator(tx: StudioTransaction, token: string, now: Date): Promise<StudioOperator | null> {
  const session = await tx
    .selectFrom('studio.session')
    .select(['account_id as accountId', 'last_used_at as lastUsedAt'])
    .where('token_hash', '=', hashToken(token))
    .where('expires_at', '>', now)
    .where('last_used_at', '>', new Date(now.getTime() - IDLE_MS))
    .executeTakeFirst()
  const account = session && (await accountById(tx, session.accountId))
  if (!account || account.grants.length === 0) return null
  if (now.getTime() - session.lastUsedAt.getTime() >= TOUCH_MS)
    await tx
      .updateTable('studio.session')
      .set({ last_used_at: now })
      .where('token_hash', '=', hashToken(token))
      .execute()
  const { accountId, name, email, grants } = account
  return { accountId, name, email, grants }
}

/** Ends the session of a token. Nothing happens when there is none. */
export async function endSession(tx: StudioTransaction, token: string): Promise<void> {
  await tx.deleteFrom('studio.session').where('token_hash', '=', hashToken(token)).execute()
}

/** Ends the sessions of an account: all, or all but that of a token. */
export async function endSessionsOf(tx: StudioTransaction, accountId: number, except?: string): Promise<void> {
  const query = tx.deleteFrom('studio.session').where('account_id', '=', accountId)
  await (except === undefined ? query : query.where('token_hash', '!=', hashToken(except))).execute()
}

/** Deletes sessions that are over. */
export async function deleteOldSessions(tx: StudioTransaction, now: Date): Promise<void> {
  const idleSince = new Date(now.getTime() - IDLE_MS)
  await tx
    .deleteFrom('studio.session')
    .where((where) => where.or([where('expires_at', '<=', now), where('last_used_at', '<=', idleSince)]))
    .execute()
}
