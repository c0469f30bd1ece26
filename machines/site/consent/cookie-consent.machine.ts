import { consentLevel } from './consent.rules.ts'
import {
  chosenAnswer,
  cookieConsentSetup,
  keptAnswer,
  NO_ANSWER,
  UNLOGGED,
  UNREAD,
  UNSTORED,
} from './cookie-consent-setup.machine.ts'

/**
 * The question about cookies (STORE-4, STORE-5): asked once for each of its versions, answered with a level that is kept with
 * its time and logged (STORE-7), and shown again when the visitor wants to. An answer holds for this page whether or not the
 * storage takes it. The newest answer of all tabs stands; one to another version of the question is none to this.
 */
export const cookieConsentMachine = cookieConsentSetup.createMachine({
  id: 'cookieConsent',
  context: ({ input }) => ({ question: input.question, given: null, because: null }),
  type: 'parallel',
  states: {
    question: {
      initial: 'reading',
      states: {
        reading: {
          invoke: {
            src: 'readAnswer',
            onDone: [
              {
                guard: { type: 'isAsked', params: ({ event }) => ({ stored: event.output }) },
                target: 'asking',
                actions: [{ type: 'adopt', params: ({ event }) => keptAnswer(event.output) }, 'ask'],
              },
              { target: 'hidden', actions: { type: 'adopt', params: ({ event }) => keptAnswer(event.output) } },
            ],
            onError: [
              {
                guard: 'isAskedAtAll',
                target: 'asking',
                actions: [{ type: 'log', params: ({ event }) => ({ actor: 'readAnswer', error: event.error }) }, 'ask'],
              },
              {
                target: 'hidden',
                actions: { type: 'log', params: ({ event }) => ({ actor: 'readAnswer', error: event.error }) },
              },
            ],
          },
          after: {
            storageLimit: [
              { guard: 'isAskedAtAll', target: 'asking', actions: [{ type: 'log', params: UNREAD }, 'ask'] },
              { target: 'hidden', actions: { type: 'log', params: UNREAD } },
            ],
          },
          on: {
            'answer.shared': [
              {
                guard: { type: 'isNewer', params: ({ event }) => event },
                target: 'hidden',
                actions: { type: 'adopt', params: ({ event }) => keptAnswer(event.stored) },
              },
              { target: 'reading', reenter: true },
            ],
          },
        },
        asking: {
          tags: 'asking',
          exit: 'endAsking',
          on: {
            'level.chosen': {
              guard: { type: 'isOffered', params: ({ event }) => event },
              target: 'hidden',
              actions: { type: 'adopt', params: ({ context, event }) => chosenAnswer(context, event) },
            },
            'answer.shared': [
              {
                guard: { type: 'isNewer', params: ({ event }) => event },
                target: 'hidden',
                actions: { type: 'adopt', params: ({ event }) => keptAnswer(event.stored) },
              },
              {
                guard: { type: 'isAskedAnew', params: ({ event }) => event },
                actions: [{ type: 'adopt', params: NO_ANSWER }, 'ask'],
              },
              {
                guard: { type: 'isWithdrawn', params: ({ event }) => event },
                actions: { type: 'adopt', params: NO_ANSWER },
              },
            ],
            'settings.closed': { guard: 'isFromSettings', target: 'hidden' },
          },
        },
        hidden: {
          on: {
            'settings.opened': { target: 'asking', actions: ['askAgain', 'announceSettings'] },
            'answer.shared': [
              {
                guard: { type: 'isNewer', params: ({ event }) => event },
                actions: { type: 'adopt', params: ({ event }) => keptAnswer(event.stored) },
              },
              {
                guard: { type: 'isAskedAnew', params: ({ event }) => event },
                target: 'asking',
                actions: [{ type: 'adopt', params: NO_ANSWER }, 'ask'],
              },
              {
                guard: { type: 'isWithdrawn', params: ({ event }) => event },
                actions: { type: 'adopt', params: NO_ANSWER },
              },
            ],
          },
        },
      },
    },
    keeping: {
      initial: 'idle',
      on: {
        'level.chosen': { guard: { type: 'isOffered', params: ({ event }) => event }, target: '.storing' },
      },
      states: {
        idle: {},
        storing: {
          invoke: {
            src: 'storeAnswer',
            input: ({ context }) => context.given,
            onDone: 'logging',
            onError: {
              target: 'logging',
              actions: { type: 'log', params: ({ event }) => ({ actor: 'storeAnswer', error: event.error }) },
            },
          },
          after: { storageLimit: { target: 'logging', actions: { type: 'log', params: UNSTORED } } },
          on: {
            'answer.shared': [
              { guard: { type: 'isNewer', params: ({ event }) => event }, target: 'idle' },
              { guard: { type: 'isWithdrawn', params: ({ event }) => event }, target: 'idle' },
            ],
          },
        },
        logging: {
          invoke: {
            src: 'logAnswer',
            input: ({ context }) => ({ level: consentLevel(context.question, context.given ?? undefined) }),
            onDone: 'idle',
            onError: {
              target: 'idle',
              actions: { type: 'log', params: ({ event }) => ({ actor: 'logAnswer', error: event.error }) },
            },
          },
          after: { logLimit: { target: 'idle', actions: { type: 'log', params: UNLOGGED } } },
        },
      },
    },
  },
})
