import type { ReactNode } from 'react'
import type { NavItem } from './frame/HeaderNav.tsx'
import { useLink } from './link.tsx'
import styles from './PageHeading.module.css'
import { useText } from './texts.tsx'

/** Props of {@link PageHeading}. */
export interface PageHeadingProps {
  readonly title: string
  /** Where the page says its name by itself just below; the heading stays for screen readers. */
  readonly isTitleShown?: boolean
  readonly text?: string | undefined
  /** The way back up, outermost first. */
  readonly trail?: readonly Pick<NavItem, 'id' | 'label' | 'to'>[]
  /** What can be done with the page as a whole. */
  readonly actions?: ReactNode
}

/** The first heading of a page: where one is, what the page is for. */
export function PageHeading({ title, isTitleShown = true, text, trail = [], actions }: PageHeadingProps) {
  const t = useText()
  const Link = useLink()
  return (
    <div className={styles.heading}>
      {trail.length > 0 && (
        <nav aria-label={t('shell.breadcrumbs')}>
          <ol className={styles.trail}>
            {trail.map((place) => (
              <li key={place.id} className={styles.place}>
                <Link to={place.to} className={styles.link}>
                  {place.label}
                </Link>
              </li>
            ))}
          </ol>
        </nav>
      )}
      <div className={styles.row}>
        <div className={styles.words}>
          <h1 className={isTitleShown ? styles.title : 'visually-hidden'}>{title}</h1>
          {text && <p className={styles.text}>{text}</p>}
        </div>
        {actions && <div className={styles.actions}>{actions}</div>}
      </div>
    </div>
  )
}
