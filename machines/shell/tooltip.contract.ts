import type { MachineContract } from './machine-contract.ts'
import { isWanted, tooltipMachine } from './tooltip.machine.ts'

/** What playing and fuzzing a tooltip need to know. */
export const tooltipContract: MachineContract<typeof tooltipMachine> = {
  machine: tooltipMachine,
  invariants: [
    {
      name: 'openings and closings alternate, an opening first, and the last says whether it is open',
      holds: ({ value, emitted }) =>
        emitted.every(({ type }, index) => type === (index % 2 === 0 ? 'tooltip.opened' : 'tooltip.closed')) &&
        isOpen(value) === (emitted.at(-1)?.type === 'tooltip.opened'),
    },
    {
      name: 'it stays as long as it is pointed at, focused or held, and no longer than the way to it takes',
      holds: ({ value, context }) => !isOpen(value) || isWanted(context) === (inside(value, 'open') === 'staying'),
    },
    {
      name: 'only an open tip is pointed at or held',
      holds: ({ value, context }) => isOpen(value) || !(context.isHeld || context.hovered.includes('tip')),
    },
    {
      name: 'while closed it waits or is dismissed exactly under a pointer, and a finger needs none',
      holds: ({ value, context }) => {
        const place = inside(value, 'closed')
        if (place === 'resting') return context.hovered.length === 0
        return place === undefined || place === 'touched' || context.hovered.length > 0
      },
    },
  ],
  reactions: {
    'trigger.focused': ({ value, context, before }, { isVisible }) =>
      isVisible
        ? isOpen(value) && context.isFocused
        : isOpen(value) === isOpen(before.value) && context.isFocused === before.context.isFocused,
    // Who points at it or holds it keeps it open without the focus.
    'trigger.blurred': ({ value, context, before }) => {
      const { hovered, isHeld } = before.context
      return !context.isFocused && isOpen(value) === (isOpen(before.value) && (hovered.length > 0 || isHeld))
    },
  },
  abstract: ({ hovered, isFocused, isHeld }) => [hovered.toSorted(), isFocused, isHeld],
  events: [
    { type: 'pointer.entered', part: 'trigger', pointerType: 'mouse' },
    { type: 'pointer.entered', part: 'tip', pointerType: 'mouse' },
    { type: 'pointer.entered', part: 'trigger', pointerType: 'touch' },
    { type: 'pointer.left', part: 'trigger' },
    { type: 'pointer.left', part: 'tip' },
    { type: 'trigger.focused', isVisible: true },
    { type: 'trigger.focused', isVisible: false },
    { type: 'trigger.blurred' },
    { type: 'touch.began' },
    { type: 'touch.ended' },
    { type: 'outside.pressed' },
    { type: 'escape.pressed' },
  ],
  outcomes: {},
  eventSchema: 'shell/tooltip-event',
  inputs: [{}],
}

function isOpen(value: unknown): boolean {
  return inside(value, 'open') !== undefined
}

/** The state within a state, such as `waiting` within `closed`. */
function inside(value: unknown, state: 'open' | 'closed'): unknown {
  return (value as Readonly<Record<string, unknown>>)[state]
}
