import type { ReactNode } from 'react'
import { useText } from '#renderers/site/texts.tsx'
import styles from '../feed.module.css'
import type { FeedName } from './favorites.ts'

/** Props of {@link FeedPart}. */
export interface FeedPartProps {
  readonly feed: FeedName
  /** How many games there are. */
  readonly count: number
  readonly children: ReactNode
}

/** The games of a feed under its name, on pages that show both what is played and what comes. */
export function FeedPart({ feed, count, children }: FeedPartProps) {
  const t = useText()
  return (
    <section className={styles.part}>
      <h2 className={styles.partTitle} data-feed={feed}>
        {t(`board.${feed}`)}
        <span className={styles.count}>{count}</span>
      </h2>
      {children}
    </section>
  )
}
