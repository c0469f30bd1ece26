import type { StateValue } from 'xstate'
import { dropdownMachine } from './dropdown.machine.ts'
import type { MachineContract } from './machine-contract.ts'

/** What playing and fuzzing a dropdown need to know. */
export const dropdownContract: MachineContract<typeof dropdownMachine> = {
  machine: dropdownMachine,
  invariants: [
    {
      name: 'openings and closings alternate, an opening first',
      holds: ({ emitted }) =>
        emitted.every(({ type }, index) => type === (index % 2 === 0 ? 'dropdown.opened' : 'dropdown.closed')),
    },
    {
      name: 'it is open exactly when it was opened last',
      holds: ({ value, emitted }) => isOpen(value) === (emitted.at(-1)?.type === 'dropdown.opened'),
    },
    {
      name: 'a click dropdown never opens by hovering',
      holds: ({ context, emitted }) => context.opensBy === 'hover' || emitted.every(({ by }) => by !== 'hover'),
    },
  ],
  reactions: {
    // Only a mouse or a pen leaves open what opens by hovering.
    'trigger.pressed': ({ value, before }, { pointerType }) => {
      const staysOpen = before.context.opensBy === 'hover' && !['touch', 'keyboard'].includes(pointerType)
      return isOpen(value) === (!isOpen(before.value) || staysOpen)
    },
    'outside.pressed': ({ value, before }, { isScrollbar }) =>
      isOpen(value) === (isOpen(before.value) && Boolean(isScrollbar)),
  },
  abstract: ({ opensBy, hovered }) => [opensBy, hovered.length],
  events: [
    { type: 'pointer.entered', part: 'trigger', pointerType: 'mouse' },
    { type: 'pointer.entered', part: 'panel', pointerType: 'mouse' },
    { type: 'pointer.entered', part: 'trigger', pointerType: 'touch' },
    { type: 'pointer.left', part: 'trigger', pointerType: 'mouse' },
    { type: 'pointer.left', part: 'panel', pointerType: 'mouse' },
    { type: 'trigger.pressed', pointerType: 'mouse' },
    { type: 'trigger.pressed', pointerType: 'touch' },
    { type: 'outside.pressed' },
    { type: 'outside.pressed', isScrollbar: true },
    { type: 'escape.pressed' },
    { type: 'item.chosen' },
    { type: 'dropdown.hidden' },
  ],
  outcomes: {},
  eventSchema: 'shell/dropdown-event',
  inputs: [{ opensBy: 'hover' }, { opensBy: 'click' }],
}

function isOpen(value: StateValue): boolean {
  return typeof value === 'object' && 'open' in value
}
