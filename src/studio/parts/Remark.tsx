import type { ReactNode } from 'react'
import { Glyph } from './Glyph.tsx'
import styles from './Remark.module.css'

/** What a remark is about. */
export type RemarkKind = 'note' | 'good' | 'warning' | 'problem'

/** A sentence or two that stand out, with what can be done about them. A problem is read out at once. */
export function Remark(props: {
  readonly kind: RemarkKind
  readonly children: ReactNode
  readonly action?: ReactNode
}) {
  const { kind, children, action } = props
  const looks = { note: styles.note, good: styles.good, warning: styles.warning, problem: styles.problem }
  return (
    <div className={`${styles.remark} ${looks[kind]}`} role={kind === 'problem' ? 'alert' : 'status'}>
      <Glyph name={kind === 'good' ? 'check' : kind === 'note' ? 'bell' : 'warning'} />
      <div className={styles.words}>{children}</div>
      {action && <div className={styles.actions}>{action}</div>}
    </div>
  )
}
