import type { ReactElement } from 'react'
import { Icon } from './Icon.tsx'
import styles from './SelectBox.module.css'

/** Props of {@link SelectBox}. */
export interface SelectBoxProps {
  /** The platform's own list, which brings the look of a line of its form. */
  readonly children: ReactElement<'select'>
}

/** A platform's list of choices with the arrow of the house, which stands off the edge and on its proper side. */
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
