import { type PointerEvent, type ReactNode, useEffect, useId, useRef } from 'react'
import { tooltipMachine } from '#machines/shell/tooltip.machine.ts'
import type { TooltipPart } from '#schemas'
import { useLanguage } from '../site/texts.tsx'
import { panelPosition } from './panel-position.selectors.ts'
import { useMachine } from './run-machine.ts'
import styles from './Tooltip.module.css'
import { pointerTypeOf } from './use-governed-panel.ts'

/** Props of {@link Tooltip}. */
export interface TooltipProps {
  readonly text: string
  /** The trigger, given the attribute that ties it to the tooltip: `(described) => <Button {...described} …/>`. */
  readonly children: (described: { readonly 'aria-describedby': string }) => ReactNode
}

/** A line of explanation on hover, on focus and under a finger that stays; Escape hides it. Never the only place of a fact. */
export function Tooltip({ text, children }: TooltipProps) {
  const tipId = useId()
  const rootRef = useRef<HTMLSpanElement>(null)
  const tipRef = useRef<HTMLSpanElement>(null)
  const [snapshot, send] = useMachine(tooltipMachine)
  const { direction } = useLanguage()
  const isOpen = snapshot.hasTag('open')

  useEffect(() => {
    const root = rootRef.current
    const tip = tipRef.current
    if (!isOpen || root === null || tip === null) return
    tip.showPopover({ source: root })
    if (!CSS.supports('position-area', 'block-end')) place(root, tip, direction)
    const hideOnEscape = (event: KeyboardEvent) => event.key === 'Escape' && send({ type: 'escape.pressed' })
    const hideOnPress = ({ target }: globalThis.PointerEvent) =>
      target instanceof Node && !root.contains(target) && !tip.contains(target) && send({ type: 'outside.pressed' })
    document.addEventListener('keydown', hideOnEscape)
    document.addEventListener('pointerdown', hideOnPress)
    return () => {
      document.removeEventListener('keydown', hideOnEscape)
      document.removeEventListener('pointerdown', hideOnPress)
      tip.hidePopover()
    }
  }, [isOpen, direction, send])

  const over = (part: TooltipPart) => ({
    onPointerEnter: ({ pointerType }: PointerEvent) =>
      send({ type: 'pointer.entered', part, pointerType: pointerTypeOf(pointerType) }),
    // A finger that is lifted leaves, too, and the mouse may rest here all the while.
    onPointerLeave: ({ pointerType }: PointerEvent) => pointerType !== 'touch' && send({ type: 'pointer.left', part }),
  })
  return (
    <>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: hover, touch and focus of the trigger inside are only watched here */}
      <span
        ref={rootRef}
        className={styles.trigger}
        {...over('trigger')}
        onPointerDown={({ pointerType }) => pointerType === 'touch' && send({ type: 'touch.began' })}
        onPointerUp={({ pointerType }) => pointerType === 'touch' && send({ type: 'touch.ended' })}
        onPointerCancel={({ pointerType }) => pointerType === 'touch' && send({ type: 'touch.ended' })}
        onFocus={({ target }) => send({ type: 'trigger.focused', isVisible: target.matches(':focus-visible') })}
        onBlur={() => send({ type: 'trigger.blurred' })}
      >
        {children({ 'aria-describedby': tipId })}
      </span>
      <span ref={tipRef} id={tipId} role="tooltip" popover="manual" className={styles.tip} {...over('tip')}>
        {text}
      </span>
    </>
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
