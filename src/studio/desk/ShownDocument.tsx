import { useState } from 'react'
import { say } from '../app/studio-texts.ts'
import { ActionButton } from '../parts/ActionButton.tsx'
import styles from './IdentityDocuments.module.css'

interface ShownDocumentProps {
  /** Where the studio serves it, in a sandbox. */
  readonly address: string
  /** What it is called and what is known of it. */
  readonly name: string
  readonly facts?: string
  readonly mediaType: string
  /** Name of a file that is not shown but saved. */
  readonly savedAs: string
}

/** A file of a player. A picture is fetched when it is opened, since that is logged; a PDF is saved and not shown. */
export function ShownDocument({ address, name, facts = '', mediaType, savedAs }: ShownDocumentProps) {
  const [isOpen, setIsOpen] = useState(false)
  return (
    <>
      <div className={styles.head}>
        <span>
          {name}
          {facts}
        </span>
        {mediaType === 'application/pdf' ? (
          <a href={address} download={savedAs}>
            {say('desk.document_download')}
          </a>
        ) : (
          <ActionButton isSmall aria-expanded={isOpen} onClick={() => setIsOpen(!isOpen)}>
            {say(isOpen ? 'desk.document_close' : 'desk.document_open')}
          </ActionButton>
        )}
      </div>
      {isOpen && <img className={styles.picture} src={address} alt={name} />}
    </>
  )
}
