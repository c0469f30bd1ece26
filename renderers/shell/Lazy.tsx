import { type ReactNode, Suspense } from 'react'
import styles from './Lazy.module.css'

/** Props of {@link Lazy}. */
export interface LazyProps {
  /** The placeholder while the content loads: the same geometry, so that nothing moves. */
  readonly fallback: ReactNode
  readonly children: ReactNode
}

/**
 * Content that arrives later. Its place is kept from the start, but the loading state becomes visible only after
 * 200 ms (UI-15), so that what comes at once does not flicker.
 */
export function Lazy({ fallback, children }: LazyProps) {
  return <Suspense fallback={<div className={styles.delayed}>{fallback}</div>}>{children}</Suspense>
}
