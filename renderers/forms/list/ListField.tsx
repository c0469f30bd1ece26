import styles from '../Field.module.css'
import type { FieldProps } from '../field-contract.ts'

/** A list of sentences, under the field's title when it has one (FIELD-22). */
export function ListField({ definition }: FieldProps) {
  return (
    <div className={styles.field}>
      {definition.title && <p className={styles.label}>{definition.title}</p>}
      <ul className={styles.items}>
        {definition.items?.map((item) => (
          <li key={item}>{item}</li>
        ))}
      </ul>
    </div>
  )
}
