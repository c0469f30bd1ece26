import { Link } from 'react-router'
import styles from './PartTabs.module.css'

/** A part of a screen that can be chosen. */
export interface PartTab {
  readonly id: string
  readonly text: string
  /** Where it is: an address, or the query of one. */
  readonly to: string
}

/** Props of {@link PartTabs}. */
export interface PartTabsProps {
  /** What the parts are, for those who do not see them. */
  readonly label: string
  readonly tabs: readonly PartTab[]
  readonly current: string
}

/** The parts of a screen in a row; each is a link, so that it can be opened beside and shared. */
export function PartTabs({ label, tabs, current }: PartTabsProps) {
  return (
    <nav className={styles.tabs} aria-label={label}>
      {tabs.map(({ id, text, to }) => (
        <Link key={id} to={to} className={styles.tab} aria-current={id === current ? 'page' : undefined}>
          {text}
        </Link>
      ))}
    </nav>
  )
}
