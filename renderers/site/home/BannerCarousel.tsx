import { useEffect, useRef, useState } from 'react'
import { Button } from '../Button.tsx'
import { useText } from '../texts.tsx'
import { type Banner, BannerCard } from './BannerCard.tsx'
import styles from './BannerWidget.module.css'
import { slideAfter, slideAt } from './carousel.selectors.ts'

/** Time that a slide stands, in ms: enough to read two lines twice. */
const SLIDE_TIME_MS = 6000

/** Props of {@link BannerCarousel}. */
export interface BannerCarouselProps {
  readonly banners: readonly Banner[]
  /** Spoken name of the group. */
  readonly label: string
  /** Time that a slide stands, in ms; 0 leaves the turning to the player. */
  readonly intervalMs?: number
  readonly isFirst?: boolean
}

/**
 * Banners one after the other: swiped, scrolled by arrow keys or turned by buttons; they turn by themselves until
 * stopped, but not under the pointer or the focus, and never when the player wants less motion (A11Y-4).
 */
export function BannerCarousel({ banners, label, intervalMs = SLIDE_TIME_MS, isFirst = false }: BannerCarouselProps) {
  const t = useText()
  const trackRef = useRef<HTMLUListElement>(null)
  const [index, setIndex] = useState(0)
  const [isPlaying, setIsPlaying] = useState(true)
  const [isHeld, setIsHeld] = useState(false)
  const count = banners.length

  useEffect(() => {
    const isStill = window.matchMedia('(prefers-reduced-motion: reduce)').matches
    if (!isPlaying || isHeld || isStill || intervalMs === 0) return
    const timer = setInterval(
      () => !document.hidden && showSlide(trackRef.current, slideAfter(index, 1, count)),
      intervalMs,
    )
    return () => clearInterval(timer)
  }, [index, isPlaying, isHeld, intervalMs, count])

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
        onScroll={({ currentTarget: track }) => setIndex(slideAt(track.scrollLeft, track.clientWidth, count))}
      >
        {banners.map((banner, position) => (
          <li key={banner.id} className={styles.slide}>
            <BannerCard banner={banner} isFirst={isFirst && position === 0} />
          </li>
        ))}
      </ul>
      <CarouselControls
        count={count}
        index={index}
        isPlaying={intervalMs > 0 ? isPlaying : undefined}
        onPlayingChange={setIsPlaying}
        onShow={(slide) => showSlide(trackRef.current, slide)}
      />
    </section>
  )
}

/** Scrolls the track to a slide; the style sheet says whether it glides. */
function showSlide(track: HTMLElement | null, slide: number) {
  const target = track?.children[slide]
  if (!track || !target) return
  track.scrollBy({ left: target.getBoundingClientRect().left - track.getBoundingClientRect().left })
}

interface CarouselControlsProps {
  readonly count: number
  readonly index: number
  /** Whether the slides turn by themselves; undefined when they never do. */
  readonly isPlaying: boolean | undefined
  readonly onPlayingChange: (isPlaying: boolean) => void
  readonly onShow: (slide: number) => void
}

function CarouselControls({ count, index, isPlaying, onPlayingChange, onShow }: CarouselControlsProps) {
  const t = useText()
  const step = (steps: number) => () => onShow(slideAfter(index, steps, count))
  const look = { kind: 'plain', size: 'small' } as const
  return (
    <div className={styles.controls}>
      <Button {...look} icon="chevron-start" aria-label={t('shell.carousel_previous')} onClick={step(-1)} />
      {Array.from({ length: count }, (_, slide) => (
        <button
          // biome-ignore lint/suspicious/noArrayIndexKey: a dot is its position
          key={slide}
          type="button"
          className={styles.dot}
          aria-label={t('shell.carousel_slide', { number: slide + 1, total: count })}
          aria-current={slide === index}
          onClick={() => onShow(slide)}
        />
      ))}
      {isPlaying !== undefined && (
        <Button
          {...look}
          icon={isPlaying ? 'pause' : 'play'}
          aria-label={t(isPlaying ? 'shell.carousel_pause' : 'shell.carousel_play')}
          onClick={() => onPlayingChange(!isPlaying)}
        />
      )}
      <Button {...look} icon="chevron-end" aria-label={t('shell.carousel_next')} onClick={step(1)} />
    </div>
  )
}
