import { assign, emit, fromPromise, setup } from 'xstate'
import { absentActor } from '#machines/shell/actors/absent-actor.ts'
import { readFailure } from '#machines/shell/failure.rules.ts'
import type { TableKeeperEvent } from '#schemas'

/** Where a round of a table is. */
export type TablePhase = 'opening' | 'betting' | 'running' | 'result'

/** What a step has come to. */
export interface TableStep {
  /** Whether this process runs the table, another one does, or nobody needs to. */
  readonly role: 'leads' | 'follows' | 'rests'
  readonly phase: TablePhase
  /** How long nothing is to be done, ms. */
  readonly leftMs: number
}

export interface TableKeeperContext {
  /** Whether somebody watches. */
  readonly isWanted: boolean
  /** How long the present state lasts, ms. */
  readonly leftMs: number
}

export type TableKeeperEmitted =
  | { readonly type: 'stepped'; readonly step: TableStep }
  | { readonly type: 'logged'; readonly actor: 'step'; readonly code: string }

/** How long a table waits after a step that failed, and one whose game is not offered, ms. */
export const TABLE_RETRY_MS = 1000

const tableKeeperSetup = setup({
  types: {
    context: {} as TableKeeperContext,
    events: {} as TableKeeperEvent,
    emitted: {} as TableKeeperEmitted,
    tags: {} as 'busy',
  },
  actors: {
    step: fromPromise<TableStep, { readonly isWanted: boolean }>(() => absentActor('step')),
  },
  delays: { left: ({ context }) => context.leftMs, retry: TABLE_RETRY_MS },
  guards: {
    isWanted: ({ context }) => context.isWanted,
    isRest: (_, params: { readonly step: TableStep }) => params.step.role === 'rests',
    isFollowing: (_, params: { readonly step: TableStep }) => params.step.role === 'follows',
    isBetting: (_, params: { readonly step: TableStep }) => params.step.phase === 'betting',
    isRunning: (_, params: { readonly step: TableStep }) => params.step.phase === 'running',
  },
  actions: {
    want: assign({ isWanted: true }),
    leave: assign({ isWanted: false }),
    storeStep: assign((_, params: { readonly step: TableStep }) => ({ leftMs: params.step.leftMs })),
    announce: emit((_, params: { readonly step: TableStep }) => ({ type: 'stepped' as const, step: params.step })),
    log: emit((_, params: { readonly error: unknown }) => ({
      type: 'logged' as const,
      actor: 'step' as const,
      code: readFailure(params.error).code,
    })),
  },
})

/**
 * Keeps the rounds of a table going while somebody watches (CAS-11): bets are taken, the flight or the spin runs, its result is shown, and the
 * next round begins. Each state lasts as long as the step before has said; then the next step does what is due. Where another process runs the
 * table, this one follows and takes over when that one is silent. Once nobody watches, a round with bets is still brought to its end, and the
 * table rests. A step that fails is tried again.
 */
export const tableKeeperMachine = tableKeeperSetup.createMachine({
  id: 'table-keeper',
  context: { isWanted: false, leftMs: 0 },
  initial: 'resting',
  on: { 'table.wanted': { actions: 'want' }, 'table.left': { actions: 'leave' } },
  states: {
    resting: { on: { 'table.wanted': { target: 'stepping', actions: 'want' } } },
    stepping: {
      tags: 'busy',
      invoke: {
        src: 'step',
        input: ({ context }) => ({ isWanted: context.isWanted }),
        onDone: [
          {
            guard: { type: 'isRest', params: ({ event }) => ({ step: event.output }) },
            target: 'idle',
            actions: { type: 'announce', params: ({ event }) => ({ step: event.output }) },
          },
          {
            guard: { type: 'isFollowing', params: ({ event }) => ({ step: event.output }) },
            target: 'following',
            actions: [
              { type: 'storeStep', params: ({ event }) => ({ step: event.output }) },
              { type: 'announce', params: ({ event }) => ({ step: event.output }) },
            ],
          },
          {
            guard: { type: 'isBetting', params: ({ event }) => ({ step: event.output }) },
            target: 'betting',
            actions: [
              { type: 'storeStep', params: ({ event }) => ({ step: event.output }) },
              { type: 'announce', params: ({ event }) => ({ step: event.output }) },
            ],
          },
          {
            guard: { type: 'isRunning', params: ({ event }) => ({ step: event.output }) },
            target: 'running',
            actions: [
              { type: 'storeStep', params: ({ event }) => ({ step: event.output }) },
              { type: 'announce', params: ({ event }) => ({ step: event.output }) },
            ],
          },
          {
            target: 'showing',
            actions: [
              { type: 'storeStep', params: ({ event }) => ({ step: event.output }) },
              { type: 'announce', params: ({ event }) => ({ step: event.output }) },
            ],
          },
        ],
        onError: { target: 'failed', actions: { type: 'log', params: ({ event }) => ({ error: event.error }) } },
      },
    },
    betting: { after: { left: 'stepping' } },
    running: { after: { left: 'stepping' } },
    showing: { after: { left: 'stepping' } },
    following: { after: { left: 'stepping' } },
    idle: {
      always: [{ guard: 'isWanted', target: 'failed' }, { target: 'resting' }],
    },
    failed: { after: { retry: 'stepping' } },
  },
})
