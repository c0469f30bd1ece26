import { type MouseEvent, type PointerEvent, type RefObject, useEffect } from 'react'
import type { DropdownEvent, DropdownPart, PointerType } from '#schemas'

/** A dropdown's machine as its renderer sees it. */
export interface DropdownGovernor {
  readonly isOpen: boolean
  /** Takes the facts that the dropdown observes. */
  readonly send: (event: DropdownEvent) => void
}

/** The elements of a dropdown. */
export interface DropdownElements {
  readonly root: RefObject<HTMLElement | null>
  readonly panel: RefObject<HTMLElement | null>
}

/** Shows the panel when its machine says so, gives the focus back when it goes, and tells the machine of presses outside, of
 *  Escape and of the focus that leaves. */
export function useGovernedPanel({ root, panel }: DropdownElements, governor: DropdownGovernor | undefined) {
  const isOpen = governor?.isOpen
  const send = governor?.send

  useEffect(() => {
    const element = panel.current
    if (element === null || isOpen === undefined || element.matches(':popover-open') === isOpen) return
    const trigger = root.current?.querySelector('button')
    if (isOpen) return element.showPopover(trigger ? { source: trigger } : undefined)
    if (element.contains(document.activeElement)) trigger?.focus()
    element.hidePopover()
  }, [root, panel, isOpen])

  useEffect(() => {
    if (!isOpen || send === undefined) return
    const isOutside = (target: EventTarget | null) => target instanceof Element && !root.current?.contains(target)
    function reportPress(event: globalThis.PointerEvent) {
      if (isOutside(event.target)) send?.({ type: 'outside.pressed', isScrollbar: isOnScrollbar(event) })
    }
    function reportFocus({ target }: globalThis.FocusEvent) {
      if (isOutside(target)) send?.({ type: 'dropdown.hidden' })
    }
    function reportEscape(event: KeyboardEvent) {
      if (event.key === 'Escape') send?.({ type: 'escape.pressed' })
    }
    document.addEventListener('pointerdown', reportPress, true)
    document.addEventListener('keydown', reportEscape)
    document.addEventListener('focusin', reportFocus)
    return () => {
      document.removeEventListener('pointerdown', reportPress, true)
      document.removeEventListener('keydown', reportEscape)
      document.removeEventListener('focusin', reportFocus)
    }
  }, [root, isOpen, send])
}

/** Whether a press went to a scroll bar of the page, which lies beside all that the page draws. */
function isOnScrollbar({ target, clientX, clientY }: globalThis.PointerEvent): boolean {
  const page = document.documentElement
  return target === page && (clientX >= page.clientWidth || clientY >= page.clientHeight)
}

/** Handlers that tell the machine when a pointer comes to a part of the dropdown and leaves it. */
export function pointerFacts(governor: DropdownGovernor | undefined, part: DropdownPart) {
  if (governor === undefined) return {}
  const report = (type: 'pointer.entered' | 'pointer.left') => (event: PointerEvent) =>
    governor.send({ type, part, pointerType: pointerTypeOf(event.pointerType) })
  return { onPointerEnter: report('pointer.entered'), onPointerLeave: report('pointer.left') }
}

/** Handler that tells the machine of a press on the trigger, by pointer or by key. */
export function pressFact(governor: DropdownGovernor) {
  return (event: MouseEvent) => {
    const isKey = event.detail === 0
    const pointerType = event.nativeEvent instanceof globalThis.PointerEvent ? event.nativeEvent.pointerType : 'mouse'
    governor.send({ type: 'trigger.pressed', pointerType: isKey ? 'keyboard' : pointerTypeOf(pointerType) })
  }
}

/** The device that points, as machines know it: a browser may name none. */
export function pointerTypeOf(type: string): PointerType {
  return type === 'touch' || type === 'pen' ? type : 'mouse'
}
