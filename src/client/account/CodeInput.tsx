import { LineFrame } from './profile/LineFrame.tsx'
import styles from './sign-in/entry.module.css'

/** Props of {@link CodeInput}. */
export interface CodeInputProps {
  readonly id: string
  readonly label: string
  readonly value: string
  readonly help: string
  /** Replaces the help. */
  readonly error: string | null
  /** Whether it holds digits alone, for which a phone shows its number keys. */
  readonly isNumeric: boolean
  readonly onChange: (code: string) => void
}

/** A line for a code of an app, of a message, or one that was written down. */
export function CodeInput({ id, label, value, help, error, isNumeric, onChange }: CodeInputProps) {
  return (
    <LineFrame id={id} label={label} help={help} error={error}>
      <input
        id={id}
        className={styles.input}
        value={value}
        onChange={(event) => onChange(event.target.value)}
        inputMode={isNumeric ? 'numeric' : 'text'}
        autoComplete="one-time-code"
        autoCapitalize="none"
        spellCheck={false}
        dir="ltr"
        aria-invalid={error !== null}
        aria-describedby={`${id}-note`}
      />
    </LineFrame>
  )
}
