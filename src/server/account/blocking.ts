import type { BrandTransaction } from '#server/db/for-brand.ts'
import type { AccountState } from '#server/db/tables/player-tables.ts'
import { recordSecurityEvent } from './security-events.ts'
import { endSessions } from './sign-in/sessions.ts'

/** Why an account was not blocked or unblocked: there is none, or it is in another state. */
export type BlockingFault = 'unknown' | 'other_state'

/** How the audit log of an account names an operator, whose address is none of the player's business. */
export const BY_OPERATOR = { address: '', device: 'operator' }

interface Blocking {
  readonly accountId: number
  readonly now: Date
}

/** Blocks an open account: its sessions and sign-ins under way end, and nobody signs in until it is unblocked. Its money and bets
 *  stay as they are, and its addresses stay taken. @returns what was in the way, or null */
export async function blockAccount(tx: BrandTransaction, { accountId, now }: Blocking): Promise<BlockingFault | null> {
  const fault = await changeState(tx, accountId, 'active', 'blocked')
  if (fault) return fault
  await endSessions(tx, { accountId, now })
  await tx.delete('sign_in_challenge').where('account_id', '=', accountId).execute()
  await recordSecurityEvent(tx, BY_OPERATOR, { kind: 'account.blocked', accountId, now })
  return null
}

/** Opens a blocked account again. @returns what was in the way, or null */
export async function unblockAccount(
  tx: BrandTransaction,
  { accountId, now }: Blocking,
): Promise<BlockingFault | null> {
  const fault = await changeState(tx, accountId, 'blocked', 'active')
  if (fault) return fault
  await recordSecurityEvent(tx, BY_OPERATOR, { kind: 'account.unblocked', accountId, now })
  return null
}

async function changeState(
  tx: BrandTransaction,
  accountId: number,
  from: AccountState,
  to: AccountState,
): Promise<BlockingFault | null> {
  const changed = await tx
    .update('account', { state: to })
    .where('account_id', '=', accountId)
    .where('state', '=', from)
    .executeTakeFirst()
  if (changed.numUpdatedRows > 0n) return null
  const account = await tx.select('account').select('state').where('account_id', '=', accountId).executeTakeFirst()
  return account ? 'other_state' : 'unknown'
}
