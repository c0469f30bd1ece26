import { useRef } from 'react'
import { SUPPORT_FILE_TYPES } from '#machines/account/support-file.rules.ts'
import { Button } from '#renderers/site/Button.tsx'
import { useText } from '#renderers/site/texts.tsx'
import styles from './support.module.css'

/** Props of {@link FileButton}. */
export interface FileButtonProps {
  /** The element that says what may be sent, and what is wrong. */
  readonly describedBy: string
  readonly isBusy: boolean
  readonly onPick: (file: File) => void
}

/** Picks a file for the support. */
export function FileButton({ describedBy, isBusy, onPick }: FileButtonProps) {
  const t = useText()
  const input = useRef<HTMLInputElement>(null)
  const taken = (field: HTMLInputElement) => {
    const [file] = field.files ?? []
    if (file) onPick(file)
    // The same file may be picked again after a failure.
    field.value = ''
  }
  return (
    <>
      <Button icon="upload" isBusy={isBusy} aria-describedby={describedBy} onClick={() => input.current?.click()}>
        {t('support.file')}
      </Button>
      <input
        ref={input}
        className={styles.picker}
        type="file"
        tabIndex={-1}
        aria-hidden
        data-support-file
        disabled={isBusy}
        accept={SUPPORT_FILE_TYPES.join(',')}
        onChange={(event) => taken(event.target)}
      />
    </>
  )
}
