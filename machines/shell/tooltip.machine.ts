import { assign, emit, setup } from 'xstate'
import type { TooltipEvent, TooltipPart, TooltipPointerEntered } from '#schemas'

/** How long the pointer rests on the trigger before the tip opens (UI-14). */
export const TOOLTIP_HOVER_MS = 200
/** Time for the pointer to cross from the trigger to the tip. */
const LEAVE_MS = 100
/** How long a finger rests on the trigger before the tip opens; a shorter touch is a press. */
export const TOUCH_HOLD_MS = 500

export type TooltipOpening = 'hover' | 'focus' | 'touch'
export type TooltipClosing = 'leaving' | 'blur' | 'escape' | 'outside'

export type TooltipEmitted =
  | { readonly type: 'tooltip.opened'; readonly by: TooltipOpening }
  | { readonly type: 'tooltip.closed'; readonly by: TooltipClosing }

export interface TooltipContext {
  /** The parts under the pointer. Kept as a set, for a browser may report the entering before the leaving. */
  readonly hovered: readonly TooltipPart[]
  readonly isFocused: boolean
  /** Whether a finger has opened it: then it stays until it is sent away. */
  readonly isHeld: boolean
}

interface Part {
  readonly part: TooltipPart
}

const tooltipSetup = setup({
  types: {
    context: {} as TooltipContext,
    events: {} as TooltipEvent,
    emitted: {} as TooltipEmitted,
    tags: {} as 'open',
  },
  delays: { hoverDelay: TOOLTIP_HOVER_MS, leaveDelay: LEAVE_MS, holdDelay: TOUCH_HOLD_MS },
  guards: {
    isHovering: (_, { pointerType }: Pick<TooltipPointerEntered, 'pointerType'>) => pointerType !== 'touch',
    isHoveringTrigger: (_, { part, pointerType }: Pick<TooltipPointerEntered, 'part' | 'pointerType'>) =>
      part === 'trigger' && pointerType !== 'touch',
    isHovered: ({ context }) => context.hovered.length > 0,
    isHoverOver: ({ context }) => context.hovered.length === 0,
    isWanted: ({ context }) => isWanted(context),
    isUnwanted: ({ context }) => !isWanted(context),
    isSeen: (_, params: { readonly isVisible: boolean }) => params.isVisible,
    hasFocusAlone: ({ context }) => context.hovered.length === 0 && !context.isHeld,
  },
  actions: {
    enter: assign({ hovered: ({ context }, { part }: Part) => [...without(context.hovered, part), part] }),
    leave: assign({ hovered: ({ context }, { part }: Part) => without(context.hovered, part) }),
    focus: assign({ isFocused: true }),
    blur: assign({ isFocused: false }),
    hold: assign({ isHeld: true }),
    forgetTip: assign({ hovered: ({ context }) => without(context.hovered, 'tip'), isHeld: false }),
    announceOpened: emit((_, params: { readonly by: TooltipOpening }) => ({
      type: 'tooltip.opened' as const,
      by: params.by,
    })),
    announceClosed: emit((_, params: { readonly by: TooltipClosing }) => ({
      type: 'tooltip.closed' as const,
      by: params.by,
    })),
  },
})

/**
 * A tooltip (UI-14) that can be dismissed, pointed at and kept, as WCAG 2.2 asks for in 1.4.13: it opens when the
 * pointer has rested on its trigger, at once when the keyboard comes to it, or under a finger that stays; it closes
 * when pointer and focus have left, and by Escape, after which it stays closed until the pointer or the focus
 * returns. What a finger has opened stays until something else is pressed.
 */
export const tooltipMachine = tooltipSetup.createMachine({
  id: 'tooltip',
  context: { hovered: [], isFocused: false, isHeld: false },
  initial: 'closed',
  on: {
    'pointer.left': { actions: { type: 'leave', params: ({ event }) => event } },
    'trigger.blurred': { actions: 'blur' },
  },
  states: {
    closed: {
      initial: 'resting',
      on: {
        'pointer.entered': {
          guard: { type: 'isHoveringTrigger', params: ({ event }) => event },
          actions: { type: 'enter', params: ({ event }) => event },
        },
        'trigger.focused': {
          guard: { type: 'isSeen', params: ({ event }) => event },
          target: 'open',
          actions: ['focus', { type: 'announceOpened', params: { by: 'focus' } }],
        },
      },
      states: {
        resting: {
          always: { guard: 'isHovered', target: 'waiting' },
          on: { 'touch.began': 'touched' },
        },
        waiting: {
          always: { guard: 'isHoverOver', target: 'resting' },
          after: {
            hoverDelay: { target: '#tooltip.open', actions: { type: 'announceOpened', params: { by: 'hover' } } },
          },
        },
        touched: {
          on: { 'touch.ended': 'resting' },
          after: {
            holdDelay: {
              target: '#tooltip.open',
              actions: ['hold', { type: 'announceOpened', params: { by: 'touch' } }],
            },
          },
        },
        dismissed: { always: { guard: 'isHoverOver', target: 'resting' } },
      },
    },
    open: {
      tags: 'open',
      initial: 'staying',
      exit: 'forgetTip',
      on: {
        'pointer.entered': {
          guard: { type: 'isHovering', params: ({ event }) => event },
          actions: { type: 'enter', params: ({ event }) => event },
        },
        'trigger.focused': { guard: { type: 'isSeen', params: ({ event }) => event }, actions: 'focus' },
        'trigger.blurred': {
          guard: 'hasFocusAlone',
          target: 'closed',
          actions: ['blur', { type: 'announceClosed', params: { by: 'blur' } }],
        },
        'escape.pressed': {
          target: 'closed.dismissed',
          actions: { type: 'announceClosed', params: { by: 'escape' } },
        },
        'outside.pressed': {
          target: 'closed.dismissed',
          actions: { type: 'announceClosed', params: { by: 'outside' } },
        },
      },
      states: {
        staying: { always: { guard: 'isUnwanted', target: 'leaving' } },
        leaving: {
          always: { guard: 'isWanted', target: 'staying' },
          after: {
            leaveDelay: { target: '#tooltip.closed', actions: { type: 'announceClosed', params: { by: 'leaving' } } },
          },
        },
      },
    },
  },
})

function without(parts: readonly TooltipPart[], part: TooltipPart): readonly TooltipPart[] {
  return parts.filter((other) => other !== part)
}

/** Whether something keeps the tip open. */
export function isWanted({ hovered, isFocused, isHeld }: TooltipContext): boolean {
  return hovered.length > 0 || isFocused || isHeld
}
