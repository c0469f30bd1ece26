import { assign, emit, setup } from 'xstate'
import type { VisitEvent } from '#schemas'

/** For how long a visit stays without anything done, ms (ANA-20). */
export const VISIT_MS = 1_800_000
/** How often it is looked whether a visit is over, ms: the page sends `clock.ticked` that often (ANA-20). */
export const CHECK_MS = 5000
/** How often the latest activity is written down for other tabs and pages, ms (ANA-20). */
export const REFRESH_MS = 60_000

/** A visit as it is kept between pages. */
export interface KeptVisit {
  /** UUID. */
  readonly id: string
  /** When something was done last, ms since 1970. */
  readonly activeAtMs: number
}

export interface VisitInput {
  /** What a former page or another tab has kept; null where there is nothing. */
  readonly kept: KeptVisit | null
  /** Whether the visitor was never here, as far as this browser knows. */
  readonly isNewVisitor: boolean
}

export interface VisitContext extends VisitInput {
  readonly visit: KeptVisit | null
  readonly refreshedAtMs: number
}

export type VisitEmitted =
  | { readonly type: 'visitor.new' }
  | { readonly type: 'visit.started'; readonly id: string }
  | { readonly type: 'visit.ended'; readonly id: string }
  /** The visit is to be written down. */
  | { readonly type: 'visit.kept'; readonly visit: KeptVisit }

/** Whether a visit is over at a time: nothing was done for longer than it stays (ANA-15). */
export function isOver({ activeAtMs }: KeptVisit, nowMs: number): boolean {
  return nowMs - activeAtMs > VISIT_MS
}

const visitSetup = setup({
  types: {
    context: {} as VisitContext,
    events: {} as VisitEvent,
    emitted: {} as VisitEmitted,
    input: {} as VisitInput,
  },
  guards: {
    isKept: ({ context: { kept } }, params: { readonly nowMs: number }) => kept !== null && !isOver(kept, params.nowMs),
    isNewVisitor: ({ context }) => context.isNewVisitor,
    isOver: ({ context: { visit } }, params: { readonly nowMs: number }) =>
      visit !== null && isOver(visit, params.nowMs),
    isDue: ({ context: { refreshedAtMs } }, params: { readonly nowMs: number }) =>
      params.nowMs - refreshedAtMs >= REFRESH_MS,
  },
  actions: {
    takeKept: assign(({ context }, params: { readonly nowMs: number }) => ({
      visit: context.kept && { ...context.kept, activeAtMs: Math.max(context.kept.activeAtMs, params.nowMs) },
      refreshedAtMs: params.nowMs,
    })),
    create: assign((_, params: { readonly nowMs: number; readonly freshId: string }) => ({
      visit: { id: params.freshId, activeAtMs: params.nowMs },
      refreshedAtMs: params.nowMs,
      isNewVisitor: false,
    })),
    note: assign({
      visit: ({ context: { visit } }, params: { readonly nowMs: number }) =>
        visit && { ...visit, activeAtMs: Math.max(visit.activeAtMs, params.nowMs) },
    }),
    noteRefresh: assign({ refreshedAtMs: (_, params: { readonly nowMs: number }) => params.nowMs }),
    clear: assign({ visit: null, kept: null }),
    welcome: emit({ type: 'visitor.new' as const }),
    start: emit(({ context }) => ({ type: 'visit.started' as const, id: context.visit?.id ?? '' })),
    end: emit(({ context }) => ({ type: 'visit.ended' as const, id: context.visit?.id ?? '' })),
    keep: emit(({ context: { visit } }) => ({
      type: 'visit.kept' as const,
      visit: visit ?? { id: '', activeAtMs: 0 },
    })),
  },
})

/**
 * A visit as analytics counts it (ANA-13 to ANA-18). It is created by the first sign of life, or taken over from the page before, becomes
 * active by what is done on the page, and is removed when nothing was done for half an hour; what is done then begins another.
 */
export const visitMachine = visitSetup.createMachine({
  id: 'visit',
  context: ({ input }) => ({ ...input, visit: null, refreshedAtMs: 0 }),
  initial: 'none',
  states: {
    none: {
      on: {
        'activity.noticed': [
          {
            guard: { type: 'isKept', params: ({ event }) => event },
            target: 'active',
            actions: [{ type: 'takeKept', params: ({ event }) => event }, 'keep'],
          },
          {
            guard: 'isNewVisitor',
            target: 'created',
            actions: ['welcome', { type: 'create', params: ({ event }) => event }, 'start', 'keep'],
          },
          {
            target: 'created',
            actions: [{ type: 'create', params: ({ event }) => event }, 'start', 'keep'],
          },
        ],
      },
    },
    created: {
      on: {
        'activity.noticed': { target: 'active', actions: { type: 'note', params: ({ event }) => event } },
        'clock.ticked': {
          guard: { type: 'isOver', params: ({ event }) => event },
          target: 'removed',
        },
      },
    },
    active: {
      on: {
        'activity.noticed': [
          {
            guard: { type: 'isOver', params: ({ event }) => event },
            target: 'created',
            actions: ['end', { type: 'create', params: ({ event }) => event }, 'start', 'keep'],
          },
          { actions: { type: 'note', params: ({ event }) => event } },
        ],
        'clock.ticked': [
          { guard: { type: 'isOver', params: ({ event }) => event }, target: 'removed' },
          {
            guard: { type: 'isDue', params: ({ event }) => event },
            actions: [{ type: 'noteRefresh', params: ({ event }) => event }, 'keep'],
          },
        ],
      },
    },
    removed: {
      entry: ['end', 'clear'],
      on: {
        'activity.noticed': {
          target: 'created',
          actions: [{ type: 'create', params: ({ event }) => event }, 'start', 'keep'],
        },
      },
    },
  },
})
