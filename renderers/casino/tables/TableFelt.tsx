import type { ReactNode } from 'react'
import type { Skin } from '../board.ts'
import { useOwnArt } from '../own-art.ts'
import { skinStyle } from '../skins.ts'
import styles from './TableFelt.module.css'

/** Props of {@link TableFelt}. */
export interface TableFeltProps {
  readonly skin: Skin
  /** Name of the table for those who do not see it. */
  readonly label: string
  /** The result in words; empty while it is not known. */
  readonly status: string
  readonly isCalm: boolean
  readonly children: ReactNode
}

/** The felt that a game is played on, in the colours of a look, with a live region for results. */
export function TableFelt({ skin, label, status, isCalm, children }: TableFeltProps) {
  const { ground } = useOwnArt()
  return (
    <section
      className={styles.table}
      style={
        ground === undefined ? skinStyle(skin) : ({ ...skinStyle(skin), '--game-picture': `url("${ground}")` } as never)
      }
      aria-label={label}
      data-calm={isCalm || undefined}
      data-pictured={ground !== undefined || undefined}
    >
      <div className={styles.felt}>{children}</div>
      <p className="visually-hidden" role="status">
        {status}
      </p>
    </section>
  )
}
