import { TOKEN_ERROR } from './service-token.rules.ts'
import { failed, serviceTokenSetup } from './service-token-setup.machine.ts'

const GUEST = { outcome: { kind: 'empty' } } as const
const REFUSED_USER = { outcome: failed(TOKEN_ERROR.userNotAuthenticated) } as const
const LOST = { outcome: failed(TOKEN_ERROR.lostToken) } as const
const UNDATED = { outcome: failed(TOKEN_ERROR.dateMissing) } as const
const CANCELLED = { outcome: failed(TOKEN_ERROR.cancelled) } as const
const TIMEOUT = { error: { code: 'request.timeout' } } as const

/**
 * The service token of a page (TOK-1 to TOK-13): fetched when a signed-in player's request first needs it, kept while
 * it is fresh, fetched again when it has ended or a server has refused it. However many requests ask at once, and in
 * however many tabs, it is fetched once: they wait for one another, under a lock that all tabs of the browser share.
 * Signing in or out begins a new epoch, which stops whatever is under way for the previous player; if one of that
 * player's requests is refused afterwards, it does not get the next player's token.
 */
export const serviceTokenMachine = serviceTokenSetup.createMachine({
  id: 'serviceToken',
  context: ({ input }) => ({
    isSignedIn: input.isSignedIn,
    epoch: input.epoch,
    token: null,
    refusedTokens: [],
    refusals: {},
    waiting: [],
    askings: 0,
    isThrough: false,
    isStealing: false,
    lockLosses: 0,
  }),
  initial: 'guest',
  on: {
    'user.signed-in': {
      guard: { type: 'isNewEpoch', params: ({ event }) => event },
      target: '.none',
      actions: [
        { type: 'answerAll', params: CANCELLED },
        { type: 'beginEpoch', params: ({ event }) => ({ epoch: event.epoch, isSignedIn: true }) },
      ],
    },
    'user.signed-out': {
      guard: { type: 'isNewEpoch', params: ({ event }) => event },
      target: '.guest',
      actions: [
        { type: 'answerAll', params: CANCELLED },
        { type: 'beginEpoch', params: ({ event }) => ({ epoch: event.epoch, isSignedIn: false }) },
      ],
    },
    'request.accepted': { actions: { type: 'forgiveUrl', params: ({ event }) => event } },
  },
  states: {
    guest: {
      always: { guard: 'isSignedIn', target: 'none' },
      on: {
        'token.wanted': {
          actions: { type: 'answerOne', params: ({ event }) => ({ requestId: event.requestId, ...GUEST }) },
        },
        'request.refused': {
          actions: { type: 'answerOne', params: ({ event }) => ({ requestId: event.requestId, ...REFUSED_USER }) },
        },
      },
    },
    none: {
      entry: 'forgetLocking',
      on: {
        'token.wanted': { target: 'obtaining', actions: { type: 'await', params: ({ event }) => event } },
        'request.refused': [
          {
            guard: { type: 'isGivenUp', params: ({ event }) => event },
            actions: [
              { type: 'giveUp', params: ({ event }) => event },
              { type: 'countRefusal', params: ({ event }) => event },
            ],
          },
          {
            target: 'obtaining',
            actions: [
              { type: 'countRefusal', params: ({ event }) => event },
              { type: 'await', params: ({ event }) => event },
            ],
          },
        ],
        'token.shared': {
          guard: { type: 'isUsable', params: ({ event }) => ({ stored: event, nowMs: event.nowMs }) },
          target: 'fetched',
          actions: { type: 'storeShared', params: ({ event }) => event },
        },
      },
    },
    fetched: {
      entry: 'forgetLocking',
      always: { guard: 'isTokenGone', target: 'none' },
      on: {
        'token.wanted': [
          {
            guard: { type: 'isFresh', params: ({ event }) => event },
            actions: { type: 'handOver', params: ({ event }) => event },
          },
          { target: 'obtaining', actions: ['forgetToken', { type: 'await', params: ({ event }) => event }] },
        ],
        'request.refused': [
          {
            guard: { type: 'isGivenUp', params: ({ event }) => event },
            actions: [
              { type: 'giveUp', params: ({ event }) => event },
              { type: 'countRefusal', params: ({ event }) => event },
            ],
          },
          {
            guard: { type: 'isOtherToken', params: ({ event }) => event },
            actions: [
              { type: 'countRefusal', params: ({ event }) => event },
              { type: 'handOver', params: ({ event }) => event },
            ],
          },
          {
            target: 'obtaining',
            actions: [
              { type: 'countRefusal', params: ({ event }) => event },
              'forgetToken',
              { type: 'await', params: ({ event }) => event },
            ],
          },
        ],
        'token.shared': {
          guard: { type: 'isNewer', params: ({ event }) => ({ stored: event, nowMs: event.nowMs }) },
          actions: { type: 'storeShared', params: ({ event }) => event },
        },
        'page.resumed': [{ guard: { type: 'isFresh', params: ({ event }) => event } }, { actions: 'forgetToken' }],
      },
    },
    obtaining: {
      tags: 'busy',
      initial: 'queueing',
      exit: 'leaveQueue',
      invoke: {
        src: 'holdLock',
        input: ({ context }) => ({ isStealing: context.isStealing }),
        onSnapshot: {
          guard: { type: 'isTurn', params: ({ event }) => ({ isHeld: event.snapshot.context?.isHeld ?? false }) },
          target: '.reading',
          actions: 'goThrough',
        },
        onDone: [
          { guard: 'isLockLostOften', target: '.reading', actions: 'goThrough' },
          { target: 'obtaining', reenter: true, actions: 'countLoss' },
        ],
        onError: [{ guard: 'isThrough' }, { target: '.reading', actions: 'goThrough' }],
      },
      on: {
        'token.wanted': { actions: { type: 'await', params: ({ event }) => event } },
        'request.refused': [
          {
            guard: { type: 'isGivenUp', params: ({ event }) => event },
            actions: [
              { type: 'giveUp', params: ({ event }) => event },
              { type: 'countRefusal', params: ({ event }) => event },
            ],
          },
          {
            actions: [
              { type: 'countRefusal', params: ({ event }) => event },
              { type: 'await', params: ({ event }) => event },
            ],
          },
        ],
        'request.abandoned': { actions: { type: 'abandon', params: ({ event }) => event } },
        'token.shared': {
          guard: { type: 'isUsable', params: ({ event }) => ({ stored: event, nowMs: event.nowMs }) },
          target: 'fetched',
          actions: [{ type: 'storeShared', params: ({ event }) => event }, 'handOverAll'],
        },
      },
      states: {
        queueing: {
          after: {
            lockLimit: [
              { guard: 'isStealing', target: 'reading', actions: 'goThrough' },
              { target: '#serviceToken.obtaining', actions: 'steal' },
            ],
          },
        },
        reading: {
          invoke: {
            src: 'readStored',
            input: ({ context }) => ({ epoch: context.epoch }),
            onDone: [
              {
                guard: { type: 'isUsable', params: ({ event }) => event.output },
                target: '#serviceToken.fetched',
                actions: [{ type: 'storeStored', params: ({ event }) => event.output }, 'handOverAll'],
              },
              { target: 'fetching' },
            ],
            onError: 'fetching',
          },
          after: { readLimit: 'fetching' },
        },
        fetching: {
          invoke: {
            src: 'fetchToken',
            input: ({ context }) => ({ epoch: context.epoch }),
            onDone: [
              {
                guard: { type: 'isTokenMissing', params: ({ event }) => event.output },
                target: '#serviceToken.none',
                actions: [{ type: 'answerAll', params: LOST }],
              },
              {
                guard: { type: 'isDateMissing', params: ({ event }) => event.output },
                target: '#serviceToken.none',
                actions: [{ type: 'answerAll', params: UNDATED }],
              },
              {
                target: '#serviceToken.fetched',
                actions: [{ type: 'storeFetched', params: ({ event }) => event.output }, 'publish', 'handOverAll'],
              },
            ],
            onError: [
              {
                guard: { type: 'isForbidden', params: ({ event }) => ({ error: event.error }) },
                target: '#serviceToken.rejected',
                actions: [{ type: 'answerAll', params: REFUSED_USER }],
              },
              {
                target: '#serviceToken.none',
                actions: [
                  { type: 'log', params: ({ event }) => ({ error: event.error }) },
                  { type: 'answerAll', params: GUEST },
                ],
              },
            ],
          },
          after: {
            tokenLimit: {
              target: '#serviceToken.none',
              actions: [
                { type: 'log', params: TIMEOUT },
                { type: 'answerAll', params: GUEST },
              ],
            },
          },
        },
      },
    },
    rejected: {
      on: {
        'token.wanted': {
          actions: { type: 'answerOne', params: ({ event }) => ({ requestId: event.requestId, ...REFUSED_USER }) },
        },
        'request.refused': {
          actions: { type: 'answerOne', params: ({ event }) => ({ requestId: event.requestId, ...REFUSED_USER }) },
        },
      },
    },
  },
})
