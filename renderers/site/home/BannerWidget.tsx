import type { ReactNode } from 'react'
import { type Banner, BannerCard } from './BannerCard.tsx'
import { BannerCarousel } from './BannerCarousel.tsx'
import styles from './BannerWidget.module.css'

/** `carousel` shows one after the other, `strip` several in a row, `single` the first alone. */
export type BannerLayout = 'carousel' | 'strip' | 'single'

/** Props of {@link BannerWidget}. */
export interface BannerWidgetProps {
  readonly layout: BannerLayout
  readonly banners: readonly Banner[]
  /** Spoken name of the group. */
  readonly label: string
  /** Time that a slide of a carousel stands, in ms; 0 leaves the turning to the player. */
  readonly intervalMs?: number
  /** What is beside the banners, or below them where the page is narrow. */
  readonly beside?: ReactNode
  /** The widget is the first thing of the page: its first picture is fetched before all others. */
  readonly isFirst?: boolean
}

/** A brand's banners, with what the page puts beside them. */
export function BannerWidget({ beside, ...widget }: BannerWidgetProps) {
  if (!beside) return <Banners {...widget} />
  return (
    <div className={styles.pair}>
      <Banners {...widget} />
      {beside}
    </div>
  )
}

function Banners({ layout, isFirst = false, ...rest }: Omit<BannerWidgetProps, 'beside'>) {
  const { banners, label } = rest
  const [first] = banners
  if (first === undefined) return null
  if (layout === 'carousel' && banners.length > 1) return <BannerCarousel {...rest} isFirst={isFirst} />
  const isStrip = layout === 'strip'
  return (
    <section className={styles.widget} data-layout={isStrip ? 'strip' : 'single'} aria-label={label}>
      <ul className={styles.track}>
        {(isStrip ? banners : [first]).map((banner, index) => (
          <li key={banner.id} className={styles.slide}>
            <BannerCard banner={banner} isFirst={isFirst && index === 0} />
          </li>
        ))}
      </ul>
    </section>
  )
}
