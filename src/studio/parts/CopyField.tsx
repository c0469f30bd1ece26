import { useState } from 'react'
import { say } from '../app/studio-texts.ts'
import { ActionButton } from './ActionButton.tsx'
import styles from './CopyField.module.css'
import { LabelledInput } from './LabelledInput.tsx'

/** A text to be copied, such as a one-time link. */
export function CopyField({ label, value }: { readonly label: string; readonly value: string }) {
  const [isCopied, setIsCopied] = useState(false)
  const copy = () => {
    // Where the browser does not allow it, the text is selected when the field is pressed.
    navigator.clipboard.writeText(value).then(
      () => setIsCopied(true),
      () => setIsCopied(false),
    )
  }
  return (
    <div className={styles.field}>
      <LabelledInput label={label} readOnly value={value} onFocus={(event) => event.target.select()} />
      <ActionButton glyph={isCopied ? 'check' : 'copy'} onClick={copy}>
        {say(isCopied ? 'common.copied' : 'common.copy')}
      </ActionButton>
    </div>
  )
}
