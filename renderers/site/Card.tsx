import type { HTMLAttributes, ReactNode } from 'react'
import styles from './Card.module.css'

/** Props of {@link Card}. */
export interface CardProps extends HTMLAttributes<HTMLElement> {
  /** Element of the outline: an article stands alone, a section belongs to the page. */
  readonly as?: 'div' | 'section' | 'article' | 'li'
  /** Space inside: none for cards whose content reaches the edge. */
  readonly padding?: 'none' | 'small' | 'medium'
  readonly children: ReactNode
}

/** A surface that holds one thing; the brand's card style (`data-card`) gives its edge. */
export function Card({ as: Element = 'div', padding = 'medium', children, ...rest }: CardProps) {
  return (
    <Element {...rest} className={styles.card} data-padding={padding}>
      {children}
    </Element>
  )
}
