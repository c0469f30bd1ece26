import type { NavItem } from '../frame/HeaderNav.tsx'
import { Icon } from '../Icon.tsx'
import { useLink } from '../link.tsx'
import { PageHeading } from '../PageHeading.tsx'
import styles from './PageIndex.module.css'

/** Props of {@link PageIndex}. */
export interface PageIndexProps {
  readonly title: string
  /** What the pages are about, in a sentence. */
  readonly text: string
  readonly items: readonly Pick<NavItem, 'id' | 'label' | 'icon' | 'to'>[]
}

/** A page that lists other pages: a heading and their names, in as many columns as fit. */
export function PageIndex({ title, text, items }: PageIndexProps) {
  const Link = useLink()
  return (
    <div className={styles.index}>
      <PageHeading title={title} text={text} />
      <nav aria-label={title}>
        <ul className={styles.list}>
          {items.map(({ id, label, icon = 'document', to }) => (
            <li key={id}>
              <Link to={to} className={styles.link}>
                <Icon name={icon} size={20} />
                <span className={styles.label}>{label}</span>
                <Icon name="chevron-end" size={16} />
              </Link>
            </li>
          ))}
        </ul>
      </nav>
    </div>
  )
}
