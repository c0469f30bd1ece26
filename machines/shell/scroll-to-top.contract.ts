import type { ScrollPageScrolled } from '#schemas'
import type { MachineContract } from './machine-contract.ts'
import { scrollToTopMachine } from './scroll-to-top.machine.ts'
import { isScrollToTopKept } from './scroll-to-top.rules.ts'

/** A scroll of a page of ten screens. */
function scrolled(topPx: number): ScrollPageScrolled {
  return { type: 'page.scrolled', topPx, viewportHeightPx: 800, pageHeightPx: 8000 }
}

/** What playing and fuzzing the way back to the top need to know. */
export const scrollToTopContract: MachineContract<typeof scrollToTopMachine> = {
  machine: scrollToTopMachine,
  invariants: [
    {
      name: 'it is offered only beyond the screens that are asked for, and not at the bottom',
      holds: ({ value, context }) => regions(value).button !== 'shown' || isScrollToTopKept(context, context.screens),
    },
    {
      name: 'while the indicator shows scrolling, the pointer is blocked',
      holds: ({ value }) => regions(value).indicator === 'still' || regions(value).pointer === 'blocked',
    },
    {
      name: 'the page is at its top or below it',
      holds: ({ context }) => context.topPx >= 0,
    },
    {
      name: 'the page scrolls to its top only when the button is pressed, and the button is hidden then',
      holds: ({ value, emitted }) => regions(value).button !== 'returning' || emitted.length > 0,
    },
  ],
  abstract: ({ screens, topPx, viewportHeightPx, pageHeightPx }) => [screens, topPx, viewportHeightPx, pageHeightPx],
  events: [
    scrolled(7200),
    scrolled(6000),
    scrolled(5000),
    scrolled(3000),
    scrolled(0),
    scrolled(-20),
    { type: 'page.resized', viewportHeightPx: 800, pageHeightPx: 16_000 },
    { type: 'page.resized', viewportHeightPx: 800, pageHeightPx: 5800 },
    { type: 'page.resized', viewportHeightPx: 2000, pageHeightPx: 20_000 },
    { type: 'top.pressed' },
    { type: 'page.left' },
  ],
  outcomes: {},
  eventSchema: 'shell/scroll-to-top-event',
  inputs: [{}, { screens: 2 }],
}

function regions(value: unknown) {
  return value as { readonly button: string; readonly indicator: string; readonly pointer: string }
}
