import type { MachineActs, PageAct, PageThing } from '#machines/shell/machine-acts.ts'
import type { DropdownEvent, DropdownTriggerPressed } from '#schemas'
import { reasonAgainstHands } from '../browser/one-person.ts'

const HEADER: PageThing = { role: 'banner' }
const TRIGGER: PageThing = { role: 'button', name: /^Appearance/, within: HEADER }
const ITEM: PageThing = { role: 'button', name: 'Dark', within: HEADER }
/** Something in the page that takes the focus. */
const ELSEWHERE: PageThing = { role: 'link', index: 0, within: HEADER }
const HEADING: PageThing = { role: 'heading', name: 'Sign in' }

/** shell/dropdown on every page: the menu of colour schemes in its head. */
export const dropdownActs: MachineActs<DropdownEvent> = {
  path: '/en/login',
  config: ({ input }) => ({ header: { menusOpenBy: input?.opensBy ?? 'click' } }),
  // The machine of a menu comes when somebody comes near it.
  toStart: [{ do: 'focus', on: TRIGGER }],
  events: {
    'pointer.entered': ({ part, pointerType }) =>
      pointerType === 'touch' ? [] : [{ do: 'hover', on: part === 'trigger' ? TRIGGER : ITEM }],
    'pointer.left': [{ do: 'leave' }],
    'trigger.pressed': pressOf,
    // A finger presses elsewhere and leaves the mouse where it is.
    'outside.pressed': ({ isScrollbar }) => [isScrollbar ? { do: 'scrollbar' } : { do: 'tap', on: HEADING }],
    'escape.pressed': [{ do: 'press', key: 'Escape' }],
    'item.chosen': [{ do: 'press', key: 'Enter', on: ITEM }],
    'dropdown.hidden': [
      { do: 'focus', on: TRIGGER },
      { do: 'focus', on: ELSEWHERE },
    ],
  },
  actors: {},
  shows: { open: ITEM },
  reasonAgainst: reasonAgainstHands,
}

function pressOf({ pointerType }: DropdownTriggerPressed): readonly PageAct[] {
  if (pointerType === 'keyboard') return [{ do: 'press', key: 'Enter', on: TRIGGER }]
  return [{ do: pointerType === 'touch' ? 'tap' : 'click', on: TRIGGER }]
}
