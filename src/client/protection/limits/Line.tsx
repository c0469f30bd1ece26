import type { ReactNode } from 'react'
import { SelectBox } from '#renderers/site/SelectBox.tsx'
import styles from './limits.module.css'

/** Props of {@link Line}. */
export interface LineProps {
  /** Of the element that is typed into; its `aria-describedby` is `<id>-note`. */
  readonly id: string
  readonly label: string
  readonly help?: string | undefined
  /** Replaces the help. */
  readonly error?: string | null
  readonly children: ReactNode
}

/** A line of a form: its label, its input, and its hint or error. */
export function Line({ id, label, help, error = null, children }: LineProps) {
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

/** Props of {@link Choice}. */
export interface ChoiceProps<Value extends string> extends Omit<LineProps, 'children'> {
  readonly value: Value
  readonly choices: readonly { readonly value: Value; readonly label: string }[]
  readonly onChoose: (value: Value) => void
}

/** A line with a list of choices. */
export function Choice<Value extends string>({ value, choices, onChoose, ...line }: ChoiceProps<Value>) {
  return (
    <Line {...line}>
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
    </Line>
  )
}
