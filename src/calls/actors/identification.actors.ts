import type { Submission } from '#machines/protection/identification.machine.ts'
import type { DocumentType, IdentificationState } from '#schemas'
import type { CallFile, CallPort } from '../call.ts'
import {
  appealIdentification,
  postIdentification,
  removeDocument,
  uploadDocuments,
  verifyDocuments,
} from '../identification.calls.ts'

/** One file on its way, and the ids of those that the server keeps already. */
export interface FileOnItsWay {
  readonly file: CallFile
  readonly documentType: DocumentType
  readonly known: readonly string[]
}

/** The calls of the machine protection/identification. */
export const identificationActors = {
  /** @returns the id that the server gave the file */
  upload: async (call: CallPort, { file, documentType, known }: FileOnItsWay): Promise<{ documentId: string }> => {
    const { documents } = await call(uploadDocuments, { form: { documentType }, files: [file] })
    return { documentId: documents.findLast(({ id, isSent }) => !isSent && !known.includes(id))?.id ?? '' }
  },
  sendUploaded: (call: CallPort): Promise<IdentificationState> => call(verifyDocuments, {}),
  sendForm: (
    call: CallPort,
    { documentType, answers }: Submission,
    files: readonly CallFile[],
  ): Promise<IdentificationState> =>
    call(postIdentification, { form: { documentType, fields: answers, flowType: 'documents' }, files }),
  removeKept: async (call: CallPort, { key, documentId }: { readonly key: string; readonly documentId: string }) => {
    await call(removeDocument, { body: { id: documentId } })
    return { key }
  },
  appeal: (call: CallPort, { text }: { readonly text: string }): Promise<IdentificationState> =>
    call(appealIdentification, { body: { text } }),
} as const
