import { fullPolicy, TIMED_OUT_DOWNLOADING, TIMED_OUT_WAITING } from './request.rules.ts'
import { IN_VAIN, PLAINLY, requestSetup } from './request-setup.machine.ts'

/**
 * One request and all callers waiting for its answer (NET-12 to NET-16). It is sent, and its answer is downloaded and
 * judged; a transient failure is retried after a wait, if the policy allows it and sending twice does no harm. Every
 * caller learns once how it ended: success, error, network error, or closed for a caller that left, was turned away
 * or cancelled. When the last caller leaves, the sending is aborted; when one of several leaves, it continues for the
 * others.
 */
export const requestMachine = requestSetup.createMachine({
  id: 'request',
  context: ({ input }) => ({
    policy: fullPolicy(input),
    consumers: [],
    askings: 0,
    attempt: 0,
    head: null,
    outcome: null,
    waitMs: 0,
  }),
  initial: 'resting',
  states: {
    resting: {
      entry: 'rest',
      on: {
        'request.asked': { target: 'underway', actions: { type: 'addConsumer', params: ({ event }) => event } },
      },
    },
    underway: {
      tags: 'busy',
      initial: 'sending',
      on: {
        'request.asked': [
          {
            guard: 'isSuperseding',
            target: '.sending',
            actions: ['closeAll', { type: 'addConsumer', params: ({ event }) => event }],
          },
          { guard: { type: 'isWaiting', params: ({ event }) => event } },
          { guard: 'isBlocking', actions: { type: 'turnAway', params: ({ event }) => event } },
          { actions: { type: 'addConsumer', params: ({ event }) => event } },
        ],
        'consumer.left': [
          {
            guard: { type: 'isWaitingAlone', params: ({ event }) => event },
            target: 'resting',
            actions: { type: 'closeOne', params: ({ event }) => event },
          },
          {
            guard: { type: 'isWaiting', params: ({ event }) => event },
            actions: { type: 'closeOne', params: ({ event }) => event },
          },
        ],
        'request.cancelled': { target: 'resting', actions: 'closeAll' },
      },
      states: {
        sending: {
          entry: 'beginAttempt',
          initial: 'awaiting',
          after: {
            timeout: [
              {
                guard: 'hasAnswerBegun',
                target: 'judging',
                actions: { type: 'noteTimeout', params: { httpStatus: TIMED_OUT_DOWNLOADING } },
              },
              { target: 'judging', actions: { type: 'noteTimeout', params: { httpStatus: TIMED_OUT_WAITING } } },
            ],
          },
          states: {
            awaiting: {
              invoke: {
                src: 'sendRequest',
                input: ({ context }) => ({ attempt: context.attempt, idempotencyKey: context.policy.idempotencyKey }),
                onDone: { target: 'downloading', actions: { type: 'storeHead', params: ({ event }) => event.output } },
                onError: {
                  target: '#request.underway.judging',
                  actions: { type: 'noteUnanswered', params: ({ event }) => ({ error: event.error }) },
                },
              },
            },
            downloading: {
              invoke: {
                src: 'readAnswer',
                input: ({ context }) => ({ attempt: context.attempt }),
                onDone: {
                  target: '#request.underway.judging',
                  actions: { type: 'storeAnswer', params: ({ event }) => event.output },
                },
                onError: {
                  target: '#request.underway.judging',
                  actions: { type: 'noteUnanswered', params: ({ event }) => ({ error: event.error }) },
                },
              },
            },
          },
        },
        judging: {
          always: [
            { guard: 'isSuccess', target: '#request.resting', actions: { type: 'settleAll', params: PLAINLY } },
            { guard: 'isInvalid', target: '#request.resting', actions: { type: 'settleAll', params: PLAINLY } },
            { guard: 'mayRetry', target: 'pausing', actions: 'planWait' },
            {
              guard: 'haveAttemptsEnded',
              target: '#request.resting',
              actions: [{ type: 'settleAll', params: IN_VAIN }, 'log'],
            },
            { target: '#request.resting', actions: [{ type: 'settleAll', params: PLAINLY }, 'log'] },
          ],
        },
        pausing: { after: { backOff: 'sending' } },
      },
    },
  },
})
