import type { StudioGrant } from '#schemas'
import { hashToken, newToken } from '#server/account/secrets/secrets.ts'
import type { StudioTransaction } from '../../db/for-studio.ts'
import { StudioFailure } from '../studio-failure.ts'
import { grantOf } from './account-rows.ts'

/** How long the link of the first owner works, ms. */
export const OWNER_LINK_MS = 24 * 3_600_000
/** How long an invitation works, ms. */
export const INVITATION_MS = 72 * 3_600_000
/** What the first owner may do. */
export const FIRST_GRANTS: readonly StudioGrant[] = [{ role: 'owner', scope: '*' }]

/** What a one-time link is good for. */
export interface StudioLink {
  /** Null in the link of the first owner, who brings an address along. */
  readonly email: string | null
  readonly grants: readonly StudioGrant[]
}

/** A link as it is handed out: the token is shown once and stored as a hash. */
export interface NewLink {
  readonly token: string
  readonly expiresAt: Date
}

/** Makes a one-time link. A former one for the same address, or for the first owner, is void. */
export async function makeLink(tx: StudioTransaction, { email, grants }: StudioLink, now: Date): Promise<NewLink> {
  await withdrawLinks(tx, email)
  const token = newToken()
  const expiresAt = new Date(now.getTime() + (email === null ? OWNER_LINK_MS : INVITATION_MS))
  const row = { email, grants: JSON.stringify(grants), created_at: now, expires_at: expiresAt }
  await tx
    .insertInto('studio.invitation')
    .values({ token_hash: hashToken(token), ...row })
    .execute()
  return { token, expiresAt }
}

/** Makes void what was sent to an address; with null, the links of the first owner. */
export async function withdrawLinks(tx: StudioTransaction, email: string | null): Promise<void> {
  const query = tx.deleteFrom('studio.invitation')
  await (email === null
    ? query.where('email', 'is', null)
    : query.where((where) => where(where.fn('lower', ['email']), '=', email.toLowerCase()))
  ).execute()
}

/** Makes every invitation void. */
export async function withdrawInvitations(tx: StudioTransaction): Promise<void> {
  await tx.deleteFrom('studio.invitation').where('email', 'is not', null).execute()
}

/** Looks at a link without using it up. @throws StudioFailure access.link_used when it was used, is over or never was */
export async function readLink(tx: StudioTransaction, token: string, now: Date): Promise<StudioLink> {
  const row = await tx
    .selectFrom('studio.invitation')
    .select(['email', 'grants'])
    .where('token_hash', '=', hashToken(token))
    .where('expires_at', '>', now)
    .executeTakeFirst()
  return linkOf(row)
}

/** Uses a link up: of two who have it, one gets in. @throws StudioFailure access.link_used when it was used, is over or never was */
export async function takeLink(tx: StudioTransaction, token: string, now: Date): Promise<StudioLink> {
  const row = await tx
    .deleteFrom('studio.invitation')
    .where('token_hash', '=', hashToken(token))
    .where('expires_at', '>', now)
    .returning(['email', 'grants'])
    .executeTakeFirst()
  return linkOf(row)
}

/** Deletes links that are over. */
export async function deleteOldLinks(tx: StudioTransaction, now: Date): Promise<void> {
  await tx.deleteFrom('studio.invitation').where('expires_at', '<=', now).execute()
}

interface LinkRow {
  readonly email: string | null
  readonly grants: readonly { readonly role: string; readonly scope: string; readonly parts?: readonly string[] }[]
}

function linkOf(row: LinkRow | undefined): StudioLink {
  if (!row) throw new StudioFailure('access.link_used')
  return { email: row.email, grants: row.grants.map(({ role, scope, parts }) => grantOf(role, scope, parts)) }
}
