import type { ReactNode } from 'react'
import styles from './DeskTable.module.css'

interface DeskTableProps {
  readonly title: string
  readonly heads: readonly string[]
  /** Each row with a key of its own. */
  readonly rows: readonly { readonly key: string; readonly cells: readonly ReactNode[] }[]
  /** Said where there are no rows. */
  readonly none: string
}

/** A dense table under a heading; it is scrolled by itself where it is wider than its place. */
export function DeskTable({ title, heads, rows, none }: DeskTableProps) {
  return (
    <section className={styles.part}>
      <h3>{title}</h3>
      {rows.length === 0 ? (
        <p className={styles.none}>{none}</p>
      ) : (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a table that is wider than its place is scrolled by keys
        <section className={styles.scroll} aria-label={title} tabIndex={0}>
          <table className={styles.table}>
            <thead>
              <tr>
                {heads.map((head) => (
                  <th key={head} scope="col">
                    {head}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {rows.map(({ key, cells }) => (
                <tr key={key}>
                  {heads.map((head, at) => (
                    <td key={head}>{cells[at]}</td>
                  ))}
                </tr>
              ))}
            </tbody>
          </table>
        </section>
      )}
    </section>
  )
}
