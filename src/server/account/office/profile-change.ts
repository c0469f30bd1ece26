import { AppError } from '#calls/app-error.ts'
import { closedFields } from '#machines/account/profile.rules.ts'
import type { Answers } from '#schemas'
import { type BrandTransaction, forBrand } from '#server/db/for-brand.ts'
import { storableJson } from '#server/db/storable.ts'
import type { Visitor } from '#server/guard/visitor.ts'
import type { AccountPorts } from '../account-ports.ts'
import { recordSecurityEvent } from '../security-events.ts'

/** Field that keeps which document a player has chosen. */
export const DOCUMENT_FIELD = 'document_type'
const BIRTHDAY = 'birthday'

/** What a player has answered, and what of it is verified. */
export interface KnownProfile {
  readonly country: string | null
  readonly answers: Answers
  readonly verified: readonly string[]
}

/** A change of a profile: the fields that the form had, and their answers now. */
export interface ProfileChange {
  readonly fieldIds: readonly string[]
  /** Judged already; a field of the form without an answer loses what it had. */
  readonly answers: Answers
}

/** Reading and changing what is known of a player (OFF-21, OFF-22). */
export function createProfileChange({ db, clock }: AccountPorts) {
  return {
    /** @throws AppError access.denied when there is no such account */
    readKnownProfile(brandId: string, accountId: number): Promise<KnownProfile> {
      return forBrand(db, brandId).transaction((tx) => knownProfile(tx, accountId))
    },

    /** Changes what is not closed. What has been closed meanwhile stays as it is. */
    async changeProfile(visitor: Visitor, accountId: number, { fieldIds, answers }: ProfileChange): Promise<void> {
      const now = clock()
      await forBrand(db, visitor.brandId).transaction(async (tx) => {
        const known = await knownProfile(tx, accountId, 'lock')
        const closed = closedFields(known.answers, known.verified)
        const open = fieldIds.filter((id) => !closed.includes(id))
        const kept = Object.entries(known.answers).filter(([id]) => !open.includes(id))
        const given = open.flatMap((id) => (answers[id] === undefined ? [] : [[id, answers[id]] as const]))
        const { [BIRTHDAY]: birthday, ...fields } = Object.fromEntries([...kept, ...given])
        const day = typeof birthday === 'string' && birthday !== '' ? birthday : null
        await tx
          .update('profile', { fields: storableJson(fields), birthday: day, updated_at: now })
          .where('account_id', '=', accountId)
          .execute()
        const changed = open.filter((id) => JSON.stringify(answers[id]) !== JSON.stringify(known.answers[id]))
        if (changed.length === 0) return
        await recordSecurityEvent(tx, visitor, {
          kind: 'profile.changed',
          accountId,
          now,
          details: { fields: changed },
        })
      })
    },
  }
}

/** Counts fields as compared with a document; their player does not change them any more.
 *  @returns every field of the player that counts so   @throws AppError account.unknown */
export async function verifyFields(
  tx: BrandTransaction,
  {
    accountId,
    fieldIds,
    now,
  }: { readonly accountId: number; readonly fieldIds: readonly string[]; readonly now: Date },
): Promise<readonly string[]> {
  const account = await tx.select('account').select('account_id').where('account_id', '=', accountId).executeTakeFirst()
  if (!account) throw new AppError('account.unknown')
  const known = await verifiedFields(tx, accountId)
  const rows = fieldIds
    .filter((id) => !known.includes(id))
    .map((field_id) => ({ account_id: accountId, field_id, verified_at: now }))
  if (rows.length > 0) await tx.insert('verified_field', rows).execute()
  return verifiedFields(tx, accountId)
}

/** The profile of an account. @throws AppError access.denied when there is none */
export async function knownProfile(tx: BrandTransaction, accountId: number, lock?: 'lock'): Promise<KnownProfile> {
  const query = tx.select('profile').select(['country', 'birthday', 'fields']).where('account_id', '=', accountId)
  const row = await (lock ? query.forUpdate() : query).executeTakeFirst()
  if (!row) throw new AppError('access.denied')
  const answers = { ...row.fields, ...(row.birthday === null ? {} : { [BIRTHDAY]: row.birthday }) } as Answers
  return { country: row.country?.toLowerCase() ?? null, answers, verified: await verifiedFields(tx, accountId) }
}

async function verifiedFields(tx: BrandTransaction, accountId: number): Promise<readonly string[]> {
  const rows = await tx
    .select('verified_field')
    .select('field_id')
    .where('account_id', '=', accountId)
    .orderBy('field_id')
    .execute()
  return rows.map(({ field_id }) => field_id)
}
