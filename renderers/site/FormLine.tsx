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
  /** Whether there is room for the hint also while there is none, so that an error moves nothing. */
  readonly keepsNote?: boolean
  readonly children: ReactNode
}

/** A line of a form: its label, its input, and its hint or error. */
export function FormLine({ id, label, help, error = null, keepsNote = false, children }: FormLineProps) {
  return (
    <div className={styles.field}>
      <label className={styles.label} htmlFor={id}>
        {label}
      </label>
      {children}
      {help || error || keepsNote ? (
        <p
          id={`${id}-note`}
          className={error ? styles.error : styles.note}
          data-kept={keepsNote || undefined}
          role={error ? 'alert' : undefined}
        >
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

/** How a line is filled in, by what it is for. */
const PURPOSES = {
  text: { type: undefined, autoComplete: 'off', autoCapitalize: undefined, dir: 'auto' },
  code: { type: undefined, autoComplete: 'one-time-code', autoCapitalize: 'none', dir: 'ltr' },
  login: { type: undefined, autoComplete: 'username', autoCapitalize: 'none', dir: 'auto' },
  phone: { type: 'tel', autoComplete: 'tel', autoCapitalize: undefined, dir: 'ltr' },
} as const

/** Props of {@link FormInput}. */
export interface FormInputProps extends Omit<FormLineProps, 'children'> {
  readonly value: string
  readonly maxLength?: number
  /** What is typed: a text; a code of an app, of a message, or one that was written down; what somebody signs in with; a phone number. */
  readonly purpose?: keyof typeof PURPOSES
  /** What browsers fill in, where it is not what the purpose says. */
  readonly autoComplete?: string | undefined
  readonly inputMode?: HTMLAttributes<HTMLInputElement>['inputMode']
  /** Amounts and numbers are written from left to right in every language. */
  readonly dir?: 'ltr' | 'auto'
  readonly ref?: Ref<HTMLInputElement>
  readonly onChange: (text: string) => void
}

/** The text input of the site: a line that is typed into. Browsers neither fill it in nor correct it; a code of a message they offer. */
export function FormInput(props: FormInputProps) {
  const { value, maxLength, purpose = 'text', autoComplete, inputMode, dir, ref, onChange, ...line } = props
  const isDescribed = Boolean(line.help) || Boolean(line.error) || line.keepsNote === true
  const { type, autoCapitalize, ...ways } = PURPOSES[purpose]
  return (
    <FormLine {...line}>
      <input
        ref={ref}
        id={line.id}
        className={styles.input}
        value={value}
        type={type}
        inputMode={inputMode}
        autoComplete={autoComplete ?? ways.autoComplete}
        autoCapitalize={autoCapitalize}
        spellCheck={false}
        dir={dir ?? ways.dir}
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
