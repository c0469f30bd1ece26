import { useState } from 'react'
import type { DeskIdentificationAnswer } from '#schemas'
import { momentText } from '../app/moment-text.ts'
import { say } from '../app/studio-texts.ts'
import { ActionButton } from '../parts/ActionButton.tsx'
import styles from './IdentityDocuments.module.css'

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
  const [isOpen, setIsOpen] = useState(false)
  const { id, documentType, mediaType, sizeBytes, isSent, uploadedAt } = document
  const address = `/studio-api/identity-document/${brand}/${id}`
  const name = say('desk.document', { type: documentType, kilobytes: Math.ceil(sizeBytes / 1024) })
  return (
    <li className={styles.document}>
      <div className={styles.head}>
        <span>
          {name} · {momentText(uploadedAt)}
          {!isSent && ` · ${say('desk.document_unsent')}`}
        </span>
        {mediaType === 'application/pdf' ? (
          <a href={address} download={`${id}.pdf`}>
            {say('desk.document_download')}
          </a>
        ) : (
          <ActionButton isSmall aria-expanded={isOpen} onClick={() => setIsOpen(!isOpen)}>
            {say(isOpen ? 'desk.document_close' : 'desk.document_open')}
          </ActionButton>
        )}
      </div>
      {isOpen && <img className={styles.picture} src={address} alt={name} />}
    </li>
  )
}
