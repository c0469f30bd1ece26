import { Icon } from '../Icon.tsx'
import { useLink } from '../link.tsx'
import { useText } from '../texts.tsx'
import styles from './NewsList.module.css'

/** A piece of news in short, as it is shown. */
export interface NewsEntryView {
  readonly id: string
  readonly to: string
  readonly title: string
  readonly summary?: string | undefined
  /** yyyy-MM-dd, and as the visitor reads it. */
  readonly day: string
  readonly dayText: string
  /** What it is about. */
  readonly topic?: string | undefined
  /** Address of its picture. */
  readonly image?: string | undefined
  /** The language that it is written in, where it is not the page's. */
  readonly language?: string | undefined
}

/** Props of {@link NewsList}. */
export interface NewsListProps {
  readonly items: readonly NewsEntryView[]
  /** The first wide, with its picture beside its words. */
  readonly hasLead?: boolean
}

/** News as cards, the latest first. */
export function NewsList({ items, hasLead = false }: NewsListProps) {
  const t = useText()
  const Link = useLink()
  return (
    <ul className={styles.list} data-lead={hasLead || undefined}>
      {items.map(({ id, to, title, summary, day, dayText, topic, image, language }) => (
        <li key={id} className={styles.item}>
          <article className={styles.card} lang={language}>
            {image ? (
              <img className={styles.image} src={image} alt="" width={480} height={320} loading="lazy" />
            ) : (
              <span className={styles.blank} aria-hidden="true">
                <Icon name="trophy" size={32} />
              </span>
            )}
            <div className={styles.words}>
              <p className={styles.about}>
                <time dateTime={day}>{dayText}</time>
                {topic && <bdi>{topic}</bdi>}
              </p>
              <h2 className={styles.title}>
                <Link to={to} className={styles.link}>
                  {title}
                </Link>
              </h2>
              {summary && <p className={styles.summary}>{summary}</p>}
              <span className={styles.more} aria-hidden="true">
                {t('news.read')}
                <Icon name="chevron-end" size={16} />
              </span>
            </div>
          </article>
        </li>
      ))}
    </ul>
  )
}
