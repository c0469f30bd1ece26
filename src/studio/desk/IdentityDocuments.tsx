import type { DeskIdentificationAnswer } from '#schemas'
import { momentText } from '../app/moment-text.ts'
import { say } from '../app/studio-texts.ts'
import styles from './IdentityDocuments.module.css'
import { ShownDocument } from './ShownDocument.tsx'

type Documents = DeskIdentificationAnswer['entry']['documents']

interface IdentityDocumentsProps {
  readonly brand: string
  readonly documents: Documents
}

/** The documents of an identification. One is fetched when it is opened, since that is logged. */
export function IdentityDocuments({ brand, documents }: IdentityDocumentsProps) {
  if (documents.length === 0) return <p>{say('desk.no_documents')}</p>
  return (
    <ul className={styles.list}>
      {documents.map((document) => (
        <IdentityDocument key={document.id} brand={brand} document={document} />
      ))}
    </ul>
  )
}

function IdentityDocument({ brand, document }: { readonly brand: string; readonly document: Documents[number] }) {
  const { id, documentType, mediaType, sizeBytes, isSent, uploadedAt } = document
  return (
    <li className={styles.document}>
      <ShownDocument
        address={`/studio-api/identity-document/${brand}/${id}`}
        name={say('desk.document', { type: documentType, kilobytes: Math.ceil(sizeBytes / 1024) })}
        facts={` · ${momentText(uploadedAt)}${isSent ? '' : ` · ${say('desk.document_unsent')}`}`}
        mediaType={mediaType}
        savedAs={`${id}.pdf`}
      />
    </li>
  )
}
