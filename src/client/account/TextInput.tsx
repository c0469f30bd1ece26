import { LineFrame } from './profile/LineFrame.tsx'
import styles from './sign-in/entry.module.css'

/** Props of {@link TextInput}. */
export interface TextInputProps {
  readonly id: string
  readonly label: string
  readonly value: string
  /** The hint shown as long as nothing is wrong. */
  readonly help?: string
  readonly error: string | null
  readonly maxLength: number
  readonly onChange: (text: string) => void
}

/** A line that browsers neither fill in nor correct. */
export function TextInput({ id, label, value, help, error, maxLength, onChange }: TextInputProps) {
  return (
    <LineFrame id={id} label={label} help={help} error={error}>
      <input
        id={id}
        className={styles.input}
        value={value}
        onChange={(event) => onChange(event.target.value)}
        autoComplete="off"
        spellCheck={false}
        dir="auto"
        maxLength={maxLength}
        aria-invalid={error !== null}
        aria-describedby={`${id}-note`}
      />
    </LineFrame>
  )
}
