import { type RichNode, RichText } from './RichText.tsx'
import styles from './SearchText.module.css'

/** Props of {@link SearchText}. */
export interface SearchTextProps {
  /** What the text is, for those who hear the page. */
  readonly label: string
  readonly nodes: readonly RichNode[]
}

/** A text about a page, below what the page is for (SEO-18). */
export function SearchText({ label, nodes }: SearchTextProps) {
  return (
    <section className={styles.text} aria-label={label}>
      <RichText nodes={nodes} />
    </section>
  )
}
