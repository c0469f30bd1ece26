import { type MouseEvent, type ReactNode, type ToggleEvent, useId, useRef } from 'react'
import { Button, type ButtonLook } from '../site/Button.tsx'
import { useLanguage } from '../site/texts.tsx'
import styles from './Dropdown.module.css'
import { type PanelAlignment, panelPosition } from './panel-position.selectors.ts'
import { useDropdown } from './use-dropdown.tsx'
import { pointerFacts, pressFact } from './use-governed-panel.ts'

/** Props of {@link Dropdown}. */
export interface DropdownProps {
  /** How the trigger looks, and its text. */
  readonly trigger: ButtonLook
  /** Spoken name of the trigger when its text does not say it, e.g. for an icon alone. */
  readonly label?: string
  readonly alignment?: PanelAlignment
  /** The panel was opened or closed, by whatever. */
  readonly onToggled?: (isOpen: boolean) => void
  /** What the panel holds; a press on a link or on something with `data-closes` closes it. */
  readonly children: ReactNode
}

/**
 * A button and the panel it opens: a native popover, so it also works before the page's script has run. Once somebody comes near
 * it, its machine decides when it opens and closes: by a press, or by hovering where {@link DropdownOpening} says so.
 */
export function Dropdown({ trigger, label, alignment = 'start', onToggled, children }: DropdownProps) {
  const panelId = useId()
  const panelRef = useRef<HTMLDivElement>(null)
  const rootRef = useRef<HTMLDivElement>(null)
  const { direction } = useLanguage()
  const { governor, machine, approach } = useDropdown({ root: rootRef, panel: panelRef })

  function handleToggle(event: ToggleEvent<HTMLDivElement>) {
    if (event.target !== event.currentTarget) return
    const hasOpened = event.newState === 'open'
    const button = rootRef.current?.querySelector('button')
    if (hasOpened && button && !CSS.supports('position-area', 'block-end')) {
      placePanel(button, event.currentTarget, alignment, direction)
    }
    onToggled?.(hasOpened)
  }

  function handleChoice(event: MouseEvent<HTMLDivElement>) {
    const isChoice = event.target instanceof Element && event.target.closest('a, [data-closes]') !== null
    if (!isChoice) return
    if (governor) governor.send({ type: 'item.chosen' })
    else event.currentTarget.hidePopover()
  }

  const opening = governor
    ? { 'aria-expanded': governor.isOpen, 'aria-controls': panelId, onClick: pressFact(governor) }
    : { popoverTarget: panelId }
  return (
    <div ref={rootRef} className={styles.dropdown} {...approach}>
      <Button {...trigger} {...opening} {...pointerFacts(governor, 'trigger')} aria-label={label} />
      {/* biome-ignore lint/a11y/noStaticElementInteractions: the press on a control inside bubbles up to its panel */}
      {/* biome-ignore lint/a11y/useKeyWithClickEvents: the controls inside turn keys into clicks themselves */}
      <div
        ref={panelRef}
        id={panelId}
        popover={governor ? 'manual' : 'auto'}
        className={styles.panel}
        data-alignment={alignment}
        onToggle={handleToggle}
        onClick={handleChoice}
        {...pointerFacts(governor, 'panel')}
      >
        {children}
      </div>
      {machine}
    </div>
  )
}

function placePanel(button: Element, panel: HTMLElement, alignment: PanelAlignment, direction: 'ltr' | 'rtl') {
  const { leftPx, topPx } = panelPosition({
    trigger: button.getBoundingClientRect(),
    panel: panel.getBoundingClientRect(),
    viewport: { width: document.documentElement.clientWidth, height: window.innerHeight },
    alignment,
    direction,
  })
  panel.style.left = `${leftPx}px`
  panel.style.top = `${topPx}px`
}
