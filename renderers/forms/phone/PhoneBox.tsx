import type { FocusEvent, ReactNode } from 'react'
import { FieldControl } from '../FieldParts.tsx'
import { controlAttributes, type FieldProps } from '../field-contract.ts'
import styles from './phone.module.css'

/** Longest text of a number as people and browsers write it. */
const TEXT_MAX_LENGTH = 60

/** Attributes of the line of a number. */
export function phoneAttributes(field: FieldProps) {
  return {
    ...controlAttributes(field),
    inputMode: 'tel' as const,
    autoComplete: field.definition.autocomplete ?? 'tel',
    maxLength: TEXT_MAX_LENGTH,
    spellCheck: false,
  }
}

/** Props of {@link PhoneBox}. */
export interface PhoneBoxProps {
  readonly field: FieldProps
  readonly picker: ReactNode
  readonly children: ReactNode
  /** The box is left, before the form hears of it. */
  readonly onLeave?: () => void
}

/** One box round code and number: the field is left when the focus leaves both. */
export function PhoneBox({ field, picker, children, onLeave }: PhoneBoxProps) {
  function leave(event: FocusEvent) {
    if (event.currentTarget.contains(event.relatedTarget)) return
    onLeave?.()
    field.onBlur()
  }
  return (
    <FieldControl
      as="div"
      role="group"
      aria-labelledby={field.labelId}
      className={styles.box}
      dir="ltr"
      data-invalid={field.isInvalid || undefined}
      data-disabled={field.isDisabled || field.definition.disabled || undefined}
      onBlur={leave}
    >
      {picker}
      {children}
    </FieldControl>
  )
}
