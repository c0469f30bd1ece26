import { useEffect, useState } from 'react'
import { Button } from '../site/Button.tsx'
import { useText } from '../site/texts.tsx'
import styles from './ScrollToTop.module.css'

/** Where the page stands and where it stood before, in px. */
export interface ScrollPosition {
  readonly topPx: number
  readonly previousTopPx: number
  readonly viewportHeightPx: number
  readonly pageHeightPx: number
}

/** Props of {@link ScrollToTop}. */
export interface ScrollToTopProps {
  /** The rule that says whether the button is wanted after a scroll. */
  readonly isWanted: (position: ScrollPosition) => boolean
}

/** A button back to the top of a long page. */
export function ScrollToTop({ isWanted }: ScrollToTopProps) {
  const t = useText()
  const [isShown, setIsShown] = useState(false)

  useEffect(() => {
    let previousTopPx = window.scrollY
    function judge() {
      const topPx = window.scrollY
      if (topPx === previousTopPx) return
      const viewportHeightPx = window.innerHeight
      const pageHeightPx = document.documentElement.scrollHeight
      setIsShown(isWanted({ topPx, previousTopPx, viewportHeightPx, pageHeightPx }))
      previousTopPx = topPx
    }
    window.addEventListener('scroll', judge, { passive: true })
    return () => window.removeEventListener('scroll', judge)
  }, [isWanted])

  return (
    <div className={styles.place} hidden={!isShown}>
      <Button icon="arrow-up" aria-label={t('shell.scroll_to_top')} onClick={() => window.scrollTo({ top: 0 })} />
    </div>
  )
}
