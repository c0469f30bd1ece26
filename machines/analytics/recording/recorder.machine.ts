import { assign, emit, fromPromise, setup } from 'xstate'
import { absentActor } from '#machines/shell/actors/absent-actor.ts'
import type { RecorderEvent, RecordingCheckAnswer } from '#schemas'
import { VISIT_MS } from '../visit.machine.ts'

/** How many events are held back at most (REC-8). */
export const BUFFER = 250
/** After how long without any activity the visitor is idle, ms: what is held back then goes every second (REC-7). */
export const IDLE_MS = 5000
/** How often a busy page sends what it has, ms. */
export const RECORDING_SEND_MS = 3000
/** How often the page sends `clock.ticked`, ms (REC-7). */
export const RECORDER_TICK_MS = 1000

export interface RecorderInput {
  readonly nowMs: number
}

export interface RecorderContext {
  /** Events that are held back. */
  readonly held: number
  /** When the visitor did something last, ms since 1970. */
  readonly activeAtMs: number
  /** When the clock has let events go last, ms since 1970. */
  readonly flushedAtMs: number
}

export type RecorderEmitted =
  /** The server lets this page be recorded. */
  | { readonly type: 'recording.started' }
  /** What is held back is to be sent. */
  | { readonly type: 'buffer.flushed' }
  /** A whole picture is to be taken, as the beginning of what follows. */
  | { readonly type: 'picture.wanted' }
  /** Nothing is to be recorded any more. */
  | { readonly type: 'recording.ended' }

type At = { readonly nowMs: number }

const recorderSetup = setup({
  types: {
    context: {} as RecorderContext,
    events: {} as RecorderEvent,
    emitted: {} as RecorderEmitted,
    input: {} as RecorderInput,
  },
  actors: {
    ask: fromPromise<RecordingCheckAnswer>(() => absentActor('ask')),
  },
  guards: {
    isFull: ({ context }, params: { readonly isWhole: boolean }) => params.isWhole || context.held + 1 >= BUFFER,
    isWhole: (_, params: { readonly isWhole: boolean }) => params.isWhole,
    isOver: ({ context }, { nowMs }: At) => nowMs - context.activeAtMs > VISIT_MS,
    isDue: ({ context: { held, activeAtMs, flushedAtMs } }, { nowMs }: At) =>
      held > 0 && (nowMs - activeAtMs > IDLE_MS || nowMs - flushedAtMs >= RECORDING_SEND_MS),
  },
  actions: {
    hold: assign({ held: ({ context }) => context.held + 1 }),
    note: assign({ activeAtMs: ({ context }, { nowMs }: At) => Math.max(context.activeAtMs, nowMs) }),
    empty: assign({ held: 0 }),
    noteFlush: assign({ flushedAtMs: (_, { nowMs }: At) => nowMs }),
    start: emit({ type: 'recording.started' as const }),
    flush: emit({ type: 'buffer.flushed' as const }),
    wantPicture: emit({ type: 'picture.wanted' as const }),
    end: emit({ type: 'recording.ended' as const }),
  },
})

const wholeOf = ({ event }: { readonly event: { readonly isWhole: boolean } }) => ({ isWhole: event.isWhole })
const nowOf = ({ event }: { readonly event: At }) => ({ nowMs: event.nowMs })

/**
 * Decides what of a page is recorded and when it is sent (REC-1 to REC-8). The server is asked first. Events are held back until there are 250
 * of them, a whole picture comes, another page is shown, or time is up: three seconds of a busy visitor, one of an idle one. When a segment is
 * lost, nothing counts until the next whole picture, so that no recording has a gap. Half an hour without activity ends it; the next activity
 * asks again. What the page does by itself, such as changing prices, is no activity.
 */
export const recorderMachine = recorderSetup.createMachine({
  id: 'recorder',
  context: ({ input: { nowMs } }) => ({ held: 0, activeAtMs: nowMs, flushedAtMs: nowMs }),
  initial: 'asking',
  on: { 'consent.withdrawn': { target: '.stopped', actions: ['empty', 'end'] } },
  states: {
    asking: {
      invoke: {
        src: 'ask',
        onDone: { target: 'recording', actions: 'start' },
        onError: 'refused',
      },
      on: { 'activity.noticed': { actions: { type: 'note', params: nowOf } } },
    },
    refused: {},
    recording: {
      initial: 'broken',
      on: {
        'activity.noticed': { actions: { type: 'note', params: nowOf } },
        'clock.ticked': {
          guard: { type: 'isOver', params: nowOf },
          target: 'resting',
          actions: 'end',
        },
      },
      states: {
        broken: {
          on: {
            'event.recorded': { guard: { type: 'isWhole', params: wholeOf }, target: 'whole', actions: 'flush' },
            'route.changed': { actions: 'wantPicture' },
          },
        },
        whole: {
          on: {
            'event.recorded': [
              { guard: { type: 'isFull', params: wholeOf }, actions: ['flush', 'empty'] },
              { actions: 'hold' },
            ],
            'route.changed': { actions: ['flush', 'empty', 'wantPicture'] },
            'segment.lost': { target: 'broken', actions: ['empty', 'wantPicture'] },
            'clock.ticked': [
              {
                guard: { type: 'isOver', params: nowOf },
                target: '#recorder.resting',
                actions: ['flush', 'empty', 'end'],
              },
              {
                guard: { type: 'isDue', params: nowOf },
                actions: ['flush', 'empty', { type: 'noteFlush', params: nowOf }],
              },
            ],
          },
        },
      },
    },
    resting: {
      on: { 'activity.noticed': { target: 'asking', actions: { type: 'note', params: nowOf } } },
    },
    stopped: { on: { 'consent.withdrawn': {} } },
  },
})
