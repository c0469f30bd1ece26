import { type ReactNode, useEffect, useId, useRef } from 'react'
import { say } from '../app/studio-texts.ts'
import { ActionButton } from './ActionButton.tsx'
import styles from './ModalBox.module.css'

interface ModalBoxProps {
  readonly title: string
  readonly children: ReactNode
  /** Buttons at its end. */
  readonly actions?: ReactNode
  readonly isWide?: boolean
  readonly onClose: () => void
}

/** A box above the page. The page behind cannot be reached while it is open; Escape closes it. */
export function ModalBox({ title, children, actions, isWide = false, onClose }: ModalBoxProps) {
  const box = useRef<HTMLDialogElement>(null)
  const id = useId()
  useEffect(() => {
    const dialog = box.current
    dialog?.showModal()
    return () => dialog?.close()
  }, [])
  return (
    <dialog
      ref={box}
      className={isWide ? `${styles.box} ${styles.wide}` : styles.box}
      aria-labelledby={id}
      onCancel={(event) => {
        event.preventDefault()
        onClose()
      }}
    >
      <header className={styles.head}>
        <h2 id={id} className={styles.title}>
          {title}
        </h2>
        <ActionButton kind="quiet" glyph="close" isBare onClick={onClose}>
          {say('common.close')}
        </ActionButton>
      </header>
      <div className={styles.body}>{children}</div>
      {actions && <footer className={styles.actions}>{actions}</footer>}
    </dialog>
  )
}
