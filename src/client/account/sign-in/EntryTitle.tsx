import styles from './entry.module.css'

/** Props of {@link EntryTitle}. */
export interface EntryTitleProps {
  readonly id: string
  readonly title: string
  /** Whether a dialog around it shows a title of its own. */
  readonly isInDialog: boolean
}

/** The title of a way into an account; in a dialog it is read and not shown. */
export function EntryTitle({ id, title, isInDialog }: EntryTitleProps) {
  if (!isInDialog) {
    return (
      <h1 id={id} className={styles.title}>
        {title}
      </h1>
    )
  }
  return (
    <h3 id={id} className="visually-hidden">
      {title}
    </h3>
  )
}
