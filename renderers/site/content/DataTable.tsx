import type { ReactNode } from 'react'
import styles from './DataTable.module.css'

/** Props of {@link DataTable}. */
export interface DataTableProps {
  /** What the table is of. */
  readonly name: string
  /** Whether the name is seen; it is always heard. */
  readonly isNameShown?: boolean
  /** Head and bodies. A cell says what it is by `data-cell`: a `number` is aligned to the end, a `mark` is muted, such
   *  as a number that names its row. A row with `data-marked` is highlighted. */
  readonly children: ReactNode
}

/** Rows of facts in columns. Where they do not fit they are scrolled by themselves. */
export function DataTable({ name, isNameShown = false, children }: DataTableProps) {
  return (
    <div className={styles.frame}>
      <table className={styles.table}>
        <caption className={isNameShown ? styles.name : 'visually-hidden'}>
          <bdi>{name}</bdi>
        </caption>
        {children}
      </table>
    </div>
  )
}
