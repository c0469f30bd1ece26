import type { ReactNode } from 'react'
import { useEffect } from 'react'
import { say } from '../app/studio-texts.ts'
import styles from './ScreenHead.module.css'

/** The heading of a screen, which also names the tab, with what can be done there. */
export function ScreenHead(props: {
  readonly title: string
  readonly lead?: ReactNode
  readonly children?: ReactNode
}) {
  const { title, lead, children } = props
  useEffect(() => {
    document.title = say('common.tab', { title })
  }, [title])
  return (
    <header className={styles.head}>
      <div className={styles.words}>
        <h1 className={styles.title}>{title}</h1>
        {lead && <p className={styles.lead}>{lead}</p>}
      </div>
      {children && <div className={styles.actions}>{children}</div>}
    </header>
  )
}
