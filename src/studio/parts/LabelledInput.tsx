import { type InputHTMLAttributes, type ReactNode, type SelectHTMLAttributes, useId } from 'react'
import styles from './LabelledInput.module.css'

interface Labels {
  readonly label: ReactNode
  readonly hint?: ReactNode
  readonly error?: string | null | undefined
}

type InputProps = Labels & Omit<InputHTMLAttributes<HTMLInputElement>, 'className'>

/** A line of text with its label, a hint and what is wrong with it. */
export function LabelledInput({ label, hint, error, ...input }: InputProps) {
  const id = useId()
  return (
    <LabelFrame id={id} label={label} hint={hint} error={error}>
      <input {...input} {...described(id, hint, error)} id={id} className={styles.input} />
    </LabelFrame>
  )
}

type SelectProps = Labels & Omit<SelectHTMLAttributes<HTMLSelectElement>, 'className'>

/** A choice with its label. The options are its children. */
export function LabelledSelect({ label, hint, error, children, ...select }: SelectProps) {
  const id = useId()
  return (
    <LabelFrame id={id} label={label} hint={hint} error={error}>
      <select {...select} {...described(id, hint, error)} id={id} className={styles.input}>
        {children}
      </select>
    </LabelFrame>
  )
}

/** Ties an input to its hint and its error for screen readers. */
function described(id: string, hint: ReactNode, error: string | null | undefined) {
  const ids = [hint ? `${id}-hint` : '', error ? `${id}-error` : ''].filter(Boolean).join(' ')
  return { ...(ids ? { 'aria-describedby': ids } : {}), ...(error ? { 'aria-invalid': true } : {}) }
}

function LabelFrame(props: Labels & { readonly id: string; readonly children: ReactNode }) {
  const { id, label, hint, error, children } = props
  return (
    <div className={styles.field}>
      <label htmlFor={id} className={styles.label}>
        {label}
      </label>
      {children}
      {hint && (
        <p id={`${id}-hint`} className={styles.hint}>
          {hint}
        </p>
      )}
      {error && (
        <p id={`${id}-error`} className={styles.error}>
          {error}
        </p>
      )}
    </div>
  )
}
