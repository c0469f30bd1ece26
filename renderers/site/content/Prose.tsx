import type { ReactNode } from 'react'
import { shownArea } from '#machines/site/recording/shown-areas.rules.ts'
import type { NavItem } from '../frame/HeaderNav.tsx'
import { Icon } from '../Icon.tsx'
import { useLink } from '../link.tsx'
import { PageHeading } from '../PageHeading.tsx'
import styles from './Prose.module.css'
import { type RichNode, RichText } from './RichText.tsx'

/** Props of {@link Prose}. */
export interface ProseProps {
  readonly title: string
  readonly trail?: readonly Pick<NavItem, 'id' | 'label' | 'to'>[]
  readonly nodes: readonly RichNode[]
  /** What is shown between the title and the text. */
  readonly children?: ReactNode
  /** The other pages of the same kind. */
  readonly menu?: { readonly label: string; readonly items: readonly NavItem[] } | undefined
}

/** An information page: heading, the written text at a width for reading, and the pages beside it. */
export function Prose({ title, trail = [], nodes, menu, children }: ProseProps) {
  const Link = useLink()
  return (
    <div className={styles.prose} data-menu={menu !== undefined || undefined}>
      {menu && (
        <nav className={styles.menu} aria-label={menu.label}>
          <ul className={styles.list}>
            {menu.items.map((item) => (
              <li key={item.id}>
                <Link to={item.to} className={styles.link} aria-current={item.isCurrent ? 'page' : undefined}>
                  {item.icon && <Icon name={item.icon} size={16} />}
                  {item.label}
                </Link>
              </li>
            ))}
          </ul>
        </nav>
      )}
      <article className={styles.article}>
        <PageHeading title={title} trail={trail} />
        {children}
        <div className={styles.text} {...shownArea('information')}>
          <RichText nodes={nodes} />
        </div>
      </article>
    </div>
  )
}
