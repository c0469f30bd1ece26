import type { ReactNode } from 'react'
import styles from './SkipLink.module.css'

/** Props of {@link SkipLink}. */
export type SkipLinkProps = {
  readonly children: ReactNode
} & (
  | {
      /** Where it leads on the page: `#main`. */
      readonly href: string
    }
  | { readonly onPress: () => void }
)

/** A short cut for the keyboard: seen only while it has the focus (WCAG 2.2, 2.4.1). */
export function SkipLink({ children, ...way }: SkipLinkProps) {
  return 'href' in way ? (
    <a href={way.href} className={styles.skip}>
      {children}
    </a>
  ) : (
    <button type="button" className={styles.skip} onClick={way.onPress}>
      {children}
    </button>
  )
}
