import { useId } from 'react'
import { cleanNumeric } from '#machines/forms/kinds/numeric.rules.ts'
import styles from './AmountField.module.css'
import { type CouponLook, localText } from './coupon.selectors.ts'

/** Most characters of an amount: a safe integer of minor units and its separator. */
const MOST_CHARACTERS = 17

/** Props of {@link AmountField}. */
export interface AmountFieldProps {
  readonly label: string
  /** What was typed, comma or dot. */
  readonly text: string
  /** Most decimals. */
  readonly accuracy: number
  readonly look: CouponLook
  readonly isInvalid?: boolean
  /** Whether it is one of the stakes, to which the button leads where one is missing or wrong. */
  readonly isStake?: boolean
  /** The label is spoken only. */
  readonly isCompact?: boolean
  readonly isDisabled?: boolean | undefined
  readonly onText: (text: string) => void
}

/** A field for an amount or a price: comma and dot both separate, and it never becomes a float. */
export function AmountField({
  label,
  text,
  accuracy,
  look,
  isInvalid,
  isStake,
  isCompact,
  isDisabled,
  onText,
}: AmountFieldProps) {
  const fieldId = useId()
  return (
    <div className={styles.field} data-compact={isCompact || undefined}>
      <label htmlFor={fieldId} className={isCompact ? 'visually-hidden' : styles.label}>
        {label}
      </label>
      <input
        id={fieldId}
        className={styles.input}
        type="text"
        inputMode={accuracy === 0 ? 'numeric' : 'decimal'}
        autoComplete="off"
        dir="ltr"
        placeholder={`0${accuracy === 0 ? '' : `${look.decimalSeparator}${'0'.repeat(Math.min(accuracy, 2))}`}`}
        value={localText(text, look)}
        disabled={isDisabled}
        data-stake={isStake ? '' : undefined}
        aria-invalid={isInvalid || undefined}
        onChange={({ target }) => onText(cleanNumeric(target.value, { accuracy, maxLength: MOST_CHARACTERS }))}
      />
    </div>
  )
}
