import { type ReactNode, useEffect, useId, useRef, useState } from 'react'
import { useLanguage } from '../site/texts.tsx'
import { panelPosition } from './panel-position.selectors.ts'
import styles from './Tooltip.module.css'

/** How long the pointer rests on the trigger before the tooltip opens (UI-14). */
export const TOOLTIP_DELAY_MS = 200

/** Time for the pointer to cross from the trigger to the tooltip. */
const LEAVE_DELAY_MS = 100

/** Props of {@link Tooltip}. */
export interface TooltipProps {
  readonly text: string
  /** The trigger, given the attribute that ties it to the tooltip: `(described) => <Button {...described} …/>`. */
  readonly children: (described: { readonly 'aria-describedby': string }) => ReactNode
}

/** A line of explanation on hover and on focus; Escape hides it. Never the only place of a fact. */
export function Tooltip({ text, children }: TooltipProps) {
  const tipId = useId()
  const rootRef = useRef<HTMLSpanElement>(null)
  const tipRef = useRef<HTMLSpanElement>(null)
  const timerRef = useRef<ReturnType<typeof setTimeout>>(undefined)
  const [isOpen, setIsOpen] = useState(false)
  const { direction } = useLanguage()

  useEffect(() => () => clearTimeout(timerRef.current), [])

  useEffect(() => {
    const root = rootRef.current
    const tip = tipRef.current
    if (!isOpen || root === null || tip === null) return
    tip.showPopover({ source: root })
    if (!CSS.supports('position-area', 'block-end')) place(root, tip, direction)
    const hideOnEscape = (event: KeyboardEvent) => event.key === 'Escape' && setIsOpen(false)
    document.addEventListener('keydown', hideOnEscape)
    return () => {
      document.removeEventListener('keydown', hideOnEscape)
      tip.hidePopover()
    }
  }, [isOpen, direction])

  function later(willBeOpen: boolean, delayMs: number) {
    clearTimeout(timerRef.current)
    timerRef.current = setTimeout(() => setIsOpen(willBeOpen), delayMs)
  }

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: hover and focus of the trigger inside are only watched here
    <span
      ref={rootRef}
      className={styles.trigger}
      onPointerEnter={(event) => event.pointerType !== 'touch' && later(true, TOOLTIP_DELAY_MS)}
      onPointerLeave={() => later(false, LEAVE_DELAY_MS)}
      onFocus={() => later(true, 0)}
      onBlur={() => later(false, 0)}
    >
      {children({ 'aria-describedby': tipId })}
      <span ref={tipRef} id={tipId} role="tooltip" popover="manual" className={styles.tip}>
        {text}
      </span>
    </span>
  )
}

function place(root: HTMLElement, tip: HTMLElement, direction: 'ltr' | 'rtl') {
  const position = panelPosition({
    trigger: root.getBoundingClientRect(),
    panel: tip.getBoundingClientRect(),
    viewport: { width: document.documentElement.clientWidth, height: window.innerHeight },
    alignment: 'start',
    direction,
  })
  tip.style.left = `${position.leftPx}px`
  tip.style.top = `${position.topPx}px`
}
