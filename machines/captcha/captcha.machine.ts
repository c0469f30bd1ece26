import { captchaSetup } from './captcha-setup.machine.ts'

const UNAVAILABLE = { error: { code: 'captcha.unavailable' } } as const
const DISMISSED = { error: { code: 'captcha.dismissed' } } as const
const EXPIRED = { error: { code: 'captcha.expired' } } as const

/**
 * A captcha of any type: its script is loaded, an invisible widget is rendered and awaited, and a challenge is run
 * when a caller needs a token (CAP-4). Every step has a time limit, so no caller waits indefinitely; all callers
 * during one challenge share its result.
 */
export const captchaMachine = captchaSetup.createMachine({
  id: 'captcha',
  context: ({ input }) => ({
    type: input.type,
    isForceDisabled: input.isForceDisabled,
    loadedType: input.type,
    isWaiting: false,
    attempts: 0,
    polls: 0,
    solved: null,
  }),
  initial: 'resting',
  on: {
    'captcha.requested': { actions: 'beginAttempt' },
    'captcha.dismissed': { guard: 'isWaiting', target: '.disposing', actions: { type: 'fail', params: DISMISSED } },
    'provider.switched': {
      guard: { type: 'hasChanged', params: ({ event }) => event },
      target: '.disposing',
      actions: [{ type: 'storeProvider', params: ({ event }) => event }, 'skip'],
    },
    'page.left': { target: '.disposing', actions: 'cancel' },
  },
  states: {
    resting: {
      on: {
        'captcha.requested': [
          { guard: 'isSkipped', actions: ['beginAttempt', 'skip'] },
          { target: 'loading', actions: 'beginAttempt' },
        ],
        'provider.switched': { actions: { type: 'storeProvider', params: ({ event }) => event } },
        'page.left': {},
      },
    },
    loading: {
      tags: 'busy',
      entry: 'noteLoaded',
      invoke: {
        src: 'loadScript',
        input: ({ context }) => ({ type: context.loadedType }),
        onDone: 'rendering',
        onError: { target: 'disposing', actions: { type: 'fail', params: UNAVAILABLE } },
      },
      after: { step: { target: 'disposing', actions: { type: 'fail', params: UNAVAILABLE } } },
    },
    rendering: {
      tags: 'busy',
      invoke: {
        src: 'renderWidget',
        input: ({ context }) => ({ type: context.loadedType }),
        onDone: 'asking',
        onError: { target: 'disposing', actions: { type: 'fail', params: ({ event }) => ({ error: event.error }) } },
      },
      after: { step: { target: 'disposing', actions: { type: 'fail', params: UNAVAILABLE } } },
    },
    asking: {
      tags: 'busy',
      entry: 'countPoll',
      invoke: {
        src: 'askReadiness',
        input: ({ context }) => ({ type: context.loadedType }),
        onDone: [
          { guard: { type: 'isReady', params: ({ event }) => ({ isReady: event.output }) }, target: 'ready' },
          { guard: 'isLastPoll', target: 'disposing', actions: { type: 'fail', params: UNAVAILABLE } },
          { target: 'pausing' },
        ],
        onError: { target: 'disposing', actions: { type: 'fail', params: ({ event }) => ({ error: event.error }) } },
      },
      after: { step: { target: 'disposing', actions: { type: 'fail', params: UNAVAILABLE } } },
    },
    pausing: { tags: 'busy', after: { poll: 'asking' } },
    ready: { always: { guard: 'isWaiting', target: 'challenging' } },
    challenging: {
      tags: 'busy',
      invoke: {
        src: 'execute',
        input: ({ context }) => ({ type: context.loadedType }),
        onDone: {
          target: 'solved',
          actions: [{ type: 'storeSolved', params: ({ event }) => event.output }, 'handOver', 'announcePassed'],
        },
        onError: { target: 'resetting', actions: { type: 'fail', params: ({ event }) => ({ error: event.error }) } },
      },
      on: {
        'captcha.dismissed': { target: 'resetting', actions: { type: 'fail', params: DISMISSED } },
        'captcha.expired': { target: 'resetting', actions: { type: 'fail', params: EXPIRED } },
        'captcha.failed': {
          target: 'resetting',
          actions: { type: 'fail', params: ({ event }) => ({ error: event.error }) },
        },
      },
      after: { challenge: { target: 'resetting', actions: { type: 'fail', params: EXPIRED } } },
    },
    solved: {
      tags: 'solved',
      exit: 'forgetSolved',
      on: {
        'captcha.requested': { actions: ['beginAttempt', 'handOver'] },
        'captcha.expired': { target: 'resetting', actions: 'announceLapsed' },
        'token.spent': 'resetting',
      },
      after: { lifetime: { target: 'resetting', actions: 'announceLapsed' } },
    },
    resetting: {
      invoke: {
        src: 'resetWidget',
        input: ({ context }) => ({ type: context.loadedType }),
        onDone: 'ready',
        onError: 'disposing',
      },
      after: { step: 'disposing' },
    },
    disposing: {
      on: {
        'provider.switched': { actions: [{ type: 'storeProvider', params: ({ event }) => event }, 'skip'] },
        'captcha.dismissed': { guard: 'isWaiting', actions: { type: 'fail', params: DISMISSED } },
        'captcha.requested': { actions: ['beginAttempt', 'skip'] },
        'page.left': { actions: 'cancel' },
      },
      invoke: {
        src: 'disposeWidget',
        input: ({ context }) => ({ type: context.loadedType }),
        onDone: [{ guard: 'isWaiting', target: 'loading' }, { target: 'resting' }],
        onError: [{ guard: 'isWaiting', target: 'loading' }, { target: 'resting' }],
      },
      after: { step: [{ guard: 'isWaiting', target: 'loading' }, { target: 'resting' }] },
    },
  },
})
