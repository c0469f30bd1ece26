import { useEffect, useRef, useState } from 'react'
import { BannerPicture, type ResponsivePicture } from './BannerPicture.tsx'
import styles from './BannerWidget.module.css'
import { Button } from './Button.tsx'
import { slideAfter, slideAt } from './carousel.selectors.ts'
import { Icon } from './Icon.tsx'
import { useLink } from './link.tsx'
import { useText } from './texts.tsx'

/** One banner: art with words over it, or words alone on the brand's colour. */
export interface Banner {
  readonly id: string
  readonly title: string
  readonly text?: string | undefined
  /** Where a press on the banner goes. */
  readonly to?: string | undefined
  /** The words of the action, e.g. "Get the bonus"; shown when the banner goes somewhere. */
  readonly actionLabel?: string | undefined
  readonly picture?: ResponsivePicture | undefined
}

/** `carousel` shows one after the other, `strip` several in a row, `single` the first alone. */
export type BannerLayout = 'carousel' | 'strip' | 'single'

/** Props of {@link BannerWidget}. */
export interface BannerWidgetProps {
  readonly layout: BannerLayout
  readonly banners: readonly Banner[]
  /** Spoken name of the group. */
  readonly label: string
  /** Time that a slide stands, in ms; 0 leaves the turning to the player. */
  readonly intervalMs?: number
  /** The widget is the first thing of the page: its first picture is fetched before all others. */
  readonly isFirst?: boolean
}

/** A brand's banners. */
export function BannerWidget(props: BannerWidgetProps) {
  const { layout, banners, label, isFirst = false } = props
  const [first] = banners
  if (first === undefined) return null
  if (layout === 'carousel' && banners.length > 1) return <BannerCarousel {...props} />
  const shown = layout === 'strip' ? banners : [first]
  return (
    <section className={styles.widget} data-layout={layout === 'strip' ? 'strip' : 'single'} aria-label={label}>
      <ul className={styles.track}>
        {shown.map((banner, index) => (
          <li key={banner.id} className={styles.slide}>
            <BannerCard banner={banner} isFirst={isFirst && index === 0} />
          </li>
        ))}
      </ul>
    </section>
  )
}

function BannerCard({ banner, isFirst }: { banner: Banner; isFirst: boolean }) {
  const Link = useLink()
  const { title, text, to, actionLabel, picture } = banner
  const content = (
    <>
      {picture && <BannerPicture picture={picture} className={styles.picture} isFirst={isFirst} />}
      <span className={styles.words}>
        <span className={styles.title}>{title}</span>
        {text && <span className={styles.text}>{text}</span>}
        {to && actionLabel && (
          <span className={styles.action}>
            {actionLabel}
            <Icon name="arrow-end" size={16} />
          </span>
        )}
      </span>
    </>
  )
  const look = { className: styles.card, 'data-art': picture !== undefined || undefined }
  return to ? (
    <Link to={to} {...look}>
      {content}
    </Link>
  ) : (
    <div {...look}>{content}</div>
  )
}

/** Time that a slide stands, in ms: enough to read two lines twice. */
const SLIDE_TIME_MS = 6000

function BannerCarousel({ banners, label, intervalMs = SLIDE_TIME_MS, isFirst = false }: BannerWidgetProps) {
  const t = useText()
  const trackRef = useRef<HTMLUListElement>(null)
  const [index, setIndex] = useState(0)
  const [isPlaying, setIsPlaying] = useState(true)
  const [isHeld, setIsHeld] = useState(false)

  function show(slide: number) {
    const track = trackRef.current
    const target = track?.children[slide]
    if (!track || !target) return
    track.scrollBy({ left: target.getBoundingClientRect().left - track.getBoundingClientRect().left })
  }

  useEffect(() => {
    const isStill = window.matchMedia('(prefers-reduced-motion: reduce)').matches
    if (!isPlaying || isHeld || isStill || intervalMs === 0) return
    const timer = setTimeout(() => !document.hidden && show(slideAfter(index, 1, banners.length)), intervalMs)
    return () => clearTimeout(timer)
  })

  return (
    <section
      className={styles.widget}
      data-layout="carousel"
      aria-roledescription={t('shell.carousel')}
      aria-label={label}
      onPointerEnter={() => setIsHeld(true)}
      onPointerLeave={() => setIsHeld(false)}
      onFocus={() => setIsHeld(true)}
      onBlur={() => setIsHeld(false)}
    >
      <ul
        ref={trackRef}
        className={styles.track}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: the arrow keys scroll a focused track
        tabIndex={0}
        aria-label={label}
        onScroll={({ currentTarget: track }) => setIndex(slideAt(track.scrollLeft, track.clientWidth, banners.length))}
      >
        {banners.map((banner, position) => (
          <li key={banner.id} className={styles.slide}>
            <BannerCard banner={banner} isFirst={isFirst && position === 0} />
          </li>
        ))}
      </ul>
      <div className={styles.controls}>
        <Button
          kind="plain"
          size="small"
          icon="chevron-start"
          aria-label={t('shell.carousel_previous')}
          onClick={() => show(slideAfter(index, -1, banners.length))}
        />
        {banners.map((banner, position) => (
          <button
            key={banner.id}
            type="button"
            className={styles.dot}
            aria-label={t('shell.carousel_slide', { number: position + 1, total: banners.length })}
            aria-current={position === index}
            onClick={() => show(position)}
          />
        ))}
        {intervalMs > 0 && (
          <Button
            kind="plain"
            size="small"
            icon={isPlaying ? 'pause' : 'play'}
            aria-label={t(isPlaying ? 'shell.carousel_pause' : 'shell.carousel_play')}
            onClick={() => setIsPlaying(!isPlaying)}
          />
        )}
        <Button
          kind="plain"
          size="small"
          icon="chevron-end"
          aria-label={t('shell.carousel_next')}
          onClick={() => show(slideAfter(index, 1, banners.length))}
        />
      </div>
    </section>
  )
}
