import type { BrandTransaction } from '#server/db/for-brand.ts'
import type { IdentifierKind } from '#server/db/tables/player-tables.ts'
import type { CodeOwner } from '../one-time-codes.ts'
import type { FoundSession } from '../sign-in/sessions.ts'

/** How long a new address waits to be proved: mail may be slow and is read late. */
export const CHANGE_LIVES_MS = 24 * 60 * 60_000

/** An address that a player wants and has not proved yet. */
export interface ContactChange {
  readonly accountId: number
  readonly kind: IdentifierKind
  readonly value: string
  /** Whether the player has shown that the account is theirs. */
  readonly isAllowed: boolean
}

/** Writes down that a session wants an address; what it wanted before is forgotten. */
export async function beginChange(
  tx: BrandTransaction,
  { accountId, sessionId }: FoundSession,
  begin: {
    readonly kind: IdentifierKind
    readonly value: string
    /** Whether nothing has to be shown first. */
    readonly isAllowed: boolean
    readonly now: Date
  },
): Promise<void> {
  const { kind, value, isAllowed, now } = begin
  const wanted = {
    session_id: sessionId,
    value,
    created_at: now,
    allowed_at: isAllowed ? now : null,
    expires_at: new Date(now.getTime() + CHANGE_LIVES_MS),
  }
  await tx
    .insert('contact_change', { account_id: accountId, kind, ...wanted })
    .onConflict((conflict) => conflict.columns(['brand_id', 'account_id', 'kind']).doUpdateSet(wanted))
    .execute()
}

/** What a session wants to have, locked until the end of the transaction. */
export async function lockChange(
  tx: BrandTransaction,
  { accountId, sessionId }: FoundSession,
  of: { readonly kind: IdentifierKind; readonly now: Date },
): Promise<ContactChange | undefined> {
  return changes(tx, of.now)
    .where('account_id', '=', accountId)
    .where('kind', '=', of.kind)
    .where('session_id', '=', sessionId)
    .forUpdate()
    .executeTakeFirst()
}

/** The e-mail address that an account wants, whichever session began; its link may be opened anywhere. */
export async function lockEmailChange(
  tx: BrandTransaction,
  accountId: number,
  now: Date,
): Promise<ContactChange | undefined> {
  return changes(tx, now).where('account_id', '=', accountId).where('kind', '=', 'email').forUpdate().executeTakeFirst()
}

/** What a session wants to have and is allowed to, of either kind. */
export async function waitingContacts(
  tx: BrandTransaction,
  { accountId, sessionId }: FoundSession,
  now: Date,
): Promise<ContactChange[]> {
  return changes(tx, now)
    .where('account_id', '=', accountId)
    .where('session_id', '=', sessionId)
    .where('allowed_at', 'is not', null)
    .orderBy('kind')
    .execute()
}

/** Records that the player has shown that the account is theirs. */
export async function allowChange(
  tx: BrandTransaction,
  { accountId, kind }: Pick<ContactChange, 'accountId' | 'kind'>,
  now: Date,
): Promise<void> {
  await tx
    .update('contact_change', { allowed_at: now })
    .where('account_id', '=', accountId)
    .where('kind', '=', kind)
    .execute()
}

/** Deletes at most `limit` changes that nobody waits for any more, since a moment. @returns how many */
export async function deleteOldChanges(tx: BrandTransaction, before: Date, limit: number): Promise<number> {
  const rows = await tx
    .select('contact_change')
    .select(['account_id', 'kind'])
    .where('expires_at', '<', before)
    .limit(limit)
    .forUpdate()
    .skipLocked()
    .execute()
  for (const { account_id, kind } of rows)
    await tx.delete('contact_change').where('account_id', '=', account_id).where('kind', '=', kind).execute()
  return rows.length
}

/** Under what the code for the address so far is looked up: it is good for one session. */
export function allowingCode({ accountId, sessionId }: FoundSession, kind: IdentifierKind): CodeOwner {
  return { subject: `allow ${kind} ${accountId} ${sessionId}` }
}

/** Under what the code for a new address is looked up: with another address it is worth nothing. */
export function provingCode({ accountId, kind, value }: Pick<ContactChange, 'accountId' | 'kind' | 'value'>): {
  readonly subject: string
} {
  return { subject: `prove ${kind} ${accountId} ${value}` }
}

function changes(tx: BrandTransaction, now: Date) {
  return tx
    .select('contact_change')
    .select((column) => [
      'account_id as accountId',
      'kind',
      'value',
      column('allowed_at', 'is not', null).as('isAllowed'),
    ])
    .$narrowType<{ isAllowed: boolean }>()
    .where('expires_at', '>', now)
}
