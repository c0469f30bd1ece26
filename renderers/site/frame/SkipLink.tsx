import type { ReactNode } from 'react'
import styles from './SkipLink.module.css'

/** Props of {@link SkipLink}. */
export interface SkipLinkProps {
  /** Where it leads on the page: `#main`. Left out where a press does it. */
  readonly href?: string
  readonly onPress?: () => void
  readonly children: ReactNode
}

/** A short cut for the keyboard: seen only while it has the focus (WCAG 2.2, 2.4.1). */
export function SkipLink({ href, onPress, children }: SkipLinkProps) {
  return href === undefined ? (
    <button type="button" className={styles.skip} onClick={onPress}>
      {children}
    </button>
  ) : (
    <a href={href} className={styles.skip} onClick={onPress}>
      {children}
    </a>
  )
}
