import { sql } from 'kysely'
import type { StudioAccount, StudioGrant, StudioRole } from '#schemas'
import type { StudioTransaction } from '../../db/for-studio.ts'
import { StudioFailure } from '../studio-failure.ts'

/** An account with what only the server may know of it. */
export interface AccountRow {
  readonly accountId: number
  readonly name: string
  readonly email: string
  readonly passwordHash: string
  /** Sealed secrets of the authenticator app: the one that counts, and the one that waits for its first code. */
  readonly totpSecret: string | null
  readonly totpPending: string | null
  readonly totpLastStep: number | null
  /** The name under which its authenticators keep it; null before its first passkey. */
  readonly userHandle: string | null
  readonly passkeys: number
  readonly lastSignInAt: Date | null
  readonly grants: readonly StudioGrant[]
}

/** Any number will do, so long as no other lock has it. */
const ACCESS_LOCK = 7_541_210_241

/** Lets changes of who may do what happen one after another: of two owners who lock each other out, one stays. */
export async function lockAccess(tx: StudioTransaction): Promise<void> {
  await sql`select pg_advisory_xact_lock(${ACCESS_LOCK})`.execute(tx)
}

/** Whether there is an account at all. */
export async function isClaimed(tx: StudioTransaction): Promise<boolean> {
  return (await tx.selectFrom('studio.account').select('account_id').limit(1).executeTakeFirst()) !== undefined
}

/** All accounts by name. */
export function allAccounts(tx: StudioTransaction): Promise<AccountRow[]> {
  return read(tx, accounts(tx).orderBy(sql`lower(name)`).orderBy('account_id'))
}

/** An account by its number. With `isHeld`, nobody else changes it until the transaction ends. */
export async function accountById(
  tx: StudioTransaction,
  accountId: number,
  isHeld = false,
): Promise<AccountRow | undefined> {
  const query = accounts(tx).where('account_id', '=', accountId)
  return (await read(tx, isHeld ? query.forUpdate() : query))[0]
}

/** The account of an e-mail address, whatever its case. */
export async function accountByEmail(tx: StudioTransaction, email: string): Promise<AccountRow | undefined> {
  return (await read(tx, accounts(tx).where(sql<boolean>`lower(email) = lower(${email})`)))[0]
}

/** Writes all that an account may do; what it could do before no longer counts. */
export async function writeGrants(
  tx: StudioTransaction,
  accountId: number,
  grants: readonly StudioGrant[],
): Promise<void> {
  await tx.deleteFrom('studio.grant_of_account').where('account_id', '=', accountId).execute()
  const rows = joinedGrants(grants).map(({ role, scope, parts }) => ({
    account_id: accountId,
    role,
    scope,
    parts: parts ? JSON.stringify(parts) : null,
  }))
  if (rows.length > 0) await tx.insertInto('studio.grant_of_account').values(rows).execute()
}

/** Grants of which each role is given once in a scope: parts of several are joined, and one without parts is for all of them.
 *  @throws StudioFailure request.invalid when a role other than editor is limited to parts */
export function joinedGrants(grants: readonly StudioGrant[]): readonly StudioGrant[] {
  const joined = new Map<string, StudioGrant>()
  for (const { role, scope, parts } of grants) {
    if (parts && role !== 'editor')
      throw new StudioFailure('request.invalid', { where: 'body/grants', fault: `limits ${role} to parts` })
    const key = `${role} ${scope}`
    const former = joined.get(key)
    const isWhole = !parts || (former && !former.parts)
    joined.set(key, isWhole ? { role, scope } : { role, scope, parts: union(former?.parts ?? [], parts) })
  }
  return [...joined.values()]
}

function union(left: readonly string[], right: readonly string[]): [string, ...string[]] {
  return [...new Set([...left, ...right])] as [string, ...string[]]
}

/** Whether somebody may do everything everywhere. */
export function isOwner(grants: readonly StudioGrant[]): boolean {
  return grants.some(({ role, scope }) => role === 'owner' && scope === '*')
}

/** Grants as the log names them: `editor in northstar (locales/de), viewer in *`. */
export function grantsText(grants: readonly StudioGrant[]): string {
  const limits = ({ parts }: StudioGrant) => (parts ? ` (${parts.join(' ')})` : '')
  return grants.map((grant) => `${grant.role} in ${grant.scope}${limits(grant)}`).join(', ')
}

/** An account as colleagues see it. */
export function toStudioAccount(row: AccountRow): StudioAccount {
  return {
    id: row.accountId,
    name: row.name,
    email: row.email,
    grants: [...row.grants],
    hasSecondFactor: row.totpSecret !== null,
    passkeys: row.passkeys,
    ...(row.lastSignInAt ? { lastSignInAt: row.lastSignInAt.toISOString() } : {}),
  }
}

/** An account of a number that is there, as colleagues see it. @throws Error when it is not */
export async function studioAccount(tx: StudioTransaction, accountId: number): Promise<StudioAccount> {
  const row = await accountById(tx, accountId)
  if (!row) throw new Error(`there is no account ${accountId} of the studio`)
  return toStudioAccount(row)
}

/** A grant as rows and links keep it. */
export function grantOf(role: string, scope: string, parts?: readonly string[] | null): StudioGrant {
  const given = { role: role as StudioRole, scope }
  return parts ? { ...given, parts: [...parts] as [string, ...string[]] } : given
}

function accounts(tx: StudioTransaction) {
  return tx
    .selectFrom('studio.account')
    .select([
      'account_id as accountId',
      'name',
      'email',
      'password_hash as passwordHash',
      'totp_secret as totpSecret',
      'totp_pending as totpPending',
      'totp_last_step as totpLastStep',
      'user_handle as userHandle',
      'last_sign_in_at as lastSignInAt',
      sql<number>`(select count(*)::int from studio.passkey p where p.account_id = studio.account.account_id)`.as(
        'passkeys',
      ),
    ])
}

async function read(tx: StudioTransaction, query: ReturnType<typeof accounts>): Promise<AccountRow[]> {
  const rows = await query.execute()
  if (rows.length === 0) return []
  const grants = await tx
    .selectFrom('studio.grant_of_account')
    .select(['account_id as accountId', 'role', 'scope', 'parts'])
    .where(
      'account_id',
      'in',
      rows.map(({ accountId }) => accountId),
    )
    .orderBy('scope')
    .orderBy('role')
    .execute()
  return rows.map((row) => ({
    ...row,
    grants: grants
      .filter(({ accountId }) => accountId === row.accountId)
      .map(({ role, scope, parts }) => grantOf(role, scope, parts)),
  }))
}
