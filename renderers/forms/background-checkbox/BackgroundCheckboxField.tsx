import { TickBox } from '../checkbox/CheckboxField.tsx'
import styles from '../Field.module.css'
import type { FieldProps } from '../field-contract.ts'

/** A box to tick on a card of its own, which takes the colour of the choice. */
export function BackgroundCheckboxField(props: FieldProps) {
  return <TickBox field={props} className={`${styles.check} ${styles.card}`} />
}
