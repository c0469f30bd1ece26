import { assign, emit, setup } from 'xstate'
import type { DropdownEvent, DropdownPart, PointerType } from '#schemas'

/** Why a dropdown has closed. */
export type DropdownClosing = 'trigger' | 'outside' | 'leaving' | 'escape' | 'choice' | 'caller'

export type DropdownEmitted =
  | { readonly type: 'dropdown.opened'; readonly by: 'hover' | 'press' }
  | { readonly type: 'dropdown.closed'; readonly by: DropdownClosing }

/** How long the pointer must rest before a hover dropdown opens, and be away before it closes. */
export const HOVER_DELAY_MS = 200

export interface DropdownInput {
  readonly opensBy: 'hover' | 'click'
  /** Delay of a hover dropdown in ms; 200 when absent. */
  readonly delayMs?: number
}

export interface DropdownContext {
  readonly opensBy: 'hover' | 'click'
  readonly delayMs: number
  /** The parts under the pointer. Kept as a set, for a browser may report the entering before the leaving. */
  readonly hovered: readonly DropdownPart[]
}

const dropdownSetup = setup({
  types: {
    context: {} as DropdownContext,
    events: {} as DropdownEvent,
    emitted: {} as DropdownEmitted,
    input: {} as DropdownInput,
    tags: {} as 'open',
  },
  delays: { hoverDelay: ({ context }) => context.delayMs },
  guards: {
    isHovering: ({ context }, params: { readonly pointerType: PointerType }) =>
      context.opensBy === 'hover' && params.pointerType !== 'touch',
    isHoverOver: ({ context }) => context.opensBy === 'hover' && context.hovered.length === 0,
    isHovered: ({ context }) => context.hovered.length > 0,
    isToggling: ({ context }, params: { readonly pointerType: PointerType | 'keyboard' }) =>
      context.opensBy === 'click' || params.pointerType === 'touch' || params.pointerType === 'keyboard',
    isReallyOutside: (_, params: { readonly isScrollbar: boolean }) => !params.isScrollbar,
  },
  actions: {
    enter: assign({
      hovered: ({ context }, params: { readonly part: DropdownPart }) => [
        ...context.hovered.filter((part) => part !== params.part),
        params.part,
      ],
    }),
    leave: assign({
      hovered: ({ context }, params: { readonly part: DropdownPart }) =>
        context.hovered.filter((part) => part !== params.part),
    }),
    forgetPointer: assign({ hovered: [] }),
    announceOpened: emit((_, params: { readonly by: 'hover' | 'press' }) => ({
      type: 'dropdown.opened' as const,
      by: params.by,
    })),
    announceClosed: emit((_, params: { readonly by: DropdownClosing }) => ({
      type: 'dropdown.closed' as const,
      by: params.by,
    })),
  },
})

/**
 * A dropdown (UI-8 to UI-11): closed at first; opens by a press, or by a pointer that rests on it for the delay; closes
 * by a press outside, by Escape, by a choice, or when the pointer has been away for the delay. A touch is always a press.
 */
export const dropdownMachine = dropdownSetup.createMachine({
  id: 'dropdown',
  context: ({ input }) => ({ opensBy: input.opensBy, delayMs: input.delayMs ?? HOVER_DELAY_MS, hovered: [] }),
  initial: 'closed',
  on: {
    'pointer.entered': {
      guard: { type: 'isHovering', params: ({ event }) => event },
      actions: { type: 'enter', params: ({ event }) => event },
    },
    'pointer.left': { actions: { type: 'leave', params: ({ event }) => event } },
  },
  states: {
    closed: {
      initial: 'resting',
      on: {
        'trigger.pressed': { target: 'open', actions: { type: 'announceOpened', params: { by: 'press' } } },
      },
      states: {
        resting: { always: { guard: 'isHovered', target: 'waiting' } },
        waiting: {
          always: { guard: 'isHoverOver', target: 'resting' },
          after: {
            hoverDelay: { target: '#dropdown.open', actions: { type: 'announceOpened', params: { by: 'hover' } } },
          },
        },
      },
    },
    open: {
      tags: 'open',
      initial: 'staying',
      exit: 'forgetPointer',
      on: {
        'trigger.pressed': {
          guard: { type: 'isToggling', params: ({ event }) => event },
          target: 'closed',
          actions: { type: 'announceClosed', params: { by: 'trigger' } },
        },
        'outside.pressed': {
          guard: { type: 'isReallyOutside', params: ({ event }) => ({ isScrollbar: event.isScrollbar ?? false }) },
          target: 'closed',
          actions: { type: 'announceClosed', params: { by: 'outside' } },
        },
        'escape.pressed': { target: 'closed', actions: { type: 'announceClosed', params: { by: 'escape' } } },
        'item.chosen': { target: 'closed', actions: { type: 'announceClosed', params: { by: 'choice' } } },
        'dropdown.hidden': { target: 'closed', actions: { type: 'announceClosed', params: { by: 'caller' } } },
        'pointer.left': {
          guard: { type: 'isHovering', params: ({ event }) => event },
          target: '.leaving',
          actions: { type: 'leave', params: ({ event }) => event },
        },
      },
      states: {
        staying: {},
        leaving: {
          always: { guard: 'isHovered', target: 'staying' },
          after: {
            hoverDelay: { target: '#dropdown.closed', actions: { type: 'announceClosed', params: { by: 'leaving' } } },
          },
        },
      },
    },
  },
})
