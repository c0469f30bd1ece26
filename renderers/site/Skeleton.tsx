import type { ReactNode } from 'react'
import styles from './Skeleton.module.css'
import { useText } from './texts.tsx'

/** `text` is one line at the size of the surrounding text; `box` and `circle` fill their parent element. */
export type SkeletonShape = 'text' | 'box' | 'circle'

/** Props of {@link Skeleton}. */
export interface SkeletonProps {
  readonly shape?: SkeletonShape
  /** Share of the width that a line of text takes. */
  readonly width?: 'full' | 'most' | 'half' | 'short'
}

/** A grey stand-in with the geometry of what will come. */
export function Skeleton({ shape = 'text', width = 'full' }: SkeletonProps) {
  return (
    <span className={styles.skeleton} data-shape={shape} data-width={width} aria-hidden="true">
      {shape === 'text' && '\u200b'}
    </span>
  )
}

/** Props of {@link SkeletonList}. */
export interface SkeletonListProps {
  /** How many stand-ins: as many as the list will have at least. */
  readonly count: number
  /** One stand-in, built from the real item's own boxes. */
  readonly children: ReactNode
}

/** A list that is loading: stand-ins in place, and the word "loading" for those who do not see them. */
export function SkeletonList({ count, children }: SkeletonListProps) {
  const t = useText()
  return (
    <div className={styles.list} role="status">
      <span className="visually-hidden">{t('shell.loading')}</span>
      {Array.from({ length: count }, (_, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the stand-ins are all alike and never change places
        <div key={index} aria-hidden="true">
          {children}
        </div>
      ))}
    </div>
  )
}
