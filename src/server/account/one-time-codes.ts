import type { BrandTransaction } from '#server/db/for-brand.ts'
import type { CodePurpose } from '#server/db/tables/sign-in-tables.ts'
import { hashCode, hashToken, isSameHash, newCode, newToken } from './secrets/secrets.ts'

/** Under what a code is looked up: an account, or a subject (a phone in a browser, a login) that may have none. */
export type CodeOwner = { readonly accountId: number } | { readonly subject: string }

export interface IssuedCode {
  /** Digits, six unless asked otherwise. */
  readonly code: string
  /** The token of a link that does the same as the code. */
  readonly token: string
}

export interface RedeemedCode {
  readonly accountId: number | null
  readonly subject: string | null
}

/** What became of a try: a code that is wrong or gone is `wrong`; one that was tried too often is `spent`. */
export type CodeOutcome =
  | { readonly kind: 'right'; readonly redeemed: RedeemedCode }
  | {
      readonly kind: 'wrong' | 'spent'
      /** Tries that this code still has; null when there is no code to be tried. */
      readonly left: number | null
    }

export const MAX_CODE_ATTEMPTS = 5

/** Writes a new code; older ones of the same purpose and owner lose their force. Only hashes are stored. */
export async function issueCode(
  tx: BrandTransaction,
  issue: {
    readonly purpose: CodePurpose
    readonly owner: CodeOwner
    /** The account that a code looked up by a subject is for, if there is one. */
    readonly accountId?: number | undefined
    readonly now: Date
    readonly lifetimeMs: number
    readonly maxAttempts?: number
    readonly length?: number
  },
): Promise<IssuedCode> {
  const { purpose, owner, accountId, now, lifetimeMs, maxAttempts = MAX_CODE_ATTEMPTS, length } = issue
  // Only those that have force: who asks often must not make each code dearer than the one before.
  await ownedBy(tx.update('one_time_code', { expires_at: now }), owner, purpose)
    .where('expires_at', '>', now)
    .execute()
  const issued = { code: newCode(length), token: newToken() }
  const codeId = newToken()
  await tx
    .insert('one_time_code', {
      code_id: codeId,
      purpose,
      account_id: 'accountId' in owner ? owner.accountId : (accountId ?? null),
      subject: 'subject' in owner ? owner.subject : null,
      link_hash: hashToken(issued.token),
      code_hash: hashCode(codeId, issued.code),
      attempts_left: maxAttempts,
      created_at: now,
      expires_at: new Date(now.getTime() + lifetimeMs),
      used_at: null,
    })
    .execute()
  return issued
}

/** Uses up a link. Of several tries at once, one gets it. */
export async function redeemLink(
  tx: BrandTransaction,
  link: { readonly purpose: CodePurpose; readonly token: string; readonly now: Date },
): Promise<RedeemedCode | undefined> {
  const row = await tx
    .update('one_time_code', { used_at: link.now })
    .where('purpose', '=', link.purpose)
    .where('link_hash', '=', hashToken(link.token))
    .where('used_at', 'is', null)
    .where('expires_at', '>', link.now)
    .returning(['account_id', 'subject'])
    .executeTakeFirst()
  return row && { accountId: row.account_id, subject: row.subject }
}

/** The account that a link was made for, whether or not the link still has force. */
export async function accountOfLink(
  tx: BrandTransaction,
  link: { readonly purpose: CodePurpose; readonly token: string },
): Promise<number | undefined> {
  const row = await tx
    .select('one_time_code')
    .select('account_id')
    .where('purpose', '=', link.purpose)
    .where('link_hash', '=', hashToken(link.token))
    .executeTakeFirst()
  return row?.account_id ?? undefined
}

/** Whether a link would be taken, without using it up. */
export async function isLinkGood(
  tx: BrandTransaction,
  link: { readonly purpose: CodePurpose; readonly token: string; readonly now: Date },
): Promise<boolean> {
  const row = await tx
    .select('one_time_code')
    .select('code_id')
    .where('purpose', '=', link.purpose)
    .where('link_hash', '=', hashToken(link.token))
    .where('used_at', 'is', null)
    .where('expires_at', '>', link.now)
    .executeTakeFirst()
  return row !== undefined
}

