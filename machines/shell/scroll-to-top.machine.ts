import { assign, emit, setup } from 'xstate'
import type { ScrollPageScrolled, ScrollToTopEvent } from '#schemas'
import { isScrollToTopKept, isScrollToTopShown, type ScrollView } from './scroll-to-top.rules.ts'

/** How long after the last scroll the indicator is reset (LAYOUT-6). */
export const INDICATOR_RESET_MS = 150
/** How long after the last scroll what is under the pointer takes notice of it again (LAYOUT-8). */
export const POINTER_BLOCK_MS = 300
/** A way to the top on which the page has stood still for so long is over; a player who stops it half way gets the button back by
 *  scrolling up. */
export const STANDSTILL_MS = 1000
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
  delays: { indicatorReset: INDICATOR_RESET_MS, pointerBlock: POINTER_BLOCK_MS, standstill: STANDSTILL_MS },
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
 * What follows from the scrolling of a page: the button back to its top (LAYOUT-4, LAYOUT-5), the indicator that it
 * is being scrolled (LAYOUT-6), and that nothing under the pointer reacts meanwhile (LAYOUT-8). The button is offered
 * while the page is scrolled up far from its top, and is hidden once it is pressed, however long the scrolling takes.
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
            'page.scrolled': [
              {
                guard: { type: 'isReturnOver', params: ({ event }) => event },
                target: 'hidden',
                actions: { type: 'note', params: ({ event }) => event },
              },
              { target: 'returning', reenter: true, actions: { type: 'note', params: ({ event }) => event } },
            ],
          },
          after: { standstill: 'hidden' },
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
