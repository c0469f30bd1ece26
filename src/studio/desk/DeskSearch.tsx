import { useState } from 'react'
import { say } from '../app/studio-texts.ts'
import { ActionButton } from '../parts/ActionButton.tsx'
import { LabelledInput } from '../parts/LabelledInput.tsx'
import styles from './DeskSearch.module.css'

interface DeskSearchProps {
  readonly label: string
  readonly hint: string
  readonly mostCharacters: number
  /** What was sought last. */
  readonly text: string
  readonly onFind: (text: string) => void
}

/** A line by which something is looked for at the desk. */
export function DeskSearch({ label, hint, mostCharacters, text, onFind }: DeskSearchProps) {
  const [typed, setTyped] = useState(text)
  return (
    <form
      className={styles.form}
      onSubmit={(event) => {
        event.preventDefault()
        onFind(typed.trim())
      }}
    >
      <LabelledInput
        label={label}
        hint={hint}
        type="search"
        maxLength={mostCharacters}
        value={typed}
        onChange={(event) => setTyped(event.target.value)}
      />
      <ActionButton type="submit" glyph="search" disabled={typed.trim() === ''}>
        {say('desk.search_submit')}
      </ActionButton>
    </form>
  )
}
