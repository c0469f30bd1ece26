import { createContext, type PointerEvent, useContext, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import type { DropdownInput } from '#machines/shell/dropdown.machine.ts'
import type { PointerType } from '#schemas'
import type { DropdownMachine } from './DropdownMachine.tsx'
import { type DropdownElements, type DropdownGovernor, pointerTypeOf, useGovernedPanel } from './use-governed-panel.ts'

/** What opens the dropdowns below: a press, or a mouse that rests on them (UI-9, UI-10). */
export const DropdownOpening = createContext<DropdownInput['opensBy']>('click')

interface Arrived {
  readonly Machine: typeof DropdownMachine
  readonly restingPointer: PointerType | null
}

/**
 * The machine of a dropdown. It is fetched when a pointer or the focus first comes to the dropdown; until it is there, and where
 * it cannot be had, the browser alone opens and closes the panel.
 * @returns its governor once it runs, what has to be drawn for it, and the handlers that notice the first approach
 */
export function useDropdown({ root, panel }: DropdownElements) {
  const opensBy = useContext(DropdownOpening)
  const isAskedFor = useRef(false)
  const [arrived, setArrived] = useState<Arrived>()
  const [governor, setGovernor] = useState<DropdownGovernor>()
  useGovernedPanel({ root, panel }, governor)

  async function fetchMachine(pointerType: PointerType | null) {
    if (isAskedFor.current) return
    isAskedFor.current = true
    try {
      const { DropdownMachine: Machine } = await import('./DropdownMachine.tsx')
      const wasOpen = await closed(panel.current)
      const isResting = !wasOpen && root.current?.matches(':hover')
      // At once: a press before the next render would open the panel by the browser, and the machine close it again.
      flushSync(() => setArrived({ Machine, restingPointer: isResting ? pointerType : null }))
    } catch (failure) {
      isAskedFor.current = false
      throw failure
    }
  }

  return {
    governor,
    machine: arrived && (
      <arrived.Machine opensBy={opensBy} restingPointer={arrived.restingPointer} onGoverned={setGovernor} />
    ),
    approach: {
      onPointerEnter: (event: PointerEvent) => void fetchMachine(pointerTypeOf(event.pointerType)),
      onFocus: () => void fetchMachine(null),
    },
  }
}

/** Waits until a panel that the browser has opened is closed: it would vanish if its machine took over before.
 *  @returns whether it had to be waited for */
async function closed(panel: HTMLElement | null): Promise<boolean> {
  let hasWaited = false
  // The event of its opening may still be on its way, so one event alone does not say that it is closed.
  while (panel?.matches(':popover-open')) {
    hasWaited = true
    await new Promise((resolve) => panel.addEventListener('toggle', resolve, { once: true }))
  }
  return hasWaited
}
