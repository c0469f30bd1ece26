import { type TextareaHTMLAttributes, useId } from 'react'
import styles from './AreaInput.module.css'

type AreaInputProps = { readonly label: string; readonly hint?: string } & Omit<
  TextareaHTMLAttributes<HTMLTextAreaElement>,
  'className'
>

/** Lines of text with their label and a hint. */
export function AreaInput({ label, hint, rows = 3, ...area }: AreaInputProps) {
  const id = useId()
  return (
    <div className={styles.field}>
      <label htmlFor={id} className={styles.label}>
        {label}
      </label>
      <textarea
        {...area}
        id={id}
        rows={rows}
        className={styles.area}
        aria-describedby={hint ? `${id}-hint` : undefined}
      />
      {hint && (
        <p id={`${id}-hint`} className={styles.hint}>
          {hint}
        </p>
      )}
    </div>
  )
}
