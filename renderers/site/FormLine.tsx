import type { HTMLAttributes, ReactNode, Ref } from 'react'
import styles from './FormLine.module.css'
import { SelectBox } from './SelectBox.tsx'

/** Props of {@link FormLine}. */
export interface FormLineProps {
  /** Of the element that is typed into; its `aria-describedby` is `<id>-note`. */
  readonly id: string
  readonly label: string
  readonly help?: string | undefined
  /** Replaces the help. */
  readonly error?: string | null
  readonly children: ReactNode
}

/** A line of a form: its label, its input, and its hint or error. */
export function FormLine({ id, label, help, error = null, children }: FormLineProps) {
  return (
    <div className={styles.field}>
      <label className={styles.label} htmlFor={id}>
        {label}
      </label>
      {children}
      {help || error ? (
        <p id={`${id}-note`} className={error ? styles.error : styles.note} role={error ? 'alert' : undefined}>
          {error ?? help}
        </p>
      ) : null}
    </div>
  )
}

/** Props of {@link FormChoice}. */
export interface FormChoiceProps<Value extends string> extends Omit<FormLineProps, 'children'> {
  readonly value: Value
  readonly choices: readonly { readonly value: Value; readonly label: string }[]
  readonly onChoose: (value: Value) => void
}

/** A line with a list of choices. */
export function FormChoice<Value extends string>({ value, choices, onChoose, ...line }: FormChoiceProps<Value>) {
  return (
    <FormLine {...line}>
      <SelectBox>
        <select
          id={line.id}
          className={styles.input}
          value={value}
          aria-describedby={line.help ? `${line.id}-note` : undefined}
          onChange={({ target }) => {
            const chosen = choices[target.selectedIndex]
            if (chosen) onChoose(chosen.value)
          }}
        >
          {choices.map((choice) => (
            <option key={choice.value} value={choice.value}>
              {choice.label}
            </option>
          ))}
        </select>
      </SelectBox>
    </FormLine>
  )
}

/** Props of {@link FormInput}. */
export interface FormInputProps extends Omit<FormLineProps, 'children'> {
  readonly value: string
  readonly maxLength: number
  readonly inputMode?: HTMLAttributes<HTMLInputElement>['inputMode']
  /** Amounts and numbers are written from left to right in every language. */
  readonly dir?: 'ltr' | 'auto'
  readonly ref?: Ref<HTMLInputElement>
  readonly onChange: (text: string) => void
}

/** A line that is typed into; browsers neither fill it in nor correct it. */
export function FormInput({ value, maxLength, inputMode, dir = 'auto', ref, onChange, ...line }: FormInputProps) {
  const isDescribed = Boolean(line.help) || Boolean(line.error)
  return (
    <FormLine {...line}>
      <input
        ref={ref}
        id={line.id}
        className={styles.input}
        value={value}
        inputMode={inputMode}
        autoComplete="off"
        spellCheck={false}
        dir={dir}
        maxLength={maxLength}
        aria-invalid={Boolean(line.error)}
        aria-describedby={isDescribed ? `${line.id}-note` : undefined}
        onChange={(event) => onChange(event.target.value)}
      />
    </FormLine>
  )
}

/** A line for a longer text. */
export function FormText({ value, maxLength, onChange, ...line }: Omit<FormInputProps, 'inputMode' | 'dir' | 'ref'>) {
  const isDescribed = Boolean(line.help) || Boolean(line.error)
  return (
    <FormLine {...line}>
      <textarea
        id={line.id}
        className={styles.input}
        data-long
        rows={5}
        value={value}
        dir="auto"
        maxLength={maxLength}
        aria-invalid={Boolean(line.error)}
        aria-describedby={isDescribed ? `${line.id}-note` : undefined}
        onChange={(event) => onChange(event.target.value)}
      />
    </FormLine>
  )
}
