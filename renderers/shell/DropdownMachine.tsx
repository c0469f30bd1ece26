import { useEffect, useLayoutEffect } from 'react'
import { type DropdownInput, dropdownMachine } from '#machines/shell/dropdown.machine.ts'
import type { PointerType } from '#schemas'
import { useMachine } from './run-machine.ts'
import type { DropdownGovernor } from './use-governed-panel.ts'

/** Props of {@link DropdownMachine}. */
export interface DropdownMachineProps {
  readonly opensBy: DropdownInput['opensBy']
  /** What rests on the trigger as the machine begins; null when nothing does. */
  readonly restingPointer: PointerType | null
  /** The machine has begun, or is in another state. */
  readonly onGoverned: (governor: DropdownGovernor) => void
}

/** Runs the machine of a dropdown and draws nothing. Its own module, so that a page that opens no dropdown loads no machine. */
export function DropdownMachine({ opensBy, restingPointer, onGoverned }: DropdownMachineProps) {
  const [snapshot, send] = useMachine(dropdownMachine, { input: { opensBy } })
  const isOpen = snapshot.hasTag('open')
  useLayoutEffect(() => onGoverned({ isOpen, send }), [isOpen, send, onGoverned])
  useEffect(() => {
    if (restingPointer) send({ type: 'pointer.entered', part: 'trigger', pointerType: restingPointer })
  }, [restingPointer, send])
  return null
}
