import type { ReactElement } from 'react'
import { Icon } from './Icon.tsx'
import styles from './SelectBox.module.css'

/** Props of {@link SelectBox}. */
export interface SelectBoxProps {
  /** The platform's own list, which brings the look of a line of its form. */
  readonly children: ReactElement<'select'>
}

/** A native select with the shared arrow icon, inset from the edge and on the correct side for the direction. */
export function SelectBox({ children }: SelectBoxProps) {
  return (
    <span className={styles.box}>
      {children}
      <span className={styles.arrow}>
        <Icon name="chevron-down" />
      </span>
    </span>
  )
}
