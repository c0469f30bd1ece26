import { useEffect, useRef } from 'react'
import { scrollToTopMachine } from '#machines/shell/scroll-to-top.machine.ts'
import { Button } from '../site/Button.tsx'
import { useText } from '../site/texts.tsx'
import { useMachine } from './run-machine.ts'
import styles from './ScrollToTop.module.css'

/** How often the scrolling is looked at, ms, in a task of its own: the frames of a list that is flung are full. */
const LOOK_MS = 80

/** Props of {@link ScrollToTop}. */
export interface ScrollToTopProps {
  /** How many screens down the button is offered. */
  readonly screens: number
  /** The page that is shown, e.g. its path: the button of one is not that of the next. */
  readonly page: string
  /** Id of the element that the focus goes to with the page. */
  readonly topId: string
}

/** A button back to the top of a long page; its way is smooth unless the player wants no motion. */
export function ScrollToTop({ screens, page, topId }: ScrollToTopProps) {
  const t = useText()
  const [snapshot, send, machine] = useMachine(scrollToTopMachine, { input: { screens } })

  useEffect(() => {
    const view = () => ({
      viewportHeightPx: window.innerHeight,
      pageHeightPx: document.documentElement.scrollHeight,
    })
    const looks = new Map<string, ReturnType<typeof setTimeout>>()
    const soon = (what: string, look: () => void) => {
      if (looks.has(what)) return
      const timer = setTimeout(() => {
        looks.delete(what)
        look()
      }, LOOK_MS)
      looks.set(what, timer)
    }
    const reportScroll = () => soon('scroll', () => send({ type: 'page.scrolled', topPx: window.scrollY, ...view() }))
    const reportSize = () => soon('size', () => send({ type: 'page.resized', ...view() }))
    const sizes = new ResizeObserver(reportSize)
    sizes.observe(document.body)
    window.addEventListener('scroll', reportScroll, { passive: true })
    window.addEventListener('resize', reportSize)
    return () => {
      for (const timer of looks.values()) clearTimeout(timer)
      sizes.disconnect()
      window.removeEventListener('scroll', reportScroll)
      window.removeEventListener('resize', reportSize)
    }
  }, [send])

  const shownPage = useRef(page)
  useEffect(() => {
    if (shownPage.current === page) return
    shownPage.current = page
    send({ type: 'page.left' })
  }, [page, send])

  useEffect(() => {
    const wishes = machine.on('top.wanted', () => {
      const isStill = window.matchMedia('(prefers-reduced-motion: reduce)').matches
      document.getElementById(topId)?.focus({ preventScroll: true })
      window.scrollTo({ top: 0, behavior: isStill ? 'instant' : 'smooth' })
    })
    return () => wishes.unsubscribe()
  }, [machine, topId])

  return (
    <div className={styles.place} hidden={!snapshot.hasTag('offered')}>
      <Button icon="arrow-up" aria-label={t('shell.scroll_to_top')} onClick={() => send({ type: 'top.pressed' })} />
    </div>
  )
}
