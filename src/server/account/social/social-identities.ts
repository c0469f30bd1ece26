import { AppError } from '#calls/app-error.ts'
import { canonicalProvider } from '#machines/site/tables/social-protocol.rules.ts'
import type { BrandTransaction } from '#server/db/for-brand.ts'
import type { AccountState } from '#server/db/tables/player-tables.ts'
import type { Visitor } from '#server/guard/visitor.ts'
import { verifiedOwner } from '../identifiers.ts'
import { deleteAccounts } from '../old-account-rows.ts'
import { hashToken } from '../secrets/secrets.ts'
import { recordSecurityEvent } from '../security-events.ts'
import type { ConfirmedIdentity } from './social-transactions.ts'

/** The account that an identity is joined to. */
export async function joinedAccount(
  tx: BrandTransaction,
  { provider, profile }: ConfirmedIdentity,
): Promise<{ readonly accountId: number; readonly state: AccountState } | undefined> {
  return tx
    .select('social_identity')
    .innerJoin('account', (join) =>
      join
        .onRef('account.brand_id', '=', 'social_identity.brand_id')
        .onRef('account.account_id', '=', 'social_identity.account_id'),
    )
    .select(['account.account_id as accountId', 'account.state as state'])
    .where('social_identity.provider', '=', canonicalProvider(provider))
    .where('social_identity.subject', '=', profile.subject)
    .where('social_identity.joined_at', 'is not', null)
    .executeTakeFirst()
}

/** Joins an identity to an account, or lets it wait for the proof of an e-mail address in a browser. */
export async function addIdentity(
  tx: BrandTransaction,
  visitor: Visitor,
  add: {
    readonly identity: ConfirmedIdentity
    readonly accountId: number
    readonly now: Date
    readonly waitsIn?: string
  },
): Promise<void> {
  const { identity, accountId, now, waitsIn } = add
  const provider = canonicalProvider(identity.provider)
  await tx
    .insert('social_identity', {
      account_id: accountId,
      provider,
      subject: identity.profile.subject,
      browser_hash: waitsIn === undefined ? null : hashToken(waitsIn),
      created_at: now,
      joined_at: waitsIn === undefined ? now : null,
    })
    .execute()
  if (waitsIn === undefined)
    await recordSecurityEvent(tx, visitor, { kind: 'social.joined', accountId, now, details: { provider } })
}

/** Whether an account waits with an identity for the proof of its e-mail address. */
export async function hasWaitingIdentity(tx: BrandTransaction, accountId: number): Promise<boolean> {
  return (await waitingIdentity(tx, accountId)) !== undefined
}

/** Settles the identity of an account whose e-mail address has just been proved: it is joined to the account that the
 *  address belongs to, which is another one if the address had an owner before; the waiting account is then removed.
 *  Only the browser in which the provider confirmed the player may do so: another reader of the mail must not let a
 *  stranger in.
 *  @returns the account that the player has now; undefined when no identity waits
 *  @throws AppError social.other_browser, social.taken */
export async function settleIdentity(
  tx: BrandTransaction,
  visitor: Visitor,
  waiting: { readonly accountId: number; readonly now: Date },
): Promise<{ readonly accountId: number; readonly isNew: boolean } | undefined> {
  const { accountId, now } = waiting
  const row = await waitingIdentity(tx, accountId)
  if (!row) return undefined
  if (visitor.browser === undefined || hashToken(visitor.browser) !== row.browser_hash)
    throw new AppError('social.other_browser')
  const identity = { provider: row.provider, profile: { subject: row.subject } } as ConfirmedIdentity
  if (await joinedAccount(tx, identity)) throw new AppError('social.taken')
  const owner = row.email === null ? undefined : await verifiedOwner(tx, { kind: 'email', value: row.email })
  await tx.delete('social_identity').where('account_id', '=', accountId).where('joined_at', 'is', null).execute()
  await addIdentity(tx, visitor, { identity, accountId: owner ?? accountId, now })
  if (owner !== undefined) await deleteAccounts(tx, [accountId])
  return { accountId: owner ?? accountId, isNew: owner === undefined }
}

async function waitingIdentity(tx: BrandTransaction, accountId: number) {
  return tx
    .select('social_identity')
    .leftJoin('identifier', (join) =>
      join
        .onRef('identifier.brand_id', '=', 'social_identity.brand_id')
        .onRef('identifier.account_id', '=', 'social_identity.account_id')
        .on('identifier.kind', '=', 'email'),
    )
    .select([
      'social_identity.provider as provider',
      'social_identity.subject as subject',
      'social_identity.browser_hash as browser_hash',
      'identifier.value as email',
    ])
    .where('social_identity.account_id', '=', accountId)
    .where('social_identity.joined_at', 'is', null)
    .executeTakeFirst()
}
