import { type ReactNode, useEffect, useRef, useState } from 'react'
import { Icon } from '#renderers/site/Icon.tsx'
import { SectionHeading } from '#renderers/site/SectionHeading.tsx'
import { useText } from '#renderers/site/texts.tsx'
import styles from './GameStrip.module.css'

/** Props of {@link GameStrip}. */
export interface GameStripProps {
  /** Id of the row, which its heading is known by. */
  readonly id: string
  readonly title: string
  /** The page with all of its games. */
  readonly allPath?: string | undefined
  /** Tiles, each a list item. */
  readonly children: ReactNode
}

/** A row of games that is moved along: by fingers, the keyboard, or two arrows. */
export function GameStrip({ id, title, allPath, children }: GameStripProps) {
  const t = useText()
  const list = useRef<HTMLUListElement>(null)
  const ends = useEnds(list)
  const move = (pages: number) => {
    const strip = list.current
    if (!strip) return
    const isRightToLeft = getComputedStyle(strip).direction === 'rtl'
    strip.scrollBy({ left: strip.clientWidth * 0.85 * pages * (isRightToLeft ? -1 : 1), behavior: 'smooth' })
  }
  const arrow = (pages: -1 | 1) => (
    <button
      type="button"
      className={styles.arrow}
      aria-label={`${t(pages < 0 ? 'casino.row_back' : 'casino.row_forth')}: ${title}`}
      disabled={pages < 0 ? ends.isStart : ends.isEnd}
      onClick={() => move(pages)}
    >
      <Icon name={pages < 0 ? 'chevron-start' : 'chevron-end'} size={20} />
    </button>
  )
  return (
    <section className={styles.row} aria-labelledby={`row-${id}`}>
      <div className={styles.head}>
        <SectionHeading id={`row-${id}`} title={title} allPath={allPath} />
        <div className={styles.arrows} hidden={ends.isStart && ends.isEnd}>
          {arrow(-1)}
          {arrow(1)}
        </div>
      </div>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls is reached by the keyboard */}
      <ul ref={list} className={styles.strip} tabIndex={0} aria-labelledby={`row-${id}`}>
        {children}
      </ul>
    </section>
  )
}

/** The padding of a strip and what snapping leaves over, px. */
const EDGE_PX = 8

/** Whether a strip is at its start and at its end; before it can be measured it is taken for short. */
function useEnds(list: React.RefObject<HTMLUListElement | null>) {
  const [ends, setEnds] = useState({ isStart: true, isEnd: true })
  useEffect(() => {
    const strip = list.current
    if (!strip) return
    const follow = () => {
      const passed = Math.abs(strip.scrollLeft)
      const next = { isStart: passed < EDGE_PX, isEnd: passed + strip.clientWidth > strip.scrollWidth - EDGE_PX }
      setEnds((former) => (former.isStart === next.isStart && former.isEnd === next.isEnd ? former : next))
    }
    const watched = new ResizeObserver(follow)
    watched.observe(strip)
    strip.addEventListener('scroll', follow, { passive: true })
    return () => {
      watched.disconnect()
      strip.removeEventListener('scroll', follow)
    }
  }, [list])
  return ends
}
