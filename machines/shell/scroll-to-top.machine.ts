import { assign, emit, setup } from 'xstate'
import type { ScrollPageScrolled, ScrollToTopEvent } from '#schemas'
import type { MachineContract } from './machine-contract.ts'
import { isScrollToTopKept, isScrollToTopShown, type ScrollView } from './scroll-to-top.rules.ts'

/** How long after the last scroll the indicator is reset (LAYOUT-6). */
export const INDICATOR_RESET_MS = 150
/** How long after the last scroll what is under the pointer takes notice of it again (LAYOUT-8). */
export const POINTER_BLOCK_MS = 300
/** How long the way to the top may take; a player who stops it half way gets the button back by scrolling up. */
export const RETURN_LIMIT_MS = 1000
/** How many screens down the button is offered (LAYOUT-4). */
const SCREENS = 4

export interface ScrollToTopInput {
  /** How many screens down the button is offered (`application.scrollToTopScreens`); 4 when absent. */
  readonly screens?: number
}

/** The page is to go to its top. */
export interface ScrollToTopEmitted {
  readonly type: 'top.wanted'
}

export interface ScrollToTopContext extends ScrollView {
  readonly screens: number
  /** Where the page stands; 0 at and beyond its top. */
  readonly topPx: number
}

type Scrolled = Omit<ScrollPageScrolled, 'type'>

const scrollToTopSetup = setup({
  types: {
    context: {} as ScrollToTopContext,
    events: {} as ScrollToTopEvent,
    emitted: {} as ScrollToTopEmitted,
    input: {} as ScrollToTopInput,
    tags: {} as 'offered' | 'scrolling' | 'pointerless',
  },
  delays: { indicatorReset: INDICATOR_RESET_MS, pointerBlock: POINTER_BLOCK_MS, returnLimit: RETURN_LIMIT_MS },
  guards: {
    isWanted: ({ context }, look: Scrolled) =>
      isScrollToTopShown({ ...look, previousTopPx: context.topPx }, context.screens),
    isUnwanted: ({ context }, look: Scrolled) =>
      look.topPx !== context.topPx && !isScrollToTopShown({ ...look, previousTopPx: context.topPx }, context.screens),
    isUnwantedNow: ({ context }, view: ScrollView) =>
      !isScrollToTopKept({ ...view, topPx: context.topPx }, context.screens),
    isReturnOver: ({ context }, { topPx }: Pick<Scrolled, 'topPx'>) => topPx <= 0 || topPx > context.topPx,
  },
  actions: {
    note: assign((_, { topPx, viewportHeightPx, pageHeightPx }: Scrolled) => ({
      topPx: Math.max(0, topPx),
      viewportHeightPx,
      pageHeightPx,
    })),
    noteView: assign((_, { viewportHeightPx, pageHeightPx }: ScrollView) => ({ viewportHeightPx, pageHeightPx })),
    noteTop: assign({ topPx: 0 }),
    askForTop: emit({ type: 'top.wanted' as const }),
  },
})

/**
 * What follows from the scrolling of a page: the button back to its top (LAYOUT-4, LAYOUT-5), the indicator that it is being
 * scrolled (LAYOUT-6), and that nothing under the pointer takes notice of it meanwhile (LAYOUT-8). The button is offered while
 * the page is scrolled up far from its top, and is gone once it is pressed, however long the way takes.
 */
export const scrollToTopMachine = scrollToTopSetup.createMachine({
  id: 'scrollToTop',
  context: ({ input }) => ({ screens: input.screens ?? SCREENS, topPx: 0, viewportHeightPx: 0, pageHeightPx: 0 }),
  type: 'parallel',
  states: {
    button: {
      initial: 'hidden',
      on: {
        'page.scrolled': { actions: { type: 'note', params: ({ event }) => event } },
        'page.resized': { actions: { type: 'noteView', params: ({ event }) => event } },
        'page.left': { target: '.hidden', actions: 'noteTop' },
      },
      states: {
        hidden: {
          on: {
            'page.scrolled': {
              guard: { type: 'isWanted', params: ({ event }) => event },
              target: 'shown',
              actions: { type: 'note', params: ({ event }) => event },
            },
          },
        },
        shown: {
          tags: 'offered',
          on: {
            'page.scrolled': {
              guard: { type: 'isUnwanted', params: ({ event }) => event },
              target: 'hidden',
              actions: { type: 'note', params: ({ event }) => event },
            },
            'page.resized': {
              guard: { type: 'isUnwantedNow', params: ({ event }) => event },
              target: 'hidden',
              actions: { type: 'noteView', params: ({ event }) => event },
            },
            'top.pressed': { target: 'returning', actions: 'askForTop' },
          },
        },
        returning: {
          on: {
            'page.scrolled': {
              guard: { type: 'isReturnOver', params: ({ event }) => event },
              target: 'hidden',
              actions: { type: 'note', params: ({ event }) => event },
            },
          },
          after: { returnLimit: 'hidden' },
        },
      },
    },
    indicator: {
      initial: 'still',
      states: {
        still: {
          on: { 'page.scrolled': 'moving' },
        },
        moving: {
          tags: 'scrolling',
          on: {
            'page.scrolled': { target: 'moving', reenter: true },
            'page.left': 'still',
          },
          after: { indicatorReset: 'still' },
        },
      },
    },
    pointer: {
      initial: 'free',
      states: {
        free: {
          on: { 'page.scrolled': 'blocked' },
        },
        blocked: {
          tags: 'pointerless',
          on: {
            'page.scrolled': { target: 'blocked', reenter: true },
            'page.left': 'free',
          },
          after: { pointerBlock: 'free' },
        },
      },
    },
  },
})

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
      name: 'where the indicator tells of scrolling, the pointer is blocked',
      holds: ({ value }) => regions(value).indicator === 'still' || regions(value).pointer === 'blocked',
    },
    {
      name: 'the page stands at its top or below it',
      holds: ({ context }) => context.topPx >= 0,
    },
    {
      name: 'the page goes to its top only when the button was pressed, and it is gone then',
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
