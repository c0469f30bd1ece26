import { Icon } from './Icon.tsx'
import { useLink } from './link.tsx'
import styles from './SectionHeading.module.css'
import { useText } from './texts.tsx'

/** Props of {@link SectionHeading}. */
export interface SectionHeadingProps {
  readonly id?: string
  readonly title: string
  /** A sentence below the heading. */
  readonly text?: string | undefined
  /** The page that holds all of what the section shows a part of. */
  readonly allPath?: string | undefined
}

/** The heading of a block of the page, with the way to all of it. */
export function SectionHeading({ id, title, text, allPath }: SectionHeadingProps) {
  const t = useText()
  const Link = useLink()
  return (
    <div className={styles.heading}>
      <div>
        <h2 id={id} className={styles.title}>
          {title}
        </h2>
        {text && <p className={styles.text}>{text}</p>}
      </div>
      {allPath && (
        <Link to={allPath} className={styles.all} aria-label={t('shell.show_all_of', { title })}>
          {t('shell.show_all')}
          <Icon name="chevron-end" size={16} />
        </Link>
      )}
    </div>
  )
}
