import { AppError } from '#calls/app-error.ts'
import { maySetState } from '#machines/protection/identification-state.rules.ts'
import type { DocumentType, IdentificationStateName, IdentificationStep } from '#schemas'
import type { BrandTransaction } from '#server/db/for-brand.ts'
import { storableText } from '#server/db/storable.ts'

/** A state that an identification came to. */
export interface IdentificationStepRow {
  readonly state: IdentificationStateName
  readonly at: Date
  readonly by: IdentificationStep['by']
  readonly reason: string | null
}

/** A document of a player, without its content. */
export interface DocumentRow {
  readonly id: string
  readonly documentType: DocumentType
  readonly mediaType: string
  readonly sizeBytes: number
  readonly sha256: string
  readonly storageName: string
  readonly uploadedAt: Date
  readonly sentAt: Date | null
}

/** Locks a player's identification until the transaction ends, and makes it where there is none. @returns its state */
export async function lockIdentification(
  tx: BrandTransaction,
  accountId: number,
  now: Date,
): Promise<IdentificationStateName> {
  await tx
    .insert('identification', {
      account_id: accountId,
      state: 'none',
      changed_at: now,
      document_type: null,
      fields: null,
    })
    .onConflict((conflict) => conflict.columns(['brand_id', 'account_id']).doNothing())
    .execute()
  const row = await tx
    .select('identification')
    .select('state')
    .where('account_id', '=', accountId)
    .forUpdate()
    .executeTakeFirstOrThrow()
  return row.state
}

/** Takes a step to another state; one to the same state is none. @throws AppError identification.not_open when it is not allowed */
export async function takeStep(
  tx: BrandTransaction,
  accountId: number,
  step: IdentificationStepRow & { readonly from: IdentificationStateName },
): Promise<void> {
  const { from, state, at, by, reason } = step
  if (from === state) return
  if (!maySetState(by, from, state)) throw new AppError('identification.not_open')
  await tx.update('identification', { state, changed_at: at }).where('account_id', '=', accountId).execute()
  const row = { account_id: accountId, state, at, taken_by: by, reason: reason === null ? null : storableText(reason) }
  await tx.insert('identification_step', row).execute()
}

/** The steps of a player's identification, the oldest first. */
export async function listSteps(tx: BrandTransaction, accountId: number): Promise<IdentificationStepRow[]> {
  return tx
    .select('identification_step')
    .select(['state', 'at', 'taken_by as by', 'reason'])
    .where('account_id', '=', accountId)
    .orderBy('step_id')
    .execute()
}

/** The documents of a player, the oldest first. */
export async function listDocuments(tx: BrandTransaction, accountId: number): Promise<DocumentRow[]> {
  return documentRows(tx).where('account_id', '=', accountId).orderBy('uploaded_at').orderBy('document_id').execute()
}

/** A document of any player, with whose it is. */
export function findDocument(
  tx: BrandTransaction,
  id: string,
): Promise<(DocumentRow & { readonly accountId: number }) | undefined> {
  return documentRows(tx).select('account_id as accountId').where('document_id', '=', id).executeTakeFirst()
}

function documentRows(tx: BrandTransaction) {
  return tx
    .select('identity_document')
    .select(['document_id as id', 'document_type as documentType', 'media_type as mediaType', 'sha256'])
    .select(['size_bytes as sizeBytes', 'storage_name as storageName', 'uploaded_at as uploadedAt'])
    .select('sent_at as sentAt')
}

/** Writes down documents whose content lies in the store. */
export async function insertDocuments(
  tx: BrandTransaction,
  accountId: number,
  documents: readonly DocumentRow[],
): Promise<void> {
  if (documents.length === 0) return
  const rows = documents.map((document) => ({
    document_id: document.id,
    account_id: accountId,
    document_type: document.documentType,
    media_type: document.mediaType,
    size_bytes: document.sizeBytes,
    sha256: document.sha256,
    storage_name: document.storageName,
    uploaded_at: document.uploadedAt,
    sent_at: document.sentAt,
  }))
  await tx.insert('identity_document', rows).execute()
}

/** Notes that every document that waits was sent to be checked. */
export async function markSent(tx: BrandTransaction, accountId: number, now: Date): Promise<void> {
  await tx
    .update('identity_document', { sent_at: now })
    .where('account_id', '=', accountId)
    .where('sent_at', 'is', null)
    .execute()
}
