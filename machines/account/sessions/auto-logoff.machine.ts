import { IDLE_MS, WARNING_MS } from './auto-logoff.rules.ts'
import { autoLogoffSetup } from './auto-logoff-setup.machine.ts'

const UNREAD = { actor: 'readActivity', error: { code: 'request.timeout' } } as const
const UNTOLD = { actor: 'signOut', error: { code: 'request.timeout' } } as const

/**
 * Signs out a player who does nothing for the idle time (AUTH-6, AUTH-7), where the brand has this on, with a warning
 * first. What counts is the instant of the last activity in any tab: a timer only tells when to look, so that neither
 * a sleep of the computer nor a slowed timer lengthens the time. Anything after the deadline no longer counts as
 * activity. Before signing out, the machine asks the other tabs: they may have been in use while this one was not.
 * If the player does something during this check, the check ends: the player is there. A check that fails falls back
 * on what was known before it, and warns only when it is time to.
 */
export const autoLogoffMachine = autoLogoffSetup.createMachine({
  id: 'autoLogoff',
  context: ({ input }) => ({
    isEnabled: input.isEnabled ?? false,
    idleMs: input.idleMs ?? IDLE_MS,
    warningMs: input.warningMs ?? WARNING_MS,
    isSignedIn: input.signedInAtMs !== undefined,
    lastActiveAtMs: input.signedInAtMs ?? 0,
    nowMs: input.signedInAtMs ?? 0,
    isWarned: false,
  }),
  initial: 'disabled',
  states: {
    disabled: { always: { guard: 'isEnabled', target: 'off' } },
    off: {
      always: { guard: 'isSignedIn', target: 'watching' },
      on: { 'player.signed-in': { actions: { type: 'begin', params: ({ event }) => event } } },
    },
    watching: {
      on: {
        'player.signed-out': { target: 'off', actions: 'end' },
        'activity.noticed': [
          {
            guard: { type: 'isTooLate', params: ({ event }) => event },
            target: 'checking',
            actions: { type: 'noteTime', params: ({ event }) => event },
          },
          {
            target: 'watching',
            reenter: true,
            actions: [
              { type: 'storeActivity', params: ({ event }) => event },
              { type: 'publishActivity', params: ({ event }) => event },
            ],
          },
        ],
        'activity.shared': [
          {
            guard: { type: 'isOver', params: ({ event }) => ({ nowMs: event.nowMs, storedAtMs: event.atMs }) },
            target: 'checking',
            actions: { type: 'noteTime', params: ({ event }) => event },
          },
          { target: 'watching', reenter: true, actions: { type: 'storeShared', params: ({ event }) => event } },
        ],
        'page.resumed': { target: 'checking', actions: { type: 'noteTime', params: ({ event }) => event } },
      },
      after: { untilWarning: { target: 'checking', actions: 'assumeWarningTime' } },
    },
    checking: {
      on: {
        'player.signed-out': { target: 'off', actions: ['withdrawWarning', 'end'] },
        'activity.noticed': {
          guard: { type: 'isInTime', params: ({ event }) => event },
          target: 'watching',
          actions: [
            { type: 'storeActivity', params: ({ event }) => event },
            { type: 'publishActivity', params: ({ event }) => event },
            'withdrawWarning',
          ],
        },
        'activity.shared': {
          guard: { type: 'isNewsInTime', params: ({ event }) => event },
          target: 'watching',
          actions: [{ type: 'storeShared', params: ({ event }) => event }, 'withdrawWarning'],
        },
        'page.resumed': {
          target: 'checking',
          reenter: true,
          actions: { type: 'noteTime', params: ({ event }) => event },
        },
      },
      invoke: {
        src: 'readActivity',
        onDone: [
          {
            guard: { type: 'isOver', params: ({ event }) => event.output },
            target: 'signingOut',
          },
          {
            guard: { type: 'isWarningDue', params: ({ event }) => event.output },
            target: 'warning',
            actions: { type: 'storeReading', params: ({ event }) => event.output },
          },
          {
            target: 'watching',
            actions: [{ type: 'storeReading', params: ({ event }) => event.output }, 'withdrawWarning'],
          },
        ],
        onError: {
          target: 'unread',
          actions: { type: 'log', params: ({ event }) => ({ actor: 'readActivity', error: event.error }) },
        },
      },
      after: { readLimit: { target: 'unread', actions: { type: 'log', params: UNREAD } } },
    },
    unread: {
      always: [
        { guard: 'isWarningOver', target: 'signingOut' },
        { guard: 'isWarningStanding', target: 'warning' },
        { guard: 'isWarningDueNow', target: 'warning', actions: 'assumeWarningTime' },
        { target: 'watching', actions: 'withdrawWarning' },
      ],
    },
    warning: {
      tags: 'warning',
      entry: ['warn', 'announceWarning'],
      on: {
        'player.signed-out': { target: 'off', actions: ['withdrawWarning', 'end'] },
        'activity.noticed': [
          {
            guard: { type: 'isTooLate', params: ({ event }) => event },
            target: 'checking',
            actions: { type: 'noteTime', params: ({ event }) => event },
          },
          {
            target: 'watching',
            actions: [
              { type: 'storeActivity', params: ({ event }) => event },
              { type: 'publishActivity', params: ({ event }) => event },
              'withdrawWarning',
            ],
          },
        ],
        'activity.shared': [
          {
            guard: { type: 'isOver', params: ({ event }) => ({ nowMs: event.nowMs, storedAtMs: event.atMs }) },
            target: 'checking',
            actions: { type: 'noteTime', params: ({ event }) => event },
          },
          {
            guard: { type: 'isNews', params: ({ event }) => event },
            target: 'watching',
            actions: [{ type: 'storeShared', params: ({ event }) => event }, 'withdrawWarning'],
          },
        ],
        'page.resumed': { target: 'checking', actions: { type: 'noteTime', params: ({ event }) => event } },
      },
      after: { untilDeadline: { target: 'checking', actions: 'assumeDeadline' } },
    },
    signingOut: {
      entry: 'end',
      on: { 'player.signed-out': { target: 'off', actions: { type: 'announceEnd', params: { isServerTold: true } } } },
      invoke: {
        src: 'signOut',
        onDone: { target: 'off', actions: { type: 'announceEnd', params: { isServerTold: true } } },
        onError: {
          target: 'off',
          actions: [
            { type: 'log', params: ({ event }) => ({ actor: 'signOut', error: event.error }) },
            { type: 'announceEnd', params: { isServerTold: false } },
          ],
        },
      },
      after: {
        signOutLimit: {
          target: 'off',
          actions: [
            { type: 'log', params: UNTOLD },
            { type: 'announceEnd', params: { isServerTold: false } },
          ],
        },
      },
    },
  },
})
