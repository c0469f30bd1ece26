import type { MachineActs, PageThing } from '#machines/shell/machine-acts.ts'
import type { TooltipEvent } from '#schemas'
import { reasonAgainstHands } from '../browser/one-person.ts'

const TRIGGER: PageThing = { role: 'button', name: 'Show password', within: { role: 'main' } }
const TIP: PageThing = { role: 'tooltip' }
const HEADING: PageThing = { role: 'heading', name: 'Sign in' }

/** shell/tooltip on the page /login: what the button with the eye says of itself. */
export const tooltipActs: MachineActs<TooltipEvent> = {
  path: '/en/login',
  events: {
    'pointer.entered': ({ part, pointerType }) =>
      // What a finger enters, it touches.
      pointerType === 'touch' ? [] : [{ do: 'hover', on: part === 'trigger' ? TRIGGER : TIP }],
    'pointer.left': [{ do: 'leave' }],
    'trigger.focused': ({ isVisible }) =>
      isVisible ? [{ do: 'press', key: 'Tab', on: { label: 'Password' } }] : [{ do: 'click', on: TRIGGER }],
    'trigger.blurred': [{ do: 'blur' }],
    'touch.began': [{ do: 'touch', on: TRIGGER }],
    'touch.ended': [{ do: 'lift' }],
    // A finger presses elsewhere and leaves the mouse where it is.
    'outside.pressed': [{ do: 'tap', on: HEADING }],
    'escape.pressed': [{ do: 'press', key: 'Escape' }],
  },
  actors: {},
  shows: { open: TIP },
  reasonAgainst: reasonAgainstHands,
}
