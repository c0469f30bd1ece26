import { fieldLabel } from '#machines/forms/field-kind.rules.ts'
import styles from '../Field.module.css'
import type { FieldProps } from '../field-contract.ts'

/** A sentence between fields. */
export function LabelField({ definition }: FieldProps) {
  return <p className={styles.text}>{definition.label ?? fieldLabel(definition)}</p>
}
