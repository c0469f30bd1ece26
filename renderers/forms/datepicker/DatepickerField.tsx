import { comparableDate } from '#machines/forms/date.rules.ts'
import styles from '../Field.module.css'
import { answerText, controlAttributes, type FieldProps } from '../field-contract.ts'

/** A date to pick from a calendar: the platform's own. */
export function DatepickerField(props: FieldProps) {
  const { definition, value, isInvalid, isDisabled, onChange, onBlur } = props
  const { minValue, maxValue } = definition.validation ?? {}
  return (
    <span
      className={styles.control}
      data-invalid={isInvalid || undefined}
      data-disabled={isDisabled || definition.disabled || undefined}
    >
      <input
        {...controlAttributes(props)}
        className={styles.input}
        type="date"
        value={answerText(value).slice(0, 10)}
        min={dayOf(minValue?.value)}
        max={dayOf(maxValue?.value)}
        autoComplete={definition.autocomplete}
        onChange={(event) => onChange(event.currentTarget.value)}
        onBlur={onBlur}
      />
    </span>
  )
}

function dayOf(bound: string | number | boolean | undefined): string | undefined {
  return typeof bound === 'string' && comparableDate(bound) !== null ? bound.slice(0, 10) : undefined
}
