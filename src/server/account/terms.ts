import { AppError } from '#calls/app-error.ts'
import { type BrandTransaction, forBrand } from '#server/db/for-brand.ts'
import { storableJson } from '#server/db/storable.ts'
import { TERMS_CONSENT } from '#server/db/tables/player-tables.ts'
import type { Visitor } from '#server/guard/visitor.ts'
import type { AccountPorts } from './account-ports.ts'
import { recordSecurityEvent } from './security-events.ts'

/** The terms that a player accepted last; null before the first. */
export interface AcceptedTerms {
  readonly version: string
  /** ISO 8601. */
  readonly acceptedAt: string
}

/** What a player has accepted last, of the consents of their profile. */
export async function acceptedTerms(tx: BrandTransaction, accountId: number): Promise<AcceptedTerms | null> {
  const row = await tx.select('profile').select('consents').where('account_id', '=', accountId).executeTakeFirst()
  return row?.consents[TERMS_CONSENT] ?? null
}

/** The terms that players accept again when their version changes (INFO-1). The last acceptance is a consent of the
 *  profile; each one is an event of the audit log. */
export function createTerms({ db, clock }: AccountPorts) {
  return {
    /** What the player accepted last; null before the first. */
    readTerms: (brandId: string, accountId: number): Promise<AcceptedTerms | null> =>
      forBrand(db, brandId).transaction((tx) => acceptedTerms(tx, accountId)),

    /** Keeps that the player accepts a version; the same one again keeps when it was accepted first.
     *  @param inForce the version that the brand has now  @throws AppError terms.changed when another one was shown */
    async acceptTerms(
      visitor: Visitor,
      accountId: number,
      { shown, inForce }: { readonly shown: string; readonly inForce: string | undefined },
    ): Promise<AcceptedTerms> {
      if (inForce === undefined || shown !== inForce) throw new AppError('terms.changed')
      return forBrand(db, visitor.brandId).transaction(async (tx) => {
        const profile = tx.select('profile').select('consents').where('account_id', '=', accountId)
        const { consents = {} } = (await profile.forUpdate().executeTakeFirst()) ?? {}
        const former = consents[TERMS_CONSENT]
        if (former?.version === inForce) return former
        const now = clock()
        const accepted = { version: inForce, acceptedAt: now.toISOString() }
        const kept = storableJson({ ...consents, [TERMS_CONSENT]: accepted })
        await tx.update('profile', { consents: kept }).where('account_id', '=', accountId).execute()
        const event = { kind: 'terms.accepted', accountId, now, details: { version: inForce } } as const
        await recordSecurityEvent(tx, visitor, event)
        return accepted
      })
    },
  }
}
