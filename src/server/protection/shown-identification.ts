import type { DocumentMediaType, IdentificationShowOutput } from '#schemas'
import type { Identification, IdentificationService } from './identification.service.ts'

/** Whose identification is shown. */
export interface IdentifiedPlayer {
  readonly brand: string
  readonly account: number
}

/** What waits for an operator. */
export const WAITING_IDENTIFICATIONS = ['checking', 'appeal'] as const

/** An identification as operators see it, by a command or at the desk. */
export async function shownIdentification(
  service: Pick<IdentificationService, 'readFields'>,
  { brand, account }: IdentifiedPlayer,
  { state, documents, steps, verified }: Identification,
): Promise<IdentificationShowOutput> {
  return {
    accountId: account,
    state,
    fields: { ...(await service.readFields(brand, account)) },
    documents: documents.map(({ id, documentType, mediaType, sizeBytes, sha256, sentAt, uploadedAt }) => ({
      id,
      documentType,
      mediaType: mediaType as DocumentMediaType,
      sizeBytes,
      sha256,
      isSent: sentAt !== null,
      uploadedAt: uploadedAt.toISOString(),
    })),
    steps: steps.map(({ state: reached, at, by, reason }) => ({
      state: reached,
      at: at.toISOString(),
      by,
      ...(reason ? { reason } : {}),
    })),
    ...(verified ? { verified: [...verified] } : {}),
  }
}
