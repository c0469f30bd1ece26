import { AppError } from '#calls/app-error.ts'
import type { BrandTransaction } from '#server/db/for-brand.ts'
import { sqlState } from '#server/db/sql-state.ts'
import type { IdentifierKind } from '#server/db/tables/player-tables.ts'

/** The proved address of an account. */
export async function provedContact(
  tx: BrandTransaction,
  accountId: number,
  kind: IdentifierKind,
): Promise<string | undefined> {
  const row = await tx
    .select('identifier')
    .select('value')
    .where('account_id', '=', accountId)
    .where('kind', '=', kind)
    .where('verified_at', 'is not', null)
    .executeTakeFirst()
  return row?.value
}

/** Gives an account a proved address in place of the current one. Whatever was sent to the old address is void: a
 *  password reset or a sign-in requested there cannot be finished.
 *  @returns the former address, if it was proved */
export async function settleContact(
  tx: BrandTransaction,
  settle: {
    readonly accountId: number
    readonly kind: IdentifierKind
    readonly value: string
    readonly takesAppMessages?: boolean
    readonly now: Date
  },
): Promise<string | undefined> {
  const { accountId, kind, value, takesAppMessages = false, now } = settle
  const former = await provedContact(tx, accountId, kind)
  const proved = { value, created_at: now, verified_at: now, takes_app_messages: takesAppMessages }
  await tx
    .insert('identifier', { account_id: accountId, kind, ...proved })
    .onConflict((conflict) => conflict.columns(['brand_id', 'account_id', 'kind']).doUpdateSet(proved))
    .execute()
  await tx.delete('contact_change').where('account_id', '=', accountId).where('kind', '=', kind).execute()
  await tx
    .update('one_time_code', { expires_at: now })
    .where('account_id', '=', accountId)
    .where('purpose', 'in', ['password_reset', 'sign_in', 'contact'])
    .where('expires_at', '>', now)
    .execute()
  return former
}

/** Says that an address got another owner in the very moment in which it was proved, and passes any other error on. */
export function asTaken(error: unknown): never {
  throw sqlState(error) === '23505' ? new AppError('contact.taken', {}, { cause: error }) : error
}

/** Whether the owner of a proved phone takes messages by messenger as well (ACC-6). */
export async function takesAppMessages(tx: BrandTransaction, phone: string): Promise<boolean> {
  const row = await tx
    .select('identifier')
    .select('takes_app_messages')
    .where('kind', '=', 'phone')
    .where('value', '=', phone)
    .where('verified_at', 'is not', null)
    .executeTakeFirst()
  return row?.takes_app_messages ?? false
}