/** Tries a code; a wrong one costs an attempt, so the transaction must be committed whatever the outcome.
 *  @param provesUntil a right code is used up by what it proves, which holds until then; the same code sent again meanwhile,
 *  after an answer that was lost, is right again */
export async function tryCode(
  tx: BrandTransaction,
  attempt: {
    readonly purpose: CodePurpose
    readonly owner: CodeOwner
    readonly code: string
    readonly now: Date
    readonly provesUntil?: Date
  },
): Promise<CodeOutcome> {
  const { purpose, owner, code, now, provesUntil } = attempt
  const row = await ownedBy(tx.select('one_time_code'), owner, purpose)
    .selectAll()
    .where('expires_at', '>', now)
    .orderBy('created_at', 'desc')
    .limit(1)
    .forUpdate()
    .executeTakeFirst()
  if (!row || (row.used_at !== null && !provesUntil)) return { kind: 'wrong', left: null }
  const left = row.attempts_left - 1
  if (left < 0) return { kind: 'spent', left: 0 }
  const isRight = isSameHash(row.code_hash, hashCode(row.code_id, code.trim()))
  const used = { used_at: now, ...(provesUntil && row.used_at === null ? { expires_at: provesUntil } : {}) }
  const change = isRight ? used : { attempts_left: left }
  await tx.update('one_time_code', change).where('code_id', '=', row.code_id).execute()
  if (!isRight) return { kind: 'wrong', left }
  return { kind: 'right', redeemed: { accountId: row.account_id, subject: row.subject } }
}

/** Whether a code of this owner has been used and what it proves still holds. */
export async function isProven(
  tx: BrandTransaction,
  proof: { readonly purpose: CodePurpose; readonly owner: CodeOwner; readonly now: Date },
): Promise<boolean> {
  const row = await ownedBy(tx.select('one_time_code'), proof.owner, proof.purpose)
    .select('code_id')
    .where('used_at', 'is not', null)
    .where('expires_at', '>', proof.now)
    .executeTakeFirst()
  return row !== undefined
}

/** Whether the latest code of this owner has been used, and what it proved holds no longer. */
export async function isProofOver(
  tx: BrandTransaction,
  proof: { readonly purpose: CodePurpose; readonly owner: CodeOwner; readonly now: Date },
): Promise<boolean> {
  const row = await ownedBy(tx.select('one_time_code'), proof.owner, proof.purpose)
    .select(['used_at', 'expires_at'])
    .orderBy('created_at', 'desc')
    .orderBy('used_at', (order) => order.asc().nullsFirst())
    .limit(1)
    .executeTakeFirst()
  return row !== undefined && row.used_at !== null && row.expires_at <= proof.now
}

/** Uses up what a code has proved. Of several tries at once, one gets it. @returns whether there was a proof */
export async function takeProof(
  tx: BrandTransaction,
  proof: { readonly purpose: CodePurpose; readonly owner: CodeOwner; readonly now: Date },
): Promise<boolean> {
  const taken = await ownedBy(tx.update('one_time_code', { expires_at: proof.now }), proof.owner, proof.purpose)
    .where('used_at', 'is not', null)
    .where('expires_at', '>', proof.now)
    .executeTakeFirst()
  return taken.numUpdatedRows > 0n
}

interface Filterable {
  where(column: 'purpose' | 'account_id' | 'subject', operator: '=', value: string | number): this
}

function ownedBy<Query extends Filterable>(query: Query, owner: CodeOwner, purpose: CodePurpose): Query {
  const filtered = query.where('purpose', '=', purpose)
  return 'accountId' in owner
    ? filtered.where('account_id', '=', owner.accountId)
    : filtered.where('subject', '=', owner.subject)
}
