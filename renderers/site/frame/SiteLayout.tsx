import type { ReactNode } from 'react'
import { useText } from '../texts.tsx'
import styles from './SiteLayout.module.css'
import { SkipLink } from './SkipLink.tsx'

/** Id of the element that holds a page's own content: where the skip link leads. */
export const MAIN_ID = 'main'

/** Props of {@link SiteLayout}. */
export interface SiteLayoutProps {
  readonly header: ReactNode
  /** The column before the content, e.g. the list of sports; from 1024 px on. */
  readonly asideStart?: ReactNode
  /** The column after the content, e.g. the coupon; from 1280 px on. */
  readonly asideEnd?: ReactNode
  readonly footer?: ReactNode
  readonly bottomNavigation?: ReactNode
  readonly children: ReactNode
}

/** The scaffold of every page: head, up to three columns, foot, and the phone's navigation. */
export function SiteLayout({ header, asideStart, asideEnd, footer, bottomNavigation, children }: SiteLayoutProps) {
  const t = useText()
  return (
    <div className={styles.layout}>
      <SkipLink href={`#${MAIN_ID}`}>{t('shell.skip_to_content')}</SkipLink>
      {header}
      <div
        className={styles.columns}
        data-start={asideStart !== undefined || undefined}
        data-end={asideEnd !== undefined || undefined}
      >
        {asideStart !== undefined && <div className={styles.start}>{asideStart}</div>}
        <main id={MAIN_ID} className={styles.main} tabIndex={-1}>
          {children}
        </main>
        {asideEnd !== undefined && <div className={styles.end}>{asideEnd}</div>}
      </div>
      {footer}
      {bottomNavigation}
    </div>
  )
}
