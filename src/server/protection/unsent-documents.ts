import { stateBeforeUpload } from '#machines/protection/identification-state.rules.ts'
import type { BrandTransaction } from '#server/db/for-brand.ts'
import { listSteps, takeStep } from './identification-rows.ts'

/** Takes at most `limit` uploads back that were begun before a moment and never sent: their documents are forgotten, and the files go
 *  as those that no row names. Like its siblings it passes over rows that another process holds. @returns how many */
export async function deleteUnsentDocuments(
  tx: BrandTransaction,
  { before, now }: { readonly before: Date; readonly now: Date },
  limit: number,
): Promise<number> {
  const rows = await tx
    .select('identification')
    .select('identification.account_id as accountId')
    .where('identification.state', '=', 'uploaded')
    .where('identification.changed_at', '<', before)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('identity_document')
            .select('identity_document.document_id')
            .whereRef('identity_document.brand_id', '=', 'identification.brand_id')
            .whereRef('identity_document.account_id', '=', 'identification.account_id')
            .where('identity_document.uploaded_at', '>=', before),
        ),
      ),
    )
    .limit(limit)
    .forUpdate()
    .skipLocked()
    .execute()
  for (const { accountId } of rows) {
    await tx.delete('identity_document').where('account_id', '=', accountId).where('sent_at', 'is', null).execute()
    const state = stateBeforeUpload((await listSteps(tx, accountId)).map((step) => step.state))
    await takeStep(tx, accountId, { from: 'uploaded', state, at: now, by: 'site', reason: null })
  }
  return rows.length
}
